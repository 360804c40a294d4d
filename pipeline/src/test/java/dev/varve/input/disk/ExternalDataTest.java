package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.inventory.DiskSources;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** qcow2 images whose clusters lie in a file of their own. */
class ExternalDataTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster_size=512",
        "cluster_size=4k",
        "cluster_size=64k",
        "cluster_size=2M",
        "extended_l2=on",
        "extended_l2=on,cluster_size=2M",
        "data_file_raw=on",
        "data_file_raw=on,cluster_size=512",
        "data_file_raw=on,extended_l2=on"
      })
  void imagesAndOverlaysAreReadAndMappedAsByQemu(String options) throws Exception {
    Qemu.assumeInstalled();
    Path image = folder.resolve("image.qcow2");
    Path data = folder.resolve("image.data");
    Path top = folder.resolve("top.qcow2");
    Qemu.img("create -q -f qcow2 -o data_file=" + data + "," + options, image, Path.of("5000192"));
    Qemu.io(image, QemuDiskTest.writes(new Seed(31).at(options), 5_000_192, true));
    Qemu.img("create -q -F qcow2 -f qcow2 -b " + image, top, Path.of("6M"));
    Qemu.io(top, QemuDiskTest.writes(new Seed(32).at(options), 6 << 20, true));
    for (Path file : List.of(image, top)) {
      try (Disk disk = Disks.open(file)) {
        assertThat(Disks.content(disk, 300_007)).isEqualTo(Qemu.convert(file));
        assertThat(Disks.map(disk)).isEqualTo(Qemu.map(file));
        assertThat(disk.allocatedBytes()).isEqualTo(Disks.allocated(Qemu.map(file)));
      }
    }
  }

  @Test
  void theDataLiesBesideTheImageAndIsNoSnapshotOfItsOwn() throws IOException {
    Path vm = Files.createDirectories(folder.resolve("tree/vm"));
    Path flat = Files.createDirectories(folder.resolve("tree/flat/monday"));
    byte[] image = over("disk.data").bytes();
    for (Path home : List.of(vm, flat)) {
      Files.write(home.resolve("disk.qcow2"), image);
      Files.write(home.resolve("disk.data"), cluster((byte) 5));
    }
    Files.move(flat.resolve("disk.data"), flat.resolve("disk.raw"));
    Files.write(flat.resolve("disk.qcow2"), over("disk.raw").bytes());
    FolderStore store = new FolderStore();
    SnapshotPlan plan =
        DiskSources.plan(
            store, List.of(FolderStore.uri(folder.resolve("tree"))), (owner, name) -> false);
    assertThat(plan.refused()).isEmpty();
    assertThat(plan.images())
        .extracting(SnapshotImage::vm, SnapshotImage::snapshot)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("vm", "disk"),
            org.assertj.core.groups.Tuple.tuple("flat", "monday"));
    for (SnapshotImage found : plan.images()) {
      try (Disk disk = found.disk(new DiskOpener(store, plan.roots()))) {
        byte[] content = Disks.content(disk, 999);
        assertThat(content[511]).isZero();
        assertThat(content[512]).isEqualTo((byte) 5);
      }
    }
    assertThat(store.open()).isZero();
  }

  @Test
  void aFileThatIsMissingOutsideOrTheImageItselfIsRefused() throws IOException {
    Files.write(folder.resolve("far.data"), cluster((byte) 5));
    assertThat(fault("gone.data", 0).reason()).isEqualTo(RejectReason.ABSENT);
    assertThat(fault("../far.data", 0))
        .returns(RejectReason.UNSUPPORTED, MalformedBlobException::reason)
        .hasMessageContaining("is outside of the inputs");
    assertThat(fault("nbd:host", 0).reason()).isEqualTo(RejectReason.UNSUPPORTED);
    assertThat(fault("image.qcow2", 0).reason()).isEqualTo(RejectReason.CORRUPT);
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.write(home.resolve("near.data"), cluster((byte) 5));
    assertThat(fault("near.data", 512))
        .returns(RejectReason.TRUNCATED, MalformedBlobException::reason)
        .returns(1032L, MalformedBlobException::offset);
    assertThat(fault("near.data", 1L << 62).reason()).isEqualTo(RejectReason.CORRUPT);
  }

  private MalformedBlobException fault(String name, long entry) throws IOException {
    Path image = Files.createDirectories(folder.resolve("home")).resolve("image.qcow2");
    over(name).entry(1, entry | HandQcow2.COPIED).write(image);
    FolderStore store = new FolderStore();
    DiskOpener opener = new DiskOpener(store, List.of(FolderStore.uri(folder.resolve("home"))));
    MalformedBlobException fault =
        catchThrowableOfType(
            MalformedBlobException.class,
            () -> {
              try (Disk disk = opener.open(FolderStore.uri(image), null, null)) {
                Disks.content(disk, 999);
              }
            });
    assertThat(fault).as(name).isNotNull();
    assertThat(store.open()).isZero();
    return fault;
  }

  /** An image whose clusters lie in a file of this name; the first one is its second cluster. */
  private static HandQcow2 over(String name) {
    HandQcow2 image = new HandQcow2().putLong(72, 4).entry(1, HandQcow2.COPIED);
    return image.putInt(104, 0x44415441).putInt(108, name.length()).putText(112, name);
  }

  private static byte[] cluster(byte octet) {
    byte[] cluster = new byte[HandQcow2.CLUSTER];
    java.util.Arrays.fill(cluster, octet);
    return cluster;
  }
}
