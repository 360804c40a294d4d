package dev.varve.input.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.DiskOpener;
import dev.varve.input.disk.Disks;
import dev.varve.input.disk.FolderStore;
import dev.varve.input.disk.Qemu;
import dev.varve.model.RejectReason;
import dev.varve.model.Seed;
import dev.varve.synthetic.disk.SnapshotWorld;
import dev.varve.synthetic.disk.SnapshotWorldSize;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole world planned and read. */
class SnapshotWorldDisksTest {
  @TempDir private static Path folder;
  private static SnapshotWorld.Summary summary;
  private static SnapshotPlan plan;

  @BeforeAll
  static void grow() throws IOException {
    summary = SnapshotWorld.write(new Seed(7), SnapshotWorldSize.small(), folder);
    plan =
        DiskSources.plan(
            new FolderStore(), List.of(FolderStore.uri(folder)), (owner, name) -> false);
  }

  @Test
  void theDamagedImageIsRefusedAndAllOthersArePlanned() {
    assertThat(plan.refused())
        .singleElement()
        .satisfies(
            refused -> {
              assertThat(refused.location()).endsWith(summary.damaged().file());
              assertThat(refused.reason()).isEqualTo(RejectReason.TRUNCATED);
            });
    assertThat(plan.images())
        .extracting(image -> image.vm() + " " + image.snapshot() + " " + image.parent())
        .containsExactly(
            "delta day-0 null",
            "delta day-1 day-0",
            "delta day-2 day-1",
            "marsh day-0 null",
            "marsh day-1 day-0",
            "marsh day-2 day-1",
            "silt day-0 null",
            "silt day-1 day-0");
  }

  @Test
  void everyDiskHasTheDigestThatItsWriterNotedDown() throws Exception {
    DiskOpener opener = new DiskOpener(new FolderStore(), plan.roots());
    for (SnapshotImage image : plan.images()) {
      SnapshotWorld.Written written =
          summary.snapshots().stream()
              .filter(one -> one.vm().equals(image.vm()) && one.snapshot().equals(image.snapshot()))
              .findFirst()
              .orElseThrow();
      try (Disk disk = image.disk(opener)) {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Disks.content(disk, 1_000_003));
        assertThat(HexFormat.of().formatHex(digest)).isEqualTo(written.sha256());
      }
    }
  }

  @Test
  void qemuFindsNoFaultInAnyImage() throws Exception {
    Qemu.assumeInstalled();
    for (SnapshotImage image : plan.images()) {
      if (image.format() == DiskFormat.QCOW2) {
        Path path = Path.of(image.location().substring("file:".length()));
        assertThat(Qemu.img("check", path)).contains("No errors were found");
      }
    }
  }
}
