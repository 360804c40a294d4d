package dev.varve.content.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.DiskFormat;
import dev.varve.input.disk.FolderStore;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import dev.varve.model.SnapshotFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of disks, and what is known of files before they are read. */
class SnapshotPartTest {
  @TempDir private Path folder;

  private static SnapshotImage image(
      String location, SnapshotFormat format, @Nullable String inner) {
    return new SnapshotImage("vm", "s", 0, null, null, location, format, inner);
  }

  private static SnapshotPart part(SnapshotFormat format, long firstSegment, long bytes) {
    return new SnapshotPart(image("file:/a", format, null), 100, -1, firstSegment, bytes);
  }

  @Test
  void aPartIsWholeWhenItIsFirstAndHasAllBytesOrIsATrace() {
    assertThat(part(DiskFormat.RAW, 0, 100).isWhole()).isTrue();
    assertThat(part(DiskFormat.RAW, 0, 99).isWhole()).isFalse();
    assertThat(part(DiskFormat.RAW, 1, 100).isWhole()).isFalse();
    assertThat(part(TraceFormat.TRACE36, 0, 5).isWhole()).isTrue();
    assertThat(part(TraceFormat.TRACE36, 1, 5).isWhole()).isFalse();
    assertThat(part(DiskFormat.RAW, 0, 1).isFirst()).isTrue();
    assertThat(part(DiskFormat.RAW, 1, 1).isFirst()).isFalse();
    assertThat(part(DiskFormat.RAW, 0, 1).source()).isEqualTo("file:/a");
  }

  /** States inside of a file are read with it, so that only files have keys. */
  @Test
  void filesHaveKeysByTheirFormats() {
    assertThat(
            CheckedHead.keys(
                List.of(
                    image("file:/a", DiskFormat.RAW, null),
                    image("file:/b", DiskFormat.QCOW2, null),
                    image("file:/c", DiskFormat.QCOW2, "1"))))
        .containsExactlyInAnyOrder("raw file:/a", "image file:/b");
  }

  @Test
  void theStatesOfAFileAreAddedUpInTheFault() {
    SnapshotHead active =
        new SnapshotHead(image("file:/b", DiskFormat.QCOW2, null), 60, null, null);
    SnapshotHead inner = new SnapshotHead(image("file:/b", DiskFormat.QCOW2, "1"), 41, null, null);
    SnapshotHead.Fault fault =
        Objects.requireNonNull(
            InternalSnapshotLimit.limited(List.of(active, inner), List.of(), 100).get(1).fault());
    assertThat(fault.reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(fault.message())
        .isEqualTo("with the other states of its file 101 bytes, above limit.disk-bytes");
    assertThat(InternalSnapshotLimit.limited(List.of(active, inner), List.of(), 101).get(1).fault())
        .isNull();
  }

  /** A disk that is gone, or shorter than it was, counts with its length in each range. */
  @Test
  void whatCannotBeReadCountsWhole() throws IOException {
    FolderStore store = new FolderStore();
    String root = FolderStore.uri(folder);
    long bytes = 2L * Segment.BYTES;
    SnapshotHead gone =
        new SnapshotHead(image(root + "/gone", DiskFormat.RAW, null), bytes, null, null);
    assertThat(RangeSizes.estimate(store, List.of(root), gone, 1))
        .containsExactly(Segment.BYTES, Segment.BYTES);
    Files.write(folder.resolve("tiny"), new byte[] {1, 2, 3});
    SnapshotHead tiny =
        new SnapshotHead(image(root + "/tiny", DiskFormat.RAW, null), 3, null, null);
    assertThat(RangeSizes.estimate(store, List.of(root), tiny, 1)).containsExactly(3);
  }
}
