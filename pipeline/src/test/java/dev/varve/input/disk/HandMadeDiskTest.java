package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Images of a few clusters, every byte of which is known. */
class HandMadeDiskTest {
  private static final int COMPRESSION_BIT = 8;

  @TempDir private Path folder;

  @Test
  void dataZerosAndHolesAreReadAsTheyStand() throws IOException {
    Path image =
        new HandQcow2().data(1, 'a').data(2, 'b').entry(3, 1).data(63, 'z').write(path("top"));
    try (Disk disk = Disks.open(image)) {
      assertThat(disk.virtualBytes()).isEqualTo(64 * 512);
      assertThat(disk.allocatedBytes()).isEqualTo(3 * 512);
      assertThat(Disks.map(disk))
          .containsExactly(
              new Extent(0, 512, Extent.Kind.ABSENT, 0),
              new Extent(512, 1024, Extent.Kind.DATA, 0),
              new Extent(1536, 512, Extent.Kind.ZERO, 0),
              new Extent(2048, 59 * 512, Extent.Kind.ABSENT, 0),
              new Extent(63 * 512, 512, Extent.Kind.DATA, 0));
      assertThat(disk.extentAt(700)).isEqualTo(new Extent(700, 836, Extent.Kind.DATA, 0));
      byte[] piece = "????????".getBytes(StandardCharsets.US_ASCII);
      disk.read(1021, piece, 1, 6);
      assertThat(piece).isEqualTo("?aaabbb?".getBytes(StandardCharsets.US_ASCII));
      disk.read(1534, piece, 0, 4);
      assertThat(piece).startsWith('b', 'b', 0, 0);
      assertThatThrownBy(() -> disk.read(64 * 512 - 1, piece, 0, 2))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void aShorterBackingFileReadsAsZerosBeyondItsEnd() throws IOException {
    Files.write(path("short.raw"), "x".repeat(700).getBytes(StandardCharsets.US_ASCII));
    Path image = new HandQcow2().over("short.raw").data(0, 'a').entry(2, 1).write(path("top"));
    try (Disk disk = Disks.open(image)) {
      byte[] content = Disks.content(disk, 333);
      assertThat(new String(content, 500, 205, StandardCharsets.US_ASCII))
          .isEqualTo("a".repeat(12) + "x".repeat(188) + "\0".repeat(5));
      assertThat(Disks.map(disk))
          .containsExactly(
              new Extent(0, 512, Extent.Kind.DATA, 0),
              new Extent(512, 188, Extent.Kind.DATA, 1),
              new Extent(700, 324, Extent.Kind.ABSENT, 0),
              new Extent(1024, 512, Extent.Kind.ZERO, 0),
              new Extent(1536, 61 * 512, Extent.Kind.ABSENT, 0));
    }
  }

  @Test
  void theFormatExtensionDecidesHowABackingFileIsRead() throws IOException {
    new HandQcow2().data(0, 'a').write(path("inner"));
    Path image =
        new HandQcow2()
            .putInt(104, 0xe2792aca)
            .putInt(108, 3)
            .putText(112, "raw")
            .putLong(8, 200)
            .putInt(16, 5)
            .putText(200, "inner")
            .write(path("top"));
    try (Disk disk = Disks.open(image)) {
      assertThat(Disks.content(disk, 512)).startsWith('Q', 'F', 'I', 0xfb);
    }
  }

  /** As qemu-img convert, info and map do; only writers refuse it. */
  @Test
  void anImageThatMarksItselfAsCorruptIsRead() throws IOException {
    Path image = new HandQcow2().putLong(72, 2).data(1, 'b').write(path("marked"));
    Path sound = new HandQcow2().data(1, 'b').write(path("sound"));
    try (Disk disk = Disks.open(image);
        Disk other = Disks.open(sound)) {
      assertThat(disk.isMarkedCorrupt()).isTrue();
      assertThat(other.isMarkedCorrupt()).isFalse();
      byte[] content = Disks.content(disk, 512);
      assertThat(content).isEqualTo(Disks.content(other, 512));
      assertThat(content[512]).isEqualTo((byte) 'b');
    }
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        fault("a wrong magic", CORRUPT, 0, image -> image.putInt(0, 0x514649fa)),
        fault("version 1", RejectReason.UNSUPPORTED, 4, image -> image.putInt(4, 1)),
        fault("clusters of 256 bytes", CORRUPT, 20, image -> image.putInt(20, 8)),
        fault("clusters of 4 MiB", CORRUPT, 20, image -> image.putInt(20, 22)),
        fault("encryption", RejectReason.ENCRYPTED, 32, image -> image.putInt(32, 2)),
        fault("an unnamed external file", CORRUPT, 72, image -> image.putLong(72, 4)),
        fault("an unknown bit", RejectReason.UNSUPPORTED, 72, image -> image.putLong(72, 32)),
        fault("small subclusters", CORRUPT, 20, image -> image.putLong(72, 16)),
        fault("an untold compression", CORRUPT, 104, image -> image.putLong(72, COMPRESSION_BIT)),
        fault("a short header", CORRUPT, 100, image -> image.putInt(100, 96)),
        fault("a header extension that leaves", CORRUPT, 104, image -> image.putLong(104, -1)),
        fault("a far name", CORRUPT, 8, image -> image.putLong(8, 500).putInt(16, 20)),
        fault("a long name", CORRUPT, 8, image -> image.putLong(8, 104).putInt(16, 1024)),
        fault("a name with a NUL", CORRUPT, 112, image -> image.over("a\0b")),
        fault("a negative length", CORRUPT, 36, image -> image.putLong(24, -512)),
        fault("a disk beyond L1", CORRUPT, 36, image -> image.putLong(24, 65 * 512)),
        fault("a vast L1", CORRUPT, 36, image -> image.putInt(36, -1)),
        fault("an L1 table beyond", TRUNCATED, 1536, image -> image.putInt(36, 200)),
        fault("an L1 table out of line", CORRUPT, 36, image -> image.putLong(40, 520)),
        fault(
            "an L2 table out of line",
            CORRUPT,
            1024,
            image -> image.putInt(20, 10).putLong(40, 1024).putLong(1024, 512)),
        fault("an L2 table beyond", TRUNCATED, 512, image -> image.putLong(512, 1 << 20)),
        fault("reserved bits in L1", CORRUPT, 512, image -> image.putLong(512, 1024 + 2)),
        fault("reserved bits in L2", CORRUPT, 1032, image -> image.entry(1, 2)),
        fault("a cluster beyond", TRUNCATED, 1032, image -> image.entry(1, 1 << 20)),
        fault("a cut cluster", TRUNCATED, 1800, image -> image.data(1, 'a').grow(1800)),
        fault("a packed one beyond", TRUNCATED, 1536, image -> image.entry(1, 1L << 62 | 1 << 20)),
        fault("noise that is packed", CORRUPT, 1024, image -> image.entry(1, 1L << 62 | 1024)),
        fault("a zero mark in version 2", CORRUPT, 1032, image -> image.putInt(4, 2).entry(1, 1)),
        fault("too many snapshots", RejectReason.LIMIT, 60, image -> image.putInt(60, 1 << 20)),
        fault("a cut header", TRUNCATED, 60, image -> image.grow(60)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void whatIsWrongIsNamedWithItsPlace(
      String name, RejectReason reason, long offset, Consumer<HandQcow2> damage)
      throws IOException {
    HandQcow2 image = new HandQcow2();
    damage.accept(image);
    Path path = image.write(path("damaged.qcow2"));
    FolderStore store = new FolderStore();
    DiskOpener opener = new DiskOpener(store, List.of(FolderStore.uri(folder)));
    MalformedBlobException fault =
        catchThrowableOfType(
            MalformedBlobException.class,
            () -> {
              opener.head(FolderStore.uri(path), null);
              try (Disk disk = opener.open(FolderStore.uri(path), DiskFormat.QCOW2, null)) {
                Disks.content(disk, 512);
              }
            });
    assertThat(fault).as(name).isNotNull();
    assertThat(fault.reason()).as(fault.explanation()).isEqualTo(reason);
    assertThat(fault.offset()).as(fault.explanation()).isEqualTo(offset);
    assertThat(store.open()).as("channels left open").isZero();
  }

  @Test
  void theDirtyBitIsOfNoConcernToAReader() throws IOException {
    Path image = new HandQcow2().putLong(72, 1).data(0, 'a').write(path("dirty"));
    try (Disk disk = Disks.open(image)) {
      assertThat(Disks.content(disk, 512)).startsWith('a');
    }
  }

  @Test
  void anInternalSnapshotHasTablesAndALengthOfItsOwn() throws IOException {
    HandQcow2 image = new HandQcow2().data(0, 'n').grow(6 * 512);
    image.putInt(60, 1).putLong(64, 4 * 512); // one snapshot, its table in cluster 4
    image.putLong(2048, 5 * 512).putInt(2056, 1).putInt(2060, 0x1_0003); // L1; id 1, name 3 long
    image.putInt(2064, 1_700_000_000).putInt(2068, 123_456_789).putInt(2084, 16);
    image.putLong(2096, 3 * 512).putText(2104, "7old"); // length, id, name
    Path path = image.write(path("snapshots"));
    DiskOpener opener = Disks.opener(path);
    assertThat(opener.head(FolderStore.uri(path), null).snapshots())
        .containsExactly(
            new InternalSnapshot("7", "old", 5 * 512, 1, 3 * 512, 1_700_000_000_123_456L));
    for (String key : List.of("7", "old")) {
      try (Disk disk = opener.open(FolderStore.uri(path), null, key)) {
        assertThat(Disks.content(disk, 100)).isEqualTo(new byte[3 * 512]);
        assertThat(disk.allocatedBytes()).isZero();
      }
    }
    assertThatThrownBy(() -> opener.open(FolderStore.uri(path), null, "young"))
        .hasMessageContaining("there is no internal snapshot young");
  }

  @Test
  void tablesThatOverlapAreNotCountedForEver() throws IOException {
    // 4096 L1 entries that all lead to one L2 table whose entries all lead to one cluster
    HandQcow2 image = new HandQcow2().grow(512 + 8 * 4096 + 1024);
    image.putInt(36, 4096).putLong(24, 4096L * 64 * 512);
    for (int entry = 0; entry < 4096; entry++) {
      image.putLong(512 + 8 * entry, 512 + 8 * 4096);
    }
    for (int entry = 0; entry < 64; entry++) {
      image.putLong(512 + 8 * 4096 + 8 * entry, 1024 + 8 * 4096);
    }
    try (Disk disk = Disks.open(image.write(path("overlapping")))) {
      assertThatThrownBy(disk::allocatedBytes)
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("overlap");
    }
  }

  /** The file has room for each cluster, packed into one sector, but not for all of them. */
  @Test
  void packedClustersThatOverlapAreNotCountedForEver() throws IOException {
    int tables = 512 + 8 * 64;
    HandQcow2 image = new HandQcow2().grow(tables + 2 * 512);
    image.putInt(36, 64).putLong(24, 64L * 64 * 512);
    for (int entry = 0; entry < 64; entry++) {
      image.putLong(512 + 8 * entry, tables);
      image.putLong(tables + 8 * entry, 1L << 62 | tables + 512);
    }
    try (Disk disk = Disks.open(image.write(path("packed")))) {
      assertThatThrownBy(disk::allocatedBytes)
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("overlap");
    }
  }

  @Test
  void aRangeCostsTheTablesOfThatRangeOnly() throws IOException {
    int clusters = 64 * 2048; // 2048 L2 tables: 1 MiB of them
    int tables = 512 + 8 * 2048;
    HandQcow2 image = new HandQcow2().grow(tables + 2048 * 512 + 512);
    image.putInt(36, 2048).putLong(24, clusters * 512L);
    for (int entry = 0; entry < 2048; entry++) {
      image.putLong(512 + 8 * entry, tables + 512L * entry);
      image.putLong(tables + 512 * entry, tables + 2048 * 512);
    }
    Path path = image.write(path("wide"));
    FolderStore store = new FolderStore();
    try (Disk disk = new DiskOpener(store, List.of()).open(FolderStore.uri(path), null, null)) {
      assertThat(store.bytes()).isLessThan(2048);
      byte[] piece = new byte[32_768];
      disk.read(1000 * 32_768L, piece, 0, piece.length);
      assertThat(store.bytes()).isLessThan(2048 + 2 * (16 << 10) + 512 + 1);
    }
  }

  private static final RejectReason CORRUPT = RejectReason.CORRUPT;
  private static final RejectReason TRUNCATED = RejectReason.TRUNCATED;

  private static Arguments fault(
      String name, RejectReason reason, long offset, Consumer<HandQcow2> damage) {
    return Arguments.of(name, reason, offset, damage);
  }

  private Path path(String name) {
    return folder.resolve(name);
  }
}
