package dev.varve.input.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.github.luben.zstd.ZstdOutputStream;
import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.PullCodec;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.LayerPull;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;

/** The archive that is read, compressed by foreign streams. */
class PullMeterTest {
  private static final byte[] WORDS =
      "some words ".repeat(900).getBytes(StandardCharsets.ISO_8859_1);

  @Test
  void theBytesOfAPullAreThoseOfTheArchiveAsItIs() throws IOException {
    byte[] archive = archive("usr/" + "long/".repeat(50) + "name");
    assertThat(pulls(archive))
        .extracting(LayerPull::codec, LayerPull::pullBytes)
        .containsExactly(tuple("gzip-6", gzip(archive)), tuple("zstd-3", zstd(archive)));
  }

  /** A name with a slash behind would be a folder's, which has no content. */
  @Test
  void contentUnderTheNameOfAFolderStands() throws IOException {
    byte[] archive =
        new HandTar().add(HandTar.Header.ustar('0', "usr/", WORDS.length), WORDS).end().bytes();
    byte[] empty = new HandTar().add(HandTar.Header.ustar('5', "usr/", 0)).end().bytes();
    assertThat(pulls(archive).get(0).pullBytes()).isGreaterThan(pulls(empty).get(0).pullBytes());
  }

  @Test
  void archivingAndEachCodecAreTimed() throws IOException {
    long start = System.nanoTime();
    List<LayerPull> pulls = new ArrayList<>();
    try (PullMeter meter = meter(pulls)) {
      feed(archive("usr/words"), meter);
      assertThat(meter.nanos()).isPositive();
      assertThat(pulls).isEmpty();
      meter.finish(0, 0);
      long took = System.nanoTime() - start;
      assertThat(meter.nanos()).isBetween(1L, took);
      long compressing = pulls.stream().mapToLong(LayerPull::compressNanos).sum();
      assertThat(pulls).allMatch(pull -> pull.compressNanos() > 0 && pull.archiveNanos() > 0);
      assertThat(meter.times())
          .containsEntry("archive_nanos", pulls.get(0).archiveNanos())
          .containsEntry("compress_nanos", pulls.get(0).compressNanos());
      assertThat(compressing + pulls.get(0).archiveNanos()).isEqualTo(meter.nanos());
    }
  }

  private static List<LayerPull> pulls(byte[] archive) throws IOException {
    List<LayerPull> pulls = new ArrayList<>();
    try (PullMeter meter = meter(pulls)) {
      feed(archive, meter);
      meter.finish(0, 0);
    }
    return pulls;
  }

  private static PullMeter meter(List<LayerPull> pulls) throws IOException {
    return new PullMeter(List.of(PullCodec.named("gzip-6"), PullCodec.named("zstd-3")), pulls::add);
  }

  private static void feed(byte[] archive, PullMeter meter) throws IOException {
    BlobStream blob = new BlobStream(new ByteArrayInputStream(archive), null);
    TarReader reader = new TarReader(blob, blob, null, TarWalk.LIMITS);
    int position = 0;
    for (TarEntry entry = reader.next(); entry != null; entry = reader.next()) {
      meter.begin(entry, EntryKind.FILE, (offset, known) -> {});
      reader.content(meter::content);
      FileEntry row =
          new FileEntry(position++, "x", EntryKind.FILE, 0, null, null, 0, 0, 0, 0, 0, null, null);
      meter.end(row, reader.archiveBytes());
    }
    meter.archive(archive, 0, archive.length);
  }

  /** Everything that an entry may have, as Commons Compress writes it. */
  private static byte[] archive(String name) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "ISO-8859-1")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      TarArchiveEntry file = new TarArchiveEntry(name);
      file.setSize(WORDS.length);
      file.setModTime(1_700_000_000_000L);
      file.setIds(7, 4_000_000);
      file.setNames("root", "wheel");
      file.setMode(0751);
      tar.putArchiveEntry(file);
      tar.write(WORDS);
      tar.closeArchiveEntry();
      TarArchiveEntry link = new TarArchiveEntry("usr/link", (byte) '2');
      link.setLinkName("caf\u00e9");
      link.setMode(0777);
      link.setModTime(0);
      link.setNames("", "");
      tar.putArchiveEntry(link);
      tar.closeArchiveEntry();
    }
    return out.toByteArray();
  }

  private static long gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.size();
  }

  private static long zstd(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(packed, 3)) {
      out.write(bytes);
    }
    return packed.size();
  }
}
