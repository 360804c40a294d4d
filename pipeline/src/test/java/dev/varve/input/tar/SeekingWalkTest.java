package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.codec.BlobStream;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Archives of which no digest is needed: what nobody wants is not read. */
class SeekingWalkTest {
  private static final byte[] LARGE = new byte[1_000_003];

  @Test
  void contentsAreSoughtOverAndHeadersAreRead() throws IOException {
    CountedReads medium =
        new CountedReads(
            new HandTar()
                .file("a", LARGE)
                .file("b", latin("some"))
                .file("c", LARGE)
                .file("d", latin("more"))
                .end()
                .bytes());
    BlobStream blob = new BlobStream(medium, null);
    TarReader reader = new TarReader(blob, blob, null, TarWalk.LIMITS);
    List<Long> offsets = new ArrayList<>();
    for (TarEntry entry = reader.next(); entry != null; entry = reader.next()) {
      offsets.add(entry.contentOffset());
    }
    // 1,000,003 bytes fill 1954 blocks
    assertThat(offsets)
        .containsExactly(512L, 1024 + 1954 * 512L, 2048 + 1954 * 512L, 2560 + 3908 * 512L);
    assertThat(medium.bytes).isLessThan(50_000);
  }

  @Test
  void anArchiveThatEndsInsideOfWhatIsSoughtOverIsTruncated() {
    byte[] whole = new HandTar().file("a", LARGE).bytes();
    MalformedBlobException fault = walk(java.util.Arrays.copyOf(whole, 512 + 999_999));
    assertThat(fault.reason()).isEqualTo(RejectReason.TRUNCATED);
    assertThat(fault)
        .hasMessage(
            "the archive ends inside the content of an entry (byte 1000511 of the archive)");
  }

  /** An archive that is not read to its end is searched for entries behind it, one MiB far. */
  @Test
  void entriesWithinAMibBehindTheEndAreSeen() {
    byte[] entry = new HandTar().file("after", latin("x")).bytes();
    byte[] near = new HandTar().raw(new byte[1 << 20]).raw(entry).bytes();
    byte[] far = new HandTar().raw(new byte[(1 << 20) + 512]).raw(entry).bytes();
    assertThat(walk(near)).hasMessageContaining("an entry after the end of the archive at byte 0");
    assertThat(walk(far)).isNull();
  }

  @Test
  void whatIsSoughtOverCountsForTheLimit() {
    ArchiveLimits limits = new ArchiveLimits(1_000_448, 10, 100, 100, 1);
    byte[] fits = new HandTar().file("a", new byte[999_936]).bytes();
    assertThat(fits).hasSize(1_000_448);
    assertThat(walk(fits, limits)).isNull();
    byte[] more = new HandTar().file("a", new byte[999_936]).raw(new byte[1]).bytes();
    assertThat(walk(more, limits).reason()).isEqualTo(RejectReason.LIMIT);
  }

  /** Up to 64 MiB an archive may be any number of times as large as its blob, then no more. */
  @Test
  void anArchiveOfMoreThanItsFoldIsRefusedBehind64Mib() {
    ArchiveLimits limits = new ArchiveLimits(1L << 40, 10, 100, 100, 1, 1000, 0);
    int free = 64 << 20;
    assertThat(inflated(free, free / 2000, limits)).isNull();
    assertThat(inflated(free + 512, free / 1000 + 2, limits)).isNull();
    MalformedBlobException fault = inflated(free + 512, free / 1000 - 2, limits);
    assertThat(fault.reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(fault).hasMessageContaining("more than 1000 times as large as its blob");
  }

  /** Zeros from a blob of some bytes, all of which were read. */
  private static MalformedBlobException inflated(
      int archiveBytes, int blobBytes, ArchiveLimits limits) {
    BlobStream blob = new BlobStream(new ByteArrayInputStream(new byte[blobBytes]), null);
    InputStream zeros =
        new SequenceInputStream(
            new ByteArrayInputStream(new byte[archiveBytes / 2]),
            new ByteArrayInputStream(new byte[archiveBytes - archiveBytes / 2]));
    return catchThrowableOfType(
        MalformedBlobException.class,
        () -> {
          blob.readAllBytes();
          new TarReader(zeros, blob, null, limits).next();
        });
  }

  private static MalformedBlobException walk(byte[] archive) {
    return walk(archive, TarWalk.LIMITS);
  }

  private static MalformedBlobException walk(byte[] archive, ArchiveLimits limits) {
    BlobStream blob = new BlobStream(new ByteArrayInputStream(archive), null);
    return catchThrowableOfType(
        MalformedBlobException.class,
        () -> {
          TarReader reader = new TarReader(blob, blob, null, limits);
          while (reader.next() != null) {}
        });
  }

  private static final class CountedReads extends ByteArrayInputStream {
    private int bytes;

    CountedReads(byte[] content) {
      super(content);
    }

    @Override
    public synchronized int read(byte[] buffer, int from, int length) {
      int got = super.read(buffer, from, length);
      bytes += Math.max(0, got);
      return got;
    }
  }
}
