package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every cluster size with every version, compression and kind of L2 entry, and every width of
 * reference counts: an image that was packed, written, snapshotted and written again, and an
 * overlay, half of them shorter and half longer than it.
 */
@Tag("thorough")
class QemuMatrixTest {
  private static final int BYTES = 1_500_160;

  @TempDir private static Path folder;

  @BeforeAll
  static void qemuIsInstalled() throws Exception {
    Qemu.assumeInstalled();
    Files.write(folder.resolve("mixed.raw"), QemuDiskTest.mixed(BYTES));
  }

  static Stream<String> forms() {
    Stream<String> sizes =
        Stream.iterate(512, size -> size <= 2 << 20, size -> 2 * size)
            .flatMap(
                size ->
                    Stream.of(
                        "compat=0.10,cluster_size=" + size,
                        "compat=1.1,cluster_size=" + size,
                        "compat=1.1,compression_type=zstd,cluster_size=" + size,
                        size < 16 << 10 ? "" : "compat=1.1,extended_l2=on,cluster_size=" + size));
    Stream<String> widths = Stream.of(1, 2, 4, 8, 16, 32, 64).map(bits -> "refcount_bits=" + bits);
    return Stream.concat(sizes.filter(form -> !form.isEmpty()), widths);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void statesAndAnOverlayAreReadAndMappedAsByQemu(String options) throws Exception {
    Seed seed = new Seed(51).at(options);
    boolean zeroMarks = !options.contains("0.10");
    Path image = folder.resolve("image.qcow2");
    Qemu.img("convert -c -f raw -O qcow2 -o " + options, folder.resolve("mixed.raw"), image);
    // A snapshot counts every cluster once more, and packed ones share theirs.
    boolean snapshot = !List.of("refcount_bits=1", "refcount_bits=2").contains(options);
    byte[] before = {};
    if (snapshot) {
      Qemu.io(image, few(seed.at(0), BYTES, zeroMarks));
      before = Qemu.convert(image);
      Qemu.img("snapshot -c one", image);
    }
    Qemu.io(image, few(seed.at(1), BYTES, zeroMarks));
    check(image);
    DiskOpener opener = Disks.opener(image);
    for (InternalSnapshot state : opener.head(FolderStore.uri(image), null).snapshots()) {
      try (Disk disk = opener.open(FolderStore.uri(image), null, state.id())) {
        assertThat(Arrays.equals(Disks.content(disk, 70_001), before)).as("the snapshot").isTrue();
      }
    }
    int bytes = seed.random().nextBoolean() ? BYTES - 700_416 : BYTES + 1_000_448;
    Path top = folder.resolve("top.qcow2");
    String backed = "create -q -F qcow2 -f qcow2 -o " + options + " -b ";
    Qemu.img(backed + image.getFileName(), top, Path.of(String.valueOf(bytes)));
    Qemu.io(top, few(seed.at(2), bytes, zeroMarks));
    check(top);
  }

  private static void check(Path image) throws Exception {
    List<Extent> map = Qemu.map(image);
    try (Disk disk = Disks.open(image)) {
      assertThat(Arrays.equals(Disks.content(disk, 300_007), Qemu.convert(image))).isTrue();
      assertThat(Disks.map(disk)).isEqualTo(map);
      assertThat(disk.allocatedBytes()).isEqualTo(Disks.allocated(map));
    }
  }

  private static List<String> few(Seed seed, int bytes, boolean zeroMarks) {
    List<String> writes = QemuDiskTest.writes(seed, bytes / 512 * 512, zeroMarks);
    return writes.subList(0, Math.min(15, writes.size()));
  }
}
