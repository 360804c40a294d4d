package dev.varve.content.recipe;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.github.luben.zstd.ZstdOutputStream;
import dev.varve.input.codec.PullCodec;
import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.PullMeter;
import dev.varve.model.LayerPull;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The size of a layer's archive when it is compressed, against foreign streams. */
class PullMeterTest {
  private static final byte[] ARCHIVE = archive();

  @Test
  void theBytesOfAPullAreThoseOfTheSameArchiveCompressedElsewhere() throws IOException {
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(gzip)) {
      out.write(ARCHIVE);
    }
    ByteArrayOutputStream zstd = new ByteArrayOutputStream();
    try (OutputStream out = new ZstdOutputStream(zstd, 3)) {
      out.write(ARCHIVE);
    }
    List<LayerPull> pulls = pulls("gzip-6", "zstd-3");
    assertThat(pulls).extracting(LayerPull::codec).containsExactly("gzip-6", "zstd-3");
    assertThat(pulls)
        .extracting(LayerPull::pullBytes)
        .containsExactly((long) gzip.size(), (long) zstd.size());
    assertThat(pulls).allMatch(pull -> pull.archiveNanos() > 0 && pull.compressNanos() > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "gzip-0", "gzip-10", "zstd-20", "lz4-1", "GZIP-6", ""})
  void otherCodecsAreRefusedByName(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PullCodec.named(name))
        .withMessageContaining("gzip-1 to gzip-9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip-1", "gzip-9", "zstd-1", "zstd-19"})
  void aCodecHasTheNameItIsReadFrom(String name) {
    assertThat(PullCodec.named(name).name()).isEqualTo(name);
  }

  @Test
  void aNameThatLooksLikeAFoldersMayHaveContent() throws IOException {
    byte[] archive =
        new HandTar()
            .add(HandTar.Header.ustar('0', "folder/", 4), latin("text"))
            .add(HandTar.Header.gnu('D', "./", 9), latin("Ysome\0\0\0\0"))
            .end()
            .bytes();
    assertThat(pulls(archive, "gzip-6")).hasSize(1);
  }

  private static List<LayerPull> pulls(String... codecs) throws IOException {
    return pulls(ARCHIVE, codecs);
  }

  private static List<LayerPull> pulls(byte[] archive, String... codecs) throws IOException {
    List<LayerPull> pulls = new ArrayList<>();
    List<PullCodec> all = List.of(codecs).stream().map(PullCodec::named).toList();
    try (PullMeter meter = new PullMeter(all, pulls::add);
        LayerReader reader =
            new LayerReader(
                Reading.expected(archive),
                new ByteArrayInputStream(archive),
                Reading.reading("md5", Reading.LIMITS),
                meter)) {
      while (reader.next() != null) {
        assertThat(pulls).isEmpty();
      }
    }
    return pulls;
  }

  /** With names of owners, records of PAX, and blocks of zeros to a whole record at the end. */
  private static byte[] archive() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "ISO-8859-1")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
      add(tar, new TarArchiveEntry("usr/"), new byte[0]);
      add(tar, new TarArchiveEntry("usr/words"), latin("some words ".repeat(9000)));
      add(tar, new TarArchiveEntry("usr/" + "long/".repeat(50) + "name"), latin("x"));
      TarArchiveEntry link = new TarArchiveEntry("usr/link", (byte) '2');
      link.setLinkName("words");
      add(tar, link, new byte[0]);
      add(tar, new TarArchiveEntry("caf\u00e9"), latin("not UTF-8"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] content)
      throws IOException {
    entry.setSize(content.length);
    entry.setModTime(1_700_000_000_000L);
    entry.setUserId(7);
    entry.setMode(0644);
    entry.setUserName("root");
    entry.setGroupName("wheel");
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }
}
