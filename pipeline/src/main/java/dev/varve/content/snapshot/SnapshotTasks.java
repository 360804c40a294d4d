package dev.varve.content.snapshot;

import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assigns segments to tasks: a disk is split into parts of {@code rangeBytes}, and small parts are
 * packed until a task has as many bytes. The tasks of the snapshots of one publication follow the
 * order of VMs, snapshots and segments, so that what they write one after another is sorted.
 *
 * @param rangeBytes of a disk that one task reads; whole segments of them
 */
public record SnapshotTasks(long rangeBytes) {
  /**
   * A snapshot, which is published whole or not at all.
   *
   * @param parts in the order of their segments
   */
  public record Snapshot(String vm, String snapshot, List<SnapshotPart> parts) {
    /** Bytes of the parts. */
    public long bytes() {
      return parts.stream().mapToLong(SnapshotPart::bytes).sum();
    }
  }

  private static final Comparator<Snapshot> BY_NAME =
      Comparator.comparing(Snapshot::vm).thenComparing(Snapshot::snapshot);

  /** Most parts of one disk: a very large disk is mostly holes, and every task has a fixed cost. */
  private static final int MOST_PARTS = 256;

  /**
   * Bytes of a disk that take as much work as one byte of a chunk trace: a trace's record of about
   * 40 bytes takes as much as a whole chunk.
   */
  private static final int TRACE_COST = 128;

  /**
   * Plans what the headers found; those with a fault are left out.
   *
   * @param heads of what is to be read
   * @param parents more heads, of snapshots that are parents of these
   * @param draw which ranges of disks are read, null for all; traces are always read whole
   */
  public List<Snapshot> snapshots(
      List<SnapshotHead> heads, List<SnapshotHead> parents, @Nullable RangeDraw draw) {
    Map<List<String>, SnapshotHead> byName = new HashMap<>();
    parents.forEach(head -> byName.put(key(head.image().vm(), head.image().snapshot()), head));
    heads.forEach(head -> byName.put(key(head.image().vm(), head.image().snapshot()), head));
    Map<List<String>, Snapshot> snapshots = new LinkedHashMap<>();
    for (SnapshotHead head : heads) {
      if (head.fault() != null) {
        continue;
      }
      long parentBytes = parentBytes(head, byName);
      List<SnapshotPart> parts =
          draw == null || head.image().format().isTrace()
              ? parts(head, parentBytes, mostTaskBytes())
              : draw.parts(head, parentBytes, mostTaskBytes());
      String vm = head.image().vm();
      String name = head.image().snapshot();
      snapshots.put(key(vm, name), new Snapshot(vm, name, parts));
    }
    return List.copyOf(snapshots.values());
  }

  private long mostTaskBytes() {
    return Math.max(1, rangeBytes / Segment.BYTES) * Segment.BYTES;
  }

  /** The tasks that read these snapshots. */
  public List<List<SnapshotPart>> tasks(List<Snapshot> snapshots) {
    long mostTaskBytes = mostTaskBytes();
    List<List<SnapshotPart>> tasks = new ArrayList<>();
    List<SnapshotPart> task = new ArrayList<>();
    long taskBytes = 0;
    for (Snapshot snapshot : snapshots.stream().sorted(BY_NAME).toList()) {
      for (SnapshotPart part : snapshot.parts()) {
        long cost = part.image().format().isTrace() ? part.bytes() * TRACE_COST : part.bytes();
        if (!task.isEmpty() && taskBytes + cost > mostTaskBytes) {
          tasks.add(task);
          task = new ArrayList<>();
          taskBytes = 0;
        }
        task.add(part);
        taskBytes += cost;
      }
    }
    if (!task.isEmpty()) {
      tasks.add(task);
    }
    return tasks;
  }

  private static List<SnapshotPart> parts(SnapshotHead head, long parentBytes, long mostTaskBytes) {
    SnapshotImage image = head.image();
    long bytes = head.virtualBytes();
    long largestSplit = (bytes / MOST_PARTS / Segment.BYTES + 1) * Segment.BYTES;
    long step = image.format().isStream() ? Long.MAX_VALUE : Math.max(mostTaskBytes, largestSplit);
    List<SnapshotPart> parts = new ArrayList<>();
    long from = 0;
    do {
      long length = Math.min(step, bytes - from);
      parts.add(new SnapshotPart(image, bytes, parentBytes, from / Segment.BYTES, length));
      from += length;
    } while (from < bytes);
    return parts;
  }

  /**
   * Length of the parent's disk; -1 where the parent is not the backing file. The clusters of a
   * file show changes since its backing file only.
   */
  private static long parentBytes(SnapshotHead head, Map<List<String>, SnapshotHead> byName) {
    @Nullable String parent = head.image().parent();
    SnapshotHead before = parent == null ? null : byName.get(key(head.image().vm(), parent));
    if (before == null || before.fault() != null || before.image().internalSnapshot() != null) {
      return -1;
    }
    return before.image().location().equals(head.backing()) ? before.virtualBytes() : -1;
  }

  private static List<String> key(String vm, String snapshot) {
    return List.of(vm, snapshot);
  }
}
