package dev.varve.content.recipe;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.codec.FailingStream;
import dev.varve.input.codec.Packing;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.input.tar.HandTar;
import dev.varve.model.Layer;
import dev.varve.model.LayerBlob;
import dev.varve.model.LayerBlob.DigestOf;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LayerFaultsTest {
  private static final byte[] ARCHIVE =
      new HandTar().file("a", latin("content ".repeat(500))).file("b", latin("b")).end().bytes();
  private static final byte[] BLOB = Packing.GZIP.pack(ARCHIVE);
  private static final String DIGEST = Reading.digest("SHA-256", BLOB);
  private static final String DIFF_ID = Reading.digest("SHA-256", ARCHIVE);
  private static final String OTHER = Reading.digest("SHA-256", latin("other"));
  private static final String LONG_DIFF_ID = Reading.digest("SHA-512", ARCHIVE);
  private static final String LONG_OTHER = Reading.digest("SHA-512", latin("other"));

  @Test
  void whatIsAsItShouldBeIsAccepted() throws IOException {
    assertThat(Reading.of(blob(DIGEST, BLOB.length, DIFF_ID), BLOB).entries()).hasSize(2);
    assertThat(Reading.of(blob(DIGEST, -1), BLOB).entries()).hasSize(2);
    assertThat(Reading.of(blob(DIGEST, BLOB.length, OTHER, DIFF_ID), BLOB).entries()).hasSize(2);
  }

  @Test
  void anotherDigestIsAMismatchThatNamesWhatWasFound() {
    MalformedBlobException e = rejected(blob(OTHER, BLOB.length), BLOB);
    assertThat(e.reason()).isEqualTo(RejectReason.DIGEST_MISMATCH);
    assertThat(e).hasMessageContaining(DIGEST);
    assertThat(e.offset()).isEqualTo(BLOB.length);
  }

  @Test
  void anotherDiffIdIsAMismatchThatNamesBoth() {
    MalformedBlobException e = rejected(blob(DIGEST, BLOB.length, OTHER), BLOB);
    assertThat(e.reason()).isEqualTo(RejectReason.DIGEST_MISMATCH);
    assertThat(e).hasMessageContaining(DIFF_ID).hasMessageContaining(OTHER);
  }

  @Test
  void oneTrueDiffIdIsEnoughWhateverOthersOfOtherAlgorithmsSay() throws IOException {
    assertThat(diffId(OTHER, LONG_DIFF_ID)).isEqualTo(LONG_DIFF_ID);
    assertThat(diffId(LONG_DIFF_ID, OTHER)).isEqualTo(LONG_DIFF_ID);
    assertThat(diffId(DIFF_ID, LONG_OTHER)).isEqualTo(DIFF_ID);
    assertThat(diffId(LONG_OTHER, DIFF_ID)).isEqualTo(DIFF_ID);
    assertThat(diffId(OTHER, LONG_OTHER, Reading.digest("SHA-384", ARCHIVE)))
        .isEqualTo(Reading.digest("SHA-384", ARCHIVE));
  }

  @Test
  void ofTrueDiffIdsOfTwoAlgorithmsTheShorterIsKept() throws IOException {
    assertThat(diffId(DIFF_ID, LONG_DIFF_ID)).isEqualTo(DIFF_ID);
    assertThat(diffId(LONG_DIFF_ID, DIFF_ID)).isEqualTo(DIFF_ID);
  }

  @Test
  void falseDiffIdsOfTwoAlgorithmsAreAMismatchThatNamesAll() {
    MalformedBlobException e = rejected(blob(DIGEST, BLOB.length, OTHER, LONG_OTHER), BLOB);
    assertThat(e.reason()).isEqualTo(RejectReason.DIGEST_MISMATCH);
    assertThat(e)
        .hasMessageContainingAll(DIFF_ID, LONG_DIFF_ID)
        .hasMessageContainingAll(OTHER, LONG_OTHER);
  }

  @Test
  void aLayerNamedByItsArchiveMayHaveADiffIdOfAnotherAlgorithm() throws IOException {
    LayerBlob right =
        new LayerBlob(DIFF_ID, DigestOf.ARCHIVE, -1, List.of(LONG_DIFF_ID, LONG_OTHER), null);
    assertThat(Reading.of(right, BLOB).layer())
        .returns(DIFF_ID, Layer::layerDigest)
        .returns(LONG_DIFF_ID, Layer::diffId);
    LayerBlob wrong = new LayerBlob(OTHER, DigestOf.ARCHIVE, -1, List.of(LONG_DIFF_ID), null);
    assertThat(rejected(wrong, BLOB))
        .hasMessageContaining(DIFF_ID)
        .returns(RejectReason.DIGEST_MISMATCH, MalformedBlobException::reason);
  }

  @Test
  void aLayerNamedByItsDiffIdIsCheckedToo() {
    LayerBlob expected = new LayerBlob(OTHER, DigestOf.ARCHIVE, -1, List.of(), null);
    assertThat(rejected(expected, BLOB).reason()).isEqualTo(RejectReason.DIGEST_MISMATCH);
  }

  @Test
  void fewerBytesThanDeclaredAreTruncationMoreAreAnotherBlob() {
    assertThat(rejected(blob(OTHER, BLOB.length + 1), BLOB).reason())
        .isEqualTo(RejectReason.TRUNCATED);
    assertThat(rejected(blob(OTHER, BLOB.length - 1), BLOB).reason())
        .isEqualTo(RejectReason.DIGEST_MISMATCH);
  }

  @Test
  void aWholeBlobOfAnotherSizeIsItsManifestsFault() {
    for (int more : new int[] {-1, 1}) {
      MalformedBlobException e = rejected(blob(DIGEST, BLOB.length + more), BLOB);
      assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
      assertThat(e).hasMessageContaining("its digest is right, so its manifest is wrong");
    }
  }

  @ParameterizedTest
  @EnumSource
  void noCutIsAccepted(Packing packing) {
    byte[] whole = packing.pack(ARCHIVE);
    LayerBlob expected = Reading.expected(whole);
    for (int cut = 0; cut < whole.length; cut += whole.length > 1000 ? 101 : 7) {
      MalformedBlobException e = rejected(expected, Arrays.copyOf(whole, cut));
      assertThat(e.reason()).as("cut at %d: %s", cut, e).isEqualTo(RejectReason.TRUNCATED);
    }
  }

  @Test
  void bytesBehindTheCompressedStreamAreCorrupt() {
    for (Packing packing : List.of(Packing.GZIP, Packing.ZSTD, Packing.BZIP2, Packing.XZ)) {
      byte[] packed = packing.pack(ARCHIVE);
      byte[] longer = Arrays.copyOf(packed, packed.length + 20);
      Arrays.fill(longer, packed.length, longer.length, (byte) 'x');
      assertThat(rejected(Reading.expected(longer), longer).reason())
          .as(packing.label())
          .isEqualTo(RejectReason.CORRUPT);
    }
  }

  @Test
  void anArchiveInsideTheWrongCompressionIsFoundByItsMagic() throws IOException {
    // Reading.expected declares gzip; the bytes say what they are.
    assertThat(Reading.of(ARCHIVE).layer().stored().compression()).isEqualTo("none");
    assertThat(Reading.of(Packing.ZSTD.pack(ARCHIVE)).layer().stored().compression())
        .isEqualTo("zstd");
  }

  @Test
  void whatIsNoArchiveIsCorrupt() {
    byte[] json = Packing.GZIP.pack(latin("{\"not\": \"a layer\"}".repeat(60)));
    assertThat(rejected(Reading.expected(json), json).reason()).isEqualTo(RejectReason.CORRUPT);
  }

  @Test
  void entriesHaveALimit() throws IOException {
    ArchiveLimits one = new ArchiveLimits(1 << 20, 1, 100, 100, 1);
    ArchiveLimits two = new ArchiveLimits(1 << 20, 2, 100, 100, 1);
    LayerBlob expected = Reading.expected(BLOB);
    assertThat(Reading.of(expected, new ByteArrayInputStream(BLOB), "md5", two).entries())
        .hasSize(2);
    MalformedBlobException e =
        catchThrowableOfType(
            MalformedBlobException.class,
            () -> Reading.of(expected, new ByteArrayInputStream(BLOB), "md5", one));
    assertThat(e.reason()).isEqualTo(RejectReason.LIMIT);
  }

  @Test
  void aSmallBlobThatInflatesPastTheLimitIsStopped() {
    byte[] bomb = Packing.GZIP.pack(new HandTar().file("zeros", new byte[1 << 22]).end().bytes());
    ArchiveLimits limits = new ArchiveLimits(1 << 20, 10, 100, 100, 1);
    MalformedBlobException e =
        catchThrowableOfType(
            MalformedBlobException.class,
            () ->
                Reading.of(Reading.expected(bomb), new ByteArrayInputStream(bomb), "md5", limits));
    assertThat(e.reason()).isEqualTo(RejectReason.LIMIT);
  }

  @Test
  void whatInflatesTooManyTimesIsStoppedOnceItIsLarge() throws IOException {
    byte[] small = Packing.ZSTD.pack(new HandTar().file("z", new byte[1 << 22]).end().bytes());
    byte[] large = Packing.ZSTD.pack(new HandTar().file("z", new byte[80 << 20]).end().bytes());
    ArchiveLimits limits = new ArchiveLimits(1L << 40, 10, 100, 100, 1, 1000, Long.MAX_VALUE);
    assertThat(
            Reading.of(Reading.expected(small), new ByteArrayInputStream(small), "md5", limits)
                .entries())
        .hasSize(1);
    MalformedBlobException e =
        catchThrowableOfType(
            MalformedBlobException.class,
            () ->
                Reading.of(
                    Reading.expected(large), new ByteArrayInputStream(large), "md5", limits));
    assertThat(e.reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(e).hasMessageContaining("1000 times");
  }

  @ParameterizedTest
  @EnumSource
  void aFaultOfTheMediumIsNoFaultOfTheBlob(Packing packing) {
    byte[] whole = packing.pack(ARCHIVE);
    IOException fault = new IOException("unexpected end of stream");
    for (int at = 0; at <= whole.length; at += 1 + whole.length / 13) {
      InputStream medium =
          new SequenceInputStream(new ByteArrayInputStream(whole, 0, at), new FailingStream(fault));
      assertThatExceptionOfType(IOException.class)
          .as("fault at %d", at)
          .isThrownBy(() -> Reading.of(Reading.expected(whole), medium, "sha256", Reading.LIMITS))
          .isSameAs(fault);
    }
  }

  private static LayerBlob blob(String digest, long bytes, String... diffIds) {
    return new LayerBlob(digest, DigestOf.BLOB, bytes, List.of(diffIds), null);
  }

  /** That of the layer, where configs state these. */
  private static String diffId(String... stated) throws IOException {
    return Reading.of(blob(DIGEST, BLOB.length, stated), BLOB).layer().diffId();
  }

  private static MalformedBlobException rejected(LayerBlob expected, byte[] blob) {
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> Reading.of(expected, blob));
    assertThat(e).as("%d bytes were accepted", blob.length).isNotNull();
    return e;
  }
}
