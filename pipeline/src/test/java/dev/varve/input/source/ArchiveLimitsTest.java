package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.FolderStore;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.input.tar.HandTar;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of images that ask for more than they may; the file systems of tests keep holes. */
class ArchiveLimitsTest {
  private static final ArchiveLimits LIMITS =
      new ArchiveLimits(1L << 40, 1000, 1 << 16, 1 << 20, 100);

  @TempDir private Path folder;
  private final FolderStore store = new FolderStore();

  @Test
  void aLongNameOfTwoGigabytesIsALimit() throws IOException {
    long bytes = 2_200_000_000L;
    Path archive = sparse(Header.gnu('L', "././@LongLink", bytes), bytes);
    assertThat(rejected(archive, LIMITS))
        .returns(RejectReason.LIMIT, Finding.Rejected::reason)
        .satisfies(found -> assertThat(found.message()).contains("a long name of 2200000000"));
    assertThat(rejected(archive, LIMITS).offset()).isBetween(0L, 1L << 20);
  }

  @Test
  void aPaxHeaderOfMoreThanAGigabyteIsALimit() throws IOException {
    long bytes = 1_200_000_000L;
    Path archive = sparse(Header.ustar('x', "PaxHeaders/x", bytes), bytes);
    assertThat(rejected(archive, LIMITS).reason()).isEqualTo(RejectReason.LIMIT);
  }

  @Test
  void moreEntriesThanTheLimitAreRefused() throws IOException {
    HandTar tar = new HandTar();
    for (int at = 0; at < 4; at++) {
      tar.file("file-" + at, new byte[1]);
    }
    Path archive = Files.write(folder.resolve("many.tar"), tar.end().bytes());
    ArchiveLimits three = new ArchiveLimits(1L << 40, 3, 1 << 16, 1 << 20, 100);
    assertThat(rejected(archive, three))
        .returns(RejectReason.LIMIT, Finding.Rejected::reason)
        .returns("more than 3 entries", Finding.Rejected::message);
    ArchiveLimits four = new ArchiveLimits(1L << 40, 4, 1 << 16, 1 << 20, 100);
    assertThat(rejected(archive, four).reason()).isEqualTo(RejectReason.UNSUPPORTED);
  }

  @Test
  void namesThatWouldFillTheMemoryAreRefused() throws IOException {
    HandTar tar = new HandTar();
    for (int at = 0; at < 900; at++) {
      String name = "n".repeat(60_000) + at;
      tar.gnuLong('L', name).file("short", new byte[0]);
    }
    Path archive = Files.write(folder.resolve("names.tar"), tar.end().bytes());
    assertThat(rejected(archive, LIMITS))
        .returns(RejectReason.LIMIT, Finding.Rejected::reason)
        .satisfies(found -> assertThat(found.message()).contains("64 MiB"));
  }

  @Test
  void contentsAreNotRead() throws IOException {
    long bytes = 500L << 30;
    Path archive = sparse(Header.gnu('0', "layer.tar", 0).put(124, base256(bytes)), bytes);
    Files.write(
        archive,
        new HandTar().file("index.json", HandTar.latin("{}")).end().bytes(),
        StandardOpenOption.APPEND);
    assertThat(rejected(archive, LIMITS).message()).isEqualTo("an index without manifests");
    assertThat(store.bytes()).isLessThan(32 << 10);
  }

  /** A header, a hole of as many bytes as it states and the padding behind it. */
  private Path sparse(Header header, long bytes) throws IOException {
    Path archive = folder.resolve("sparse.tar");
    try (SeekableByteChannel out =
        Files.newByteChannel(archive, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(header.sealed()));
      out.position(512 + (bytes + 511) / 512 * 512 - 1);
      out.write(ByteBuffer.allocate(1));
    }
    return archive;
  }

  private static byte[] base256(long number) {
    return ByteBuffer.allocate(12).putInt(0x80000000).putLong(number).array();
  }

  private Finding.Rejected rejected(Path archive, ArchiveLimits limits) throws IOException {
    SourceUnit unit = new SourceUnit(SourceUnit.Form.ARCHIVE, FolderStore.uri(archive), "");
    List<Finding> findings = Findings.read(store, unit, limits);
    assertThat(findings).hasSize(1);
    return (Finding.Rejected) findings.get(0);
  }
}
