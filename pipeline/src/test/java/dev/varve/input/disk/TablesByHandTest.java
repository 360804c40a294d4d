package dev.varve.input.disk;

import static dev.varve.input.disk.HandQcow2.COPIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.disk.ClusterRun.State;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of qcow2 images entry by entry: subclusters, gaps, external data and overlaps. */
class TablesByHandTest {
  private static final int SPAN = 64 * 512; // guest bytes of an L2 table

  @TempDir private Path folder;

  /** Clusters of 16 KiB have 32 subclusters of 512 bytes, with a bitmap behind each entry. */
  @Test
  void subclustersAreStoredZeroOrAbsentByTheirBits() throws IOException {
    HandQcow2 image = extended(0b1001L | 0b10L << 32);
    image.putText(49152 + 511, "x").putText(49152 + 3 * 512, "y");
    try (Disk disk = Disks.open(image.write(path("parts")))) {
      assertThat(disk.unitBytes()).isEqualTo(512);
      assertThat(Disks.map(disk))
          .containsExactly(
              new Extent(0, 512, Extent.Kind.DATA, 0),
              new Extent(512, 512, Extent.Kind.ZERO, 0),
              new Extent(1024, 512, Extent.Kind.ABSENT, 0),
              new Extent(1536, 512, Extent.Kind.DATA, 0),
              new Extent(2048, 32768 - 2048, Extent.Kind.ABSENT, 0));
      byte[] content = Disks.content(disk, 1000);
      assertThat(content[511]).isEqualTo((byte) 'x');
      assertThat(content[1536]).isEqualTo((byte) 'y');
      assertThat(disk.ownRun(1600, 1))
          .isEqualTo(new ClusterRun(State.NORMAL, 448, 49152 + 1600, 448));
      assertThat(disk.tables().entryBytes()).isEqualTo(16);
    }
  }

