package dev.varve.content.snapshot;

import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.RejectReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Limit of the total virtual bytes of one file's internal snapshots. A file of some megabytes can
 * list a thousand snapshots of terabytes, each of which would take a row for every segment.
 */
public final class InternalSnapshotLimit {
  private InternalSnapshotLimit() {}

  /**
   * The heads, with a fault for each snapshot inside of a file which, with the active state and the
   * snapshots before it, has more than the most bytes.
   *
   * @param heads in the order of their VMs
   * @param known heads of the same files, read earlier
   */
  public static List<SnapshotHead> limited(
      List<SnapshotHead> heads, List<SnapshotHead> known, long mostBytes) {
    Map<String, Long> bytes = new HashMap<>();
    known.forEach(head -> addBytes(head, bytes));
    heads.stream()
        .filter(head -> head.image().internalSnapshot() == null)
        .forEach(head -> addBytes(head, bytes));
    List<SnapshotHead> limited = new ArrayList<>();
    for (SnapshotHead head : heads) {
      SnapshotImage image = head.image();
      boolean isInside = image.internalSnapshot() != null && head.fault() == null;
      long before = bytes.getOrDefault(image.location(), 0L);
      if (isInside && head.virtualBytes() > mostBytes - before) {
        String message =
            "with the other states of its file "
                + (before + head.virtualBytes())
                + " bytes, above limit.disk-bytes";
        limited.add(
            new SnapshotHead(
                image, 0, null, new SnapshotHead.Fault(RejectReason.LIMIT, -1, message)));
      } else {
        limited.add(head);
        if (isInside) {
          addBytes(head, bytes);
        }
      }
    }
    return limited;
  }

  private static void addBytes(SnapshotHead head, Map<String, Long> bytes) {
    if (head.fault() == null) {
      bytes.merge(head.image().location(), head.virtualBytes(), Long::sum);
    }
  }
}
