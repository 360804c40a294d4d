package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.FolderStore;
import dev.varve.input.disk.HandQcow2;
import dev.varve.input.inventory.SnapshotImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose tables overlap, alone and below others. */
class CheckedHeadTest {
  private static final int TABLES = 512 + 8 * 4096;

  @TempDir private Path folder;

  /** 4096 L1 entries that all lead to one L2 table whose entries all lead to one cluster. */
  private void bomb(String name) throws Exception {
    HandQcow2 image = new HandQcow2().grow(TABLES + 1024);
    image.putInt(36, 4096).putLong(24, 4096L * 64 * 512);
    for (int entry = 0; entry < 4096; entry++) {
      image.putLong(512 + 8 * entry, TABLES);
    }
    for (int entry = 0; entry < 64; entry++) {
      image.putLong(TABLES + 8 * entry, TABLES + 512);
    }
    image.write(folder.resolve(name));
  }

  private SnapshotImage image(String name, DiskFormat format) {
    String location = FolderStore.uri(folder.resolve(name));
    return new SnapshotImage("vm", name, 0, null, null, location, format, null);
  }

  private List<String> faults(SnapshotImage... images) throws Exception {
    List<CheckedHead> heads = new ArrayList<>();
    for (SnapshotImage image : images) {
      heads.add(
          CheckedHead.of(
              new FolderStore(),
              List.of(FolderStore.uri(folder)),
              1L << 40,
              image,
              CheckedHead.keys(List.of(images))));
    }
    return CheckedHead.refused(heads).stream()
        .map(head -> head.fault() == null ? "" : Objects.requireNonNull(head.fault()).message())
        .toList();
  }

  @Test
  void filesOfAChainThatMarkThemselvesAsCorruptAreReadAndNamed() throws Exception {
    new HandQcow2().putLong(72, 2).write(folder.resolve("marked.qcow2"));
    new HandQcow2().over("marked.qcow2").write(folder.resolve("top.qcow2"));
    SnapshotImage top = image("top.qcow2", DiskFormat.QCOW2);
    CheckedHead head =
        CheckedHead.of(
            new FolderStore(), List.of(FolderStore.uri(folder)), 1L << 40, top, Set.of());
    assertThat(head.markedCorrupt())
        .containsExactly(FolderStore.uri(folder.resolve("marked.qcow2")));
    assertThat(faults(top)).containsExactly("");
  }

  @Test
  void whatLiesOverAFileThatOverlapsIsRefusedHoweverThatIsListed() throws Exception {
    bomb("bomb.qcow2");
    new HandQcow2().over("bomb.qcow2").write(folder.resolve("top.qcow2"));
    new HandQcow2().over("top.qcow2").write(folder.resolve("next.qcow2"));
    SnapshotImage bomb = image("bomb.qcow2", DiskFormat.QCOW2);
    SnapshotImage top = image("top.qcow2", DiskFormat.QCOW2);
    SnapshotImage next = image("next.qcow2", DiskFormat.QCOW2);
    assertThat(faults(bomb).get(0)).startsWith("its tables name more clusters");
    String below = "the backing file " + bomb.location() + ": its tables name more";
    assertThat(faults(top).get(0)).startsWith(below);
    // The file between is no snapshot.
    assertThat(faults(bomb, next)).allSatisfy(fault -> assertThat(fault).contains("overlap"));
    assertThat(faults(bomb, top, next).subList(1, 3))
        .allSatisfy(fault -> assertThat(fault).startsWith(below));
    // As a raw disk it has no tables, but those above read it by them.
    assertThat(faults(image("bomb.qcow2", DiskFormat.RAW), top).get(0)).isEmpty();
    assertThat(faults(image("bomb.qcow2", DiskFormat.RAW), top).get(1)).startsWith(below);
  }

  /** Faults of other kinds may lie where nobody reads. */
  @Test
  void damageBelowIsNotInherited() throws Exception {
    new HandQcow2().entry(3, 1).write(folder.resolve("damaged.qcow2"));
    new HandQcow2().over("damaged.qcow2").write(folder.resolve("over.qcow2"));
    Files.write(folder.resolve("base.raw"), new byte[512]);
    new HandQcow2().over("base.raw").write(folder.resolve("sound.qcow2"));
    assertThat(
            faults(
                image("damaged.qcow2", DiskFormat.QCOW2),
                image("over.qcow2", DiskFormat.QCOW2),
                image("base.raw", DiskFormat.RAW),
                image("sound.qcow2", DiskFormat.QCOW2)))
        .containsOnly("");
  }
}