  @Test
  void aSubclusterIsNotZeroAndStored() throws IOException {
    MalformedBlobException fault = contentFault(extended(1L | 1L << 32));
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault.offset()).isEqualTo(32768 + 8);
    assertThat(fault).hasMessage("an invalid subcluster bitmap 100000001");
    HandQcow2 nowhere = extended(1L).putLong(32768, 0);
    assertThat(contentFault(nowhere).offset()).isEqualTo(32768 + 8);
  }

  @Test
  void subclustersNeedClustersOf16Kib() throws IOException {
    MalformedBlobException fault = contentFault(extended(0).putInt(20, 13));
    assertThat(fault.offset()).isEqualTo(20);
  }

  /** "Host cluster offset. Must be aligned to a cluster boundary", of 4 KiB here. */
  @Test
  void aClusterBeginsWhereAClusterMay() throws IOException {
    HandQcow2 image = new HandQcow2().grow(16384).putInt(20, 12).putLong(24, 8192);
    image.putLong(512, 0).putLong(40, 4096).putLong(4096, 8192 | COPIED);
    image.putText(12288, "x").putLong(8192, 12288 | COPIED);
    try (Disk disk = Disks.open(image.write(path("aligned")))) {
      assertThat(Disks.content(disk, 4096)[0]).isEqualTo((byte) 'x');
    }
    MalformedBlobException fault = contentFault(image.putLong(8192, 8192 + 512 | COPIED));
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault.offset()).isEqualTo(8192);
  }

  @Test
  void gapsGoOnOverTablesThatAreNotThere() throws IOException {
    HandQcow2 image = tables(5).putLong(512, 0).putLong(512 + 16, 1024 | COPIED);
    try (Disk disk = Disks.open(image.write(path("gaps")))) {
      assertThat(disk.ownRun(0, Long.MAX_VALUE))
          .isEqualTo(ClusterRun.nothing(State.UNALLOCATED, 2 * SPAN));
      assertThat(disk.ownRun(100, SPAN - 100).bytes()).isEqualTo(SPAN - 100);
      assertThat(disk.ownRun(100, SPAN - 99).bytes()).isEqualTo(2 * SPAN - 100);
      assertThat(disk.ownRun(2 * SPAN, Long.MAX_VALUE).bytes()).isEqualTo(SPAN);
      assertThat(disk.ownRun(3 * SPAN + 1, Long.MAX_VALUE).bytes()).isEqualTo(2 * SPAN - 1);
      BitSet second = new BitSet();
      second.set(2);
      assertThat(disk.tables()).isEqualTo(new FileTables(512, 8, 40, second));
    }
  }

  @Test
  void whatLiesBelowTheEndOfAShortBackingFileIsZeroWhateverTheArrayHeld() throws IOException {
    Files.write(path("short"), "x".repeat(512).getBytes(StandardCharsets.US_ASCII));
    Path top = new HandQcow2().over("short").data(4, 'd').write(path("top"));
    byte[] piece = new byte[1026];
    Arrays.fill(piece, (byte) '?');
    try (Disk disk = Disks.open(top)) {
      disk.read(511, piece, 1, 1024);
      byte[] wanted = new byte[1026];
      wanted[0] = '?';
      wanted[1] = 'x';
      wanted[1025] = '?';
      assertThat(piece).isEqualTo(wanted);
      Arrays.fill(piece, (byte) '?');
      disk.read(512, piece, 0, 2);
      assertThat(piece).startsWith(0, 0, '?');
      assertThat(disk.extentAt(512)).isEqualTo(new Extent(512, 1536, Extent.Kind.ABSENT, 1));
      assertThat(disk.overlaps()).isFalse();
    }
  }

  /** The raw external file is the guest's disk where the table names its clusters one to one. */
  @Test
  void anExternalFileHoldsClustersFromItsFirstByteOn() throws IOException {
    Files.write(
        path("data"), ("a".repeat(512) + "b".repeat(512)).getBytes(StandardCharsets.US_ASCII));
    HandQcow2 image = outside().entry(0, COPIED).entry(1, 512 | COPIED).entry(2, 0);
    try (Disk disk = Disks.open(image.write(path("top")))) {
      byte[] content = Disks.content(disk, 700);
      assertThat(new String(content, 0, 1025, StandardCharsets.US_ASCII))
          .isEqualTo("a".repeat(512) + "b".repeat(512) + "\0");
      assertThat(disk.allocatedBytes()).isEqualTo(1024);
      assertThat(disk.overlaps()).isFalse();
    }
    assertThat(contentFault(outside().entry(1, 1024 | COPIED)).offset()).isEqualTo(1024 + 8);
    MalformedBlobException packed = contentFault(outside().entry(1, 1L << 62));
    assertThat(packed.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(packed).hasMessageContaining("a compressed cluster, although the data is in an ext");
  }

  /** A file of tables alone has space for three, and its L1 table names one of them four times. */
  @Test
  void moreTablesThanTheFileHasRoomForOverlap() throws IOException {
    HandQcow2 image = tables(4);
    for (int table = 0; table < 4; table++) {
      image.putLong(512 + 8 * table, 1024 | COPIED);
    }
    assertOverlaps(image, true);
    assertOverlaps(image.putLong(512, 0), false);
  }

  /** A file of clusters alone has 1536 + 512 bytes. */
  @Test
  void moreClustersThanTheFileHasBytesForOverlap() throws IOException {
    HandQcow2 image = new HandQcow2().data(0, 'a');
    for (int cluster = 1; cluster < 4; cluster++) {
      image.entry(cluster, 1536 | COPIED);
    }
    assertOverlaps(image, false);
    assertOverlaps(image.entry(63, 1536 | COPIED), true);
  }

  /** An entry with reserved bits says nothing, and may stand for a cluster. */
  @Test
  void entriesThatSayNothingSoundCountAsClusters() throws IOException {
    HandQcow2 image = new HandQcow2();
    for (int cluster = 0; cluster < 3; cluster++) {
      image.entry(cluster, 2);
    }
    try (Disk disk = Disks.open(image.write(path("top")))) {
      assertThat(disk.overlaps()).isFalse();
    }
    try (Disk disk = Disks.open(image.entry(5, 2).write(path("top")))) {
      assertThat(disk.overlaps()).isTrue();
    }
    HandQcow2 damaged = tables(4);
    for (int table = 0; table < 4; table++) {
      damaged.putLong(512 + 8 * table, 2);
    }
    try (Disk disk = Disks.open(damaged.write(path("top")))) {
      assertThat(disk.overlaps()).isTrue();
    }
  }

  /** A snapshot counts what the state after it does not have at the same place. */
  @Test
  void aSnapshotCountsWhatTheActiveStateDoesNotShare() throws IOException {
    HandQcow2 image = new HandQcow2().data(0, 'a').data(1, 'b').data(2, 'c');
    // the table in cluster 6: L1 in cluster 7, which leads to an L2 table in cluster 8
    image.grow(9 * 512).putInt(60, 1).putLong(64, 6 * 512);
    image.putLong(6 * 512, 7 * 512).putInt(6 * 512 + 8, 1).putInt(6 * 512 + 12, 1 << 16);
    image.putText(6 * 512 + 40, "1").putLong(7 * 512, 8 * 512 | COPIED);
    // of its clusters the first is the active one's, the second another's, the third its own
    int l2 = 8 * 512;
    image.putLong(l2, 1536).putLong(l2 + 8, 1536 + 1024).putLong(l2 + 24, 1536);
    Path path = image.write(path("top"));
    try (Disk disk = Disks.opener(path).open(FolderStore.uri(path), null, "1")) {
      assertThat(disk.allocatedBytes()).isEqualTo(1024);
    }
    try (Disk disk = Disks.open(path)) {
      assertThat(disk.allocatedBytes()).isEqualTo(1536);
    }
  }

  private void assertOverlaps(HandQcow2 image, boolean overlaps) throws IOException {
    try (Disk disk = Disks.open(image.write(path("top")))) {
      assertThat(disk.overlaps()).isEqualTo(overlaps);
      if (overlaps) {
        assertThatThrownBy(disk::allocatedBytes).hasMessageContaining("overlap");
      } else {
        assertThat(disk.allocatedBytes()).isNotNegative();
      }
    }
  }

  private MalformedBlobException contentFault(HandQcow2 image) throws IOException {
    Path path = image.write(path("damaged"));
    MalformedBlobException fault =
        catchThrowableOfType(
            MalformedBlobException.class,
            () -> {
              try (Disk disk =
                  Disks.opener(path).open(FolderStore.uri(path), DiskFormat.QCOW2, null)) {
                Disks.content(disk, 512);
              }
            });
    assertThat(fault).isNotNull();
    return fault;
  }

  /** A disk of so many L2 tables, of which the first is there and empty. */
  private static HandQcow2 tables(int count) {
    return new HandQcow2().putInt(36, count).putLong(24, (long) count * SPAN);
  }

  /** Two clusters of 16 KiB; the first entry, at 32768, leads to 49152 with this bitmap. */
  private static HandQcow2 extended(long bitmap) {
    HandQcow2 image = new HandQcow2().grow(4 * 16384).putInt(20, 14).putLong(72, 16);
    image.putLong(24, 32768).putLong(40, 16384).putLong(16384, 32768 | COPIED).putLong(512, 0);
    return image.putLong(32768, 49152 | COPIED).putLong(32768 + 8, bitmap);
  }

  /** An image whose clusters lie in the file data. */
  private static HandQcow2 outside() {
    return new HandQcow2()
        .putLong(72, 4)
        .putInt(104, 0x44415441)
        .putInt(108, 4)
        .putText(112, "data");
  }

  private Path path(String name) {
    return folder.resolve(name);
  }
}
