package dev.varve.input.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.FolderStore;
import dev.varve.input.disk.LocationText;
import dev.varve.model.BackupState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackupDatastoreTest {
  private static final String MONDAY = "2024-01-01T01:02:03Z";
  private static final String TUESDAY = "2024-01-02T01:02:03Z";

  @TempDir private Path folder;

  @BeforeEach
  void fill() throws IOException {
    files(
        "store/.chunks/0a9e/0a9e6a7b",
        "store/.lock",
        "store/vm/100/owner",
        "store/vm/100/" + TUESDAY + "/drive-scsi0.img.fidx",
        "store/vm/100/" + MONDAY + "/drive-scsi0.img.fidx",
        "store/vm/100/" + MONDAY + "/drive-scsi1.img.fidx",
        "store/vm/100/" + MONDAY + "/index.json.blob",
        "store/vm/100/" + MONDAY + "/drive-scsi2.img.tmp_fidx",
        "store/ns/east/ns/db/vm/100/" + MONDAY + "/drive-scsi0.img.fidx",
        "store/ns/east/host/ns/" + MONDAY + "/root.pxar.didx");
  }

  @Test
  void archivesOfGroupsAreVmsAndTimesSnapshots() throws IOException {
    SnapshotPlan plan = plan("store");
    assertThat(rows(plan))
        .containsExactly(
            "east/db/vm/100/drive-scsi0 " + MONDAY + " 0 null fidx",
            "east/host/ns/root.pxar " + MONDAY + " 0 null didx",
            "vm/100/drive-scsi0 " + MONDAY + " 0 null fidx",
            "vm/100/drive-scsi0 " + TUESDAY + " 1 " + MONDAY + " fidx",
            "vm/100/drive-scsi1 " + MONDAY + " 0 null fidx");
    assertThat(plan.refused()).isEmpty();
    assertThat(plan.images().get(0).takenAtMicros())
        .isEqualTo(Instant.parse(MONDAY).getEpochSecond() * 1_000_000);
  }

  /** Files that the server takes for these states: .protected, index.json.blob. */
  @Test
  void backupsAreProtectedOrUnfinishedByTheFilesBesideThem() throws IOException {
    files("store/vm/100/" + TUESDAY + "/.protected");
    assertThat(plan("store").images())
        .extracting(one -> one.vm() + " " + one.snapshot() + " " + one.backupState())
        .containsExactly(
            "east/db/vm/100/drive-scsi0 " + MONDAY + " UNFINISHED",
            "east/host/ns/root.pxar " + MONDAY + " UNFINISHED",
            "vm/100/drive-scsi0 " + MONDAY + " null",
            "vm/100/drive-scsi0 " + TUESDAY + " PROTECTED",
            "vm/100/drive-scsi1 " + MONDAY + " null");
    String index = "store/vm/100/" + TUESDAY + "/drive-scsi0.img.fidx";
    assertThat(plan(index).images())
        .extracting(SnapshotImage::backupState)
        .containsExactly(BackupState.PROTECTED);
  }

  @ParameterizedTest
  @CsvSource({
    "store/ns, 2, east/db/vm/100/drive-scsi0",
    "store/ns/east, 2, east/db/vm/100/drive-scsi0",
    "store/ns/east/ns/db, 1, east/db/vm/100/drive-scsi0",
    "store/ns/east/host, 1, east/host/ns/root.pxar",
    "store/vm, 3, vm/100/drive-scsi0",
    "store/vm/100, 3, vm/100/drive-scsi0",
    "store/vm/100/2024-01-01T01:02:03Z, 2, vm/100/drive-scsi0",
    "store/vm/100/2024-01-02T01:02:03Z/drive-scsi0.img.fidx, 1, vm/100/drive-scsi0"
  })
  void namesDoNotDependOnTheFolderThatIsTheInput(String input, int snapshots, String first)
      throws IOException {
    SnapshotPlan plan = plan(input);
    assertThat(plan.images()).hasSize(snapshots);
    assertThat(plan.images().get(0).vm()).isEqualTo(first);
    assertThat(plan.refused()).isEmpty();
  }

  @Test
  void whatIsNoIndexIsRefusedByName() throws IOException {
    files(
        "store/vm/100/" + MONDAY + "/notes.txt",
        "store/vm/100/2024-99-01T01:02:03Z/a.fidx",
        "store/vm/100/2024-01-03T01:02:03Z/index.json.blob");
    Files.createSymbolicLink(folder.resolve("store/vm/101"), folder.resolve("store/vm/100"));
    assertThat(plan("store").refused())
        .extracting(one -> LocationText.name(one.location()) + " " + one.reason())
        .containsExactlyInAnyOrder(
            "notes.txt UNSUPPORTED",
            "a.fidx CORRUPT",
            "2024-01-03T01:02:03Z ABSENT",
            "101 UNSUPPORTED");
    assertThat(plan("store").images()).hasSize(5);
  }

  @Test
  void aTreeWhoseVmIsCalledHostIsNoDatastore() throws IOException {
    files("tree/host/monday.raw", "tree/vm/2024-01-01T01:02:03Z/disk.raw", "alone/drive.img.fidx");
    assertThat(rows(plan("tree")))
        .containsExactly("host monday 0 null raw", "vm " + MONDAY + " 0 null raw");
    assertThat(rows(plan("alone/drive.img.fidx")))
        .containsExactly("drive.img drive.img 0 null fidx");
  }

  private void files(String... names) throws IOException {
    for (String name : names) {
      Path path = folder.resolve(name);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "x");
    }
  }

  private SnapshotPlan plan(String input) throws IOException {
    return DiskSources.plan(
        new FolderStore(),
        List.of(FolderStore.uri(folder.resolve(input))),
        (vm, snapshot) -> false);
  }

  private static List<String> rows(SnapshotPlan plan) {
    return plan.images().stream()
        .map(
            row ->
                "%s %s %d %s %s"
                    .formatted(
                        row.vm(),
                        row.snapshot(),
                        row.position(),
                        row.parent(),
                        row.format().label()))
        .toList();
  }
}
