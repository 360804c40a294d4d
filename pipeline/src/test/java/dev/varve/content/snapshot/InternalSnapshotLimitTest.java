package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.RejectReason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InternalSnapshotLimitTest {
  private static final long MOST = 100;

  private static SnapshotHead head(String file, @Nullable String inner, long bytes) {
    SnapshotImage image =
        new SnapshotImage("vm", file + inner, 0, null, null, file, DiskFormat.QCOW2, inner);
    return new SnapshotHead(image, bytes, null, null);
  }

  private static List<String> refused(List<SnapshotHead> heads, List<SnapshotHead> known) {
    return InternalSnapshotLimit.limited(heads, known, MOST).stream()
        .filter(head -> head.fault() != null && head.fault().reason() == RejectReason.LIMIT)
        .map(head -> head.image().snapshot())
        .toList();
  }

  @Test
  void statesOfAFileShareWhatADiskMayHave() {
    List<SnapshotHead> heads =
        List.of(
            head("a", "1", 40),
            head("a", "2", 30),
            head("a", "3", 20),
            head("a", null, 40),
            head("b", "1", 60),
            head("b", null, 40));
    assertThat(InternalSnapshotLimit.limited(heads, List.of(), MOST)).hasSameSizeAs(heads);
    assertThat(refused(heads, List.of())).containsExactly("a2");
  }

  @Test
  void whatWasReadEarlierCounts() {
    List<SnapshotHead> known = List.of(head("a", "1", 30), head("a", null, 40));
    assertThat(refused(List.of(head("a", "2", 31), head("a", "3", 30)), known))
        .containsExactly("a2");
  }

  /** Each is a disk, limited by its own length. */
  @Test
  void filesBesideEachOtherShareNothing() {
    assertThat(refused(List.of(head("a", null, 90), head("b", null, 90)), List.of())).isEmpty();
  }
}
