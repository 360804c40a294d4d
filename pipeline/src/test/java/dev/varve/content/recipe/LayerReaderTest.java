package dev.varve.content.recipe;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.varve.input.codec.OneByteSteps;
import dev.varve.input.codec.Packing;
import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Layer;
import dev.varve.model.LayerBlob;
import dev.varve.model.LayerBlob.DigestOf;
import dev.varve.model.LayerContents;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LayerReaderTest {
  private static final byte[] NOISE = new byte[150_000];

  static {
    new Random(9).nextBytes(NOISE);
  }

  private static final byte[] ARCHIVE =
      new HandTar()
          .add(Header.ustar('5', "./", 0))
          .add(Header.ustar('5', "./etc/", 0).put(100, "0001755\0"))
          .file("./etc/conf", latin("key = value\n"))
          .file("etc/empty", new byte[0])
          .add(Header.ustar('2', "etc/link", 0).put(157, "../usr/caf\u00e9/"))
          .add(Header.ustar('1', "etc/hard", 0).put(157, "./etc/conf"))
          .add(Header.ustar('3', "dev/null", 0))
          .add(Header.ustar('4', "dev/sda", 0))
          .add(Header.ustar('6', "run/pipe", 0))
          .file("etc/.wh.gone", new byte[0])
          .file("var/.wh..wh..opq", new byte[0])
          .file("/a/b/c/d/e/noise", NOISE)
          .pax('x', "GNU.sparse.size", "9", "GNU.sparse.map", "2,2,7,1")
          .file("sparse", latin("abc"))
          .end()
          .bytes();

  @ParameterizedTest
  @EnumSource
  void howTheArchiveIsCompressedChangesNoEntry(Packing packing) throws IOException {
    byte[] blob = packing.pack(ARCHIVE);
    Reading reading = Reading.of(blob);
    assertThat(reading.entries().stream().map(entry -> entry.withStoredBytes(0)))
        .containsExactlyElementsOf(
            Reading.of(ARCHIVE).entries().stream().map(entry -> entry.withStoredBytes(0)).toList());
    assertThat(reading.layer())
        .returns(Reading.digest("SHA-256", blob), Layer::layerDigest)
        .returns(Reading.digest("SHA-256", ARCHIVE), Layer::diffId)
        .returns(Reading.TYPE, Layer::mediaType)
        .returns(packing.label(), layer -> layer.stored().compression())
        .returns((long) blob.length, layer -> layer.stored().compressedBytes())
        .returns((long) ARCHIVE.length, layer -> layer.stored().archiveBytes());
  }

  @ParameterizedTest
  @EnumSource
  void oneByteAReadChangesNothing(Packing packing) throws IOException {
    byte[] blob = packing.pack(ARCHIVE);
    Reading slow =
        Reading.of(Reading.expected(blob), new OneByteSteps(blob), "sha256", Reading.LIMITS);
    assertThat(slow.entries()).isEqualTo(Reading.of(blob).entries());
    assertThat(slow.layer()).isEqualTo(Reading.of(blob).layer());
  }

  @Test
  void entriesAreInTheOrderOfTheArchiveWithTheirKinds() throws IOException {
    List<FileEntry> entries = Reading.of(ARCHIVE).entries();
    assertThat(entries)
        .extracting(entry -> entry.position() + " " + entry.kind() + " " + entry.path())
        .containsExactly(
            "0 DIRECTORY .",
            "1 DIRECTORY etc",
            "2 FILE etc/conf",
            "3 FILE etc/empty",
            "4 SYMLINK etc/link",
            "5 HARD_LINK etc/hard",
            "6 DEVICE dev/null",
            "7 DEVICE dev/sda",
            "8 FIFO run/pipe",
            "9 WHITEOUT etc/.wh.gone",
            "10 OPAQUE var/.wh..wh..opq",
            "11 FILE a/b/c/d/e/noise",
            "12 FILE sparse");
    assertThat(entries.get(1).mode()).isEqualTo(01755);
    assertThat(entries.get(4).linkTarget()).isEqualTo("../usr/caf\\xe9/");
    assertThat(entries.get(5).linkTarget()).isEqualTo("etc/conf");
    assertThat(entries)
        .filteredOn(entry -> entry.position() < 4 || entry.position() > 5)
        .allSatisfy(entry -> assertThat(entry.linkTarget()).isNull());
    assertThat(entries)
        .allSatisfy(
            entry ->
                assertThat(entry.fingerprint() != null && entry.contentType() != null)
                    .isEqualTo(entry.kind() == EntryKind.FILE));
  }

  @Test
  void theLayerCountsItsEntries() throws IOException {
    assertThat(Reading.of(ARCHIVE).layer().contents())
        .returns(12 + 150_000 + 9L, LayerContents::fileBytes)
        .returns(6, LayerContents::maxDepth);
    assertThat(Reading.of(ARCHIVE).layer().contents().entries())
        .returns(4L, LayerContents.Entries::files)
        .returns(2L, LayerContents.Entries::directories)
        .returns(1L, LayerContents.Entries::symlinks)
        .returns(1L, LayerContents.Entries::hardLinks)
        .returns(2L, LayerContents.Entries::whiteouts)
        .returns(3L, LayerContents.Entries::otherEntries);
  }

  @ParameterizedTest
  @CsvSource({"sha256, SHA-256", "sha1, SHA-1", "md5, MD5"})
  void fingerprintsAreThoseOfTheContent(String name, String algorithm) throws IOException {
    Reading reading =
        Reading.of(
            Reading.expected(ARCHIVE), new ByteArrayInputStream(ARCHIVE), name, Reading.LIMITS);
    assertThat(reading.entries())
        .filteredOn(entry -> entry.kind() == EntryKind.FILE)
        .extracting(entry -> entry.fingerprint() + " " + entry.bytes() + " " + entry.contentType())
        .containsExactly(
            Reading.hex(algorithm, latin("key = value\n")) + " 12 text",
            Reading.hex(algorithm, new byte[0]) + " 0 empty",
            Reading.hex(algorithm, NOISE) + " 150000 data",
            Reading.hex(algorithm, latin("\0\0ab\0\0\0c\0")) + " 9 data");
  }

  @Test
  void theOffsetOfAFileIsWhereItsContentStarts() throws IOException {
    FileEntry noise = Reading.of(ARCHIVE).entries().get(11);
    int from = (int) noise.archiveOffset();
    assertThat(java.util.Arrays.copyOfRange(ARCHIVE, from, from + NOISE.length)).isEqualTo(NOISE);
  }

  @Test
  void phasesAreNeverNegative() throws IOException {
    for (Packing packing : Packing.values()) {
      assertThat(Reading.of(packing.pack(ARCHIVE)).phase())
          .satisfies(
              phase -> {
                assertThat(phase.readNanos()).isNotNegative();
                assertThat(phase.decompressNanos()).isNotNegative();
                assertThat(phase.unpackNanos()).isNotNegative();
                assertThat(phase.digestNanos()).isPositive();
              });
    }
  }

  @Test
  void anArchiveMayGiveItsLayerTheDiffIdAsName() throws IOException {
    byte[] blob = Packing.GZIP.pack(ARCHIVE);
    String diffId = Reading.digest("SHA-256", ARCHIVE);
    LayerBlob byArchive =
        new LayerBlob(diffId, DigestOf.ARCHIVE, blob.length, List.of(diffId), null);
    assertThat(Reading.of(byArchive, blob).layer())
        .returns(diffId, Layer::layerDigest)
        .returns(diffId, Layer::diffId)
        .returns(null, Layer::mediaType);
  }

  @Test
  void digestsMayBeOfOtherAlgorithms() throws IOException {
    byte[] blob = Packing.GZIP.pack(ARCHIVE);
    String digest = Reading.digest("SHA-512", blob);
    String diffId = Reading.digest("SHA-384", ARCHIVE);
    LayerBlob expected = new LayerBlob(digest, DigestOf.BLOB, -1, List.of(diffId), null);
    assertThat(Reading.of(expected, blob).layer())
        .returns(digest, Layer::layerDigest)
        .returns(diffId, Layer::diffId);
  }

  @Test
  void theResultIsThereOnlyAtTheEnd() throws IOException {
    try (LayerReader reader =
        new LayerReader(
            Reading.expected(ARCHIVE),
            new ByteArrayInputStream(ARCHIVE),
            Reading.reading("md5", Reading.LIMITS))) {
      reader.next();
      assertThatIllegalStateException().isThrownBy(reader::layer);
      assertThatIllegalStateException().isThrownBy(reader::phase);
      assertThat(reader.blobBytes()).isPositive();
    }
  }

  @Test
  void aLayerWithoutEntriesIsALayer() throws IOException {
    Layer layer = Reading.of(Packing.GZIP.pack(new byte[1024])).layer();
    assertThat(layer.diffId())
        .isEqualTo("sha256:5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef");
    assertThat(layer.contents())
        .isEqualTo(new LayerContents(0, LayerContents.Entries.of(kind -> 0), 0));
  }
}
