package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotTasksTest {
  private static final long SEGMENT = Segment.BYTES;

  @Test
  void aDiskIsSplitAtWholeSegments() {
    SnapshotHead disk = head("a", null, 5 * SEGMENT + 7, null);
    List<List<SnapshotPart>> tasks = only(new SnapshotTasks(2 * SEGMENT + 1), disk);
    assertThat(tasks).hasSize(3);
    assertThat(tasks.stream().flatMap(List::stream))
        .containsExactly(
            new SnapshotPart(disk.image(), 5 * SEGMENT + 7, -1, 0, 2 * SEGMENT),
            new SnapshotPart(disk.image(), 5 * SEGMENT + 7, -1, 2, 2 * SEGMENT),
            new SnapshotPart(disk.image(), 5 * SEGMENT + 7, -1, 4, SEGMENT + 7));
  }

  @Test
  void smallDisksShareATask() {
    List<List<SnapshotPart>> tasks =
        only(
            new SnapshotTasks(2 * SEGMENT),
            head("a", null, SEGMENT, null),
            head("b", null, SEGMENT, null),
            head("c", null, SEGMENT, null));
    assertThat(tasks).extracting(List::size).containsExactly(2, 1);
  }

  @Test
  void aDiskWithoutBytesHasAPartToTellOfIt() {
    List<List<SnapshotPart>> tasks = only(new SnapshotTasks(SEGMENT), head("a", null, 0, null));
    assertThat(tasks.get(0)).extracting(SnapshotPart::isFirst).containsExactly(true);
  }

  @Test
  void aSnapshotHasTheBytesOfItsParts() {
    assertThat(
            new SnapshotTasks(SEGMENT)
                .snapshots(
                    List.of(head("b", null, 3 * SEGMENT + 7, null), head("a", null, SEGMENT, null)),
                    List.of(),
                    null))
        .extracting(SnapshotTasks.Snapshot::snapshot, SnapshotTasks.Snapshot::bytes)
        .containsExactly(tuple("b", 3 * SEGMENT + 7), tuple("a", SEGMENT));
  }

  @Test
  void aDiskThatCannotBeOpenedHasNoPart() {
    SnapshotHead.Fault fault = new SnapshotHead.Fault(RejectReason.CORRUPT, 4, "no head");
    SnapshotHead bad = new SnapshotHead(head("a", null, 0, null).image(), 0, null, fault);
    assertThat(new SnapshotTasks(SEGMENT).snapshots(List.of(bad), List.of(), null)).isEmpty();
  }

  @Test
  void theBackingFileTellsOfChangesOnlyWhenItIsTheParent() {
    SnapshotHead parent = head("a", null, 9 * SEGMENT, null);
    SnapshotHead over = head("b", "a", SEGMENT, parent.image().location());
    SnapshotHead beside = head("c", "a", SEGMENT, "mem:/elsewhere");
    SnapshotHead orphan = head("d", "gone", SEGMENT, parent.image().location());
    List<SnapshotPart> parts =
        new SnapshotTasks(SEGMENT)
            .snapshots(List.of(over, beside, orphan), List.of(parent), null).stream()
                .flatMap(snapshot -> snapshot.parts().stream())
                .toList();
    assertThat(parts).extracting(SnapshotPart::parentBytes).containsExactly(9 * SEGMENT, -1L, -1L);
  }

  @Test
  void recordsOfTracesCountAsTheirChunks() {
    List<List<SnapshotPart>> tasks =
        only(
            new SnapshotTasks(SEGMENT),
            trace("a", SEGMENT / 256),
            trace("b", SEGMENT / 256),
            trace("c", 100));
    assertThat(tasks).extracting(List::size).containsExactly(2, 1);
  }

  private static SnapshotHead trace(String snapshot, long bytes) {
    SnapshotImage image =
        new SnapshotImage(
            "vm", snapshot, 0, null, null, "mem:/" + snapshot, TraceFormat.DIDX, null);
    return new SnapshotHead(image, bytes, null, null);
  }

  private static List<List<SnapshotPart>> only(SnapshotTasks tasks, SnapshotHead... heads) {
    return tasks.tasks(tasks.snapshots(List.of(heads), List.of(), null));
  }

  private static SnapshotHead head(
      String snapshot, @Nullable String parent, long bytes, @Nullable String backing) {
    SnapshotImage image =
        new SnapshotImage(
            "vm", snapshot, 0, parent, null, "mem:/" + snapshot, DiskFormat.QCOW2, null);
    return new SnapshotHead(image, bytes, backing, null);
  }
}
