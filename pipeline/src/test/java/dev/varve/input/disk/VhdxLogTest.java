package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs by hand: what is read of them in place is what QEMU reads after it has replayed them. */
class VhdxLogTest {
  private static final int MIB = 1 << 20;
  private static final int LAST = MIB - 4096;
  private static final int TABLE = HandVhdx.TABLE_AT;
  private static final byte[] A = noise(1);
  private static final byte[] B = noise(2);
  private static final byte[] NOTHING = new byte[MIB];

  @TempDir private Path folder;

  private final HandVhdx disk = new HandVhdx(4 << 20, new UUID(1, 2)).block(0, A).block(1, B);
  private final byte[] both = disk.table();
  private final byte[] first = disk.entry(1, 0).table();
  private final byte[] none = disk.entry(0, 0).table();

  @Test
  void anEntryIsReplayed() throws Exception {
    disk.log(0, 0, 7, TABLE, both, 0);
    check(A, B);
  }

  @Test
  void anEntryGoesOnAtTheStartOfTheRing() throws Exception {
    disk.log(LAST, LAST, 7, TABLE, both, 8192);
    check(A, B);
  }

  @Test
  void entriesAreReplayedInTheirOrder() throws Exception {
    disk.log(LAST - 8192, LAST - 8192, 1L << 40, TABLE, both, 0);
    disk.log(LAST, LAST - 8192, (1L << 40) + 1, TABLE, first, 4096);
    check(A, NOTHING);
  }

  @Test
  void entriesBeforeTheTailAreDone() throws Exception {
    disk.log(0, 0, 3, 3 << 20, new byte[4096], 0); // would destroy the metadata
    disk.log(8192, 8192, 4, TABLE, first, 0);
    read(A, NOTHING); // QEMU begins with the first entry of the sequence, wherever its tail is
  }

  @Test
  void theSequenceWithTheHighestNumbersCounts() throws Exception {
    disk.log(40_960, 40_960, 9, TABLE, first, 0);
    disk.log(8192, 8192, 4, TABLE, both, 0);
    disk.log(81_920, 81_920, 5, TABLE, none, 0);
    check(A, NOTHING);
  }

  @Test
  void aTornEntryIsNone() throws Exception {
    disk.log(0, 0, 3, TABLE, both, 0).log(8192, 0, 4, TABLE, none, 0).tear(9000);
    check(A, B);
  }

  @Test
  void zerosAreWrittenBehindAndOverPages() throws Exception {
    byte[] page = new byte[4096];
    Arrays.fill(page, (byte) 9);
    int data = 4 << 20; // where block 0 is
    disk.log(0, 0, 3, TABLE, both, 0);
    disk.log(8192, 0, 4, data + 4096, page, 4096);
    disk.log(16_384, 0, 5, data, page, 4096);
    disk.log(24_576, 0, 6, data + 12_288, page, 65_536);
    byte[] expected = A.clone();
    Arrays.fill(expected, 0, 4096, (byte) 9);
    Arrays.fill(expected, 4096, 12_288, (byte) 0);
    Arrays.fill(expected, 12_288, 16_384, (byte) 9);
    Arrays.fill(expected, 16_384, 81_920, (byte) 0);
    check(expected, B);
  }

  @Test
  void entriesThatWriteNowhereAreCorrupt() throws IOException {
    disk.log(0, 0, 3, -4096, both, 0);
    Path image = Files.write(folder.resolve("a.vhdx"), disk.bytes());
    assertThatThrownBy(() -> Disks.open(image))
        .hasMessage("the log writes to bytes -4096 to 0: no range of whole sectors");
  }

  private void check(byte[] block0, byte[] block1) throws Exception {
    byte[] expected = read(block0, block1);
    Path image = folder.resolve("a.vhdx");
    Qemu.assumeInstalled();
    Qemu.img("check -q -r all", image);
    assertThat(Arrays.equals(Qemu.convert(image), expected)).isTrue();
    try (Disk opened = Disks.open(image)) {
      assertThat(Arrays.equals(Disks.content(opened, 300_007), expected)).isTrue();
    }
  }

  /** What is read; the file stays as it is. */
  private byte[] read(byte[] block0, byte[] block1) throws IOException {
    byte[] bytes = disk.bytes();
    Path image = Files.write(folder.resolve("a.vhdx"), bytes);
    byte[] expected = Arrays.copyOf(block0, 4 << 20);
    System.arraycopy(block1, 0, expected, MIB, MIB);
    try (Disk opened = Disks.open(image)) {
      assertThat(Arrays.equals(Disks.content(opened, 300_007), expected)).isTrue();
      assertThat(opened.overlaps()).isFalse();
    }
    assertThat(Files.readAllBytes(image)).isEqualTo(bytes);
    return expected;
  }

  private static byte[] noise(long seed) {
    byte[] noise = new byte[MIB];
    new Seed(seed).random().nextBytes(noise);
    return noise;
  }
}
