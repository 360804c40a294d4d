package dev.varve.content.snapshot;

import dev.varve.content.estimate.UnitDraw;
import dev.varve.model.Seed;
import dev.varve.model.Segment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A sample of ranges of disks. A range includes the same place in all snapshots of a VM, because
 * snapshots share most data at equal places.
 *
 * @param segments of a range
 * @param units the ranges, named VM/NUMBER; their size is about the data of all snapshots there.
 *     Those without data are left out
 */
public record RangeDraw(int segments, UnitDraw units) {
  /**
   * Draws ranges.
   *
   * @param sizes of each head, by range, as {@link RangeSizes} has them
   * @param share of all sizes
   */
  public static RangeDraw of(
      List<SnapshotHead> heads, List<double[]> sizes, int segments, double share, Seed seed) {
    Map<String, Double> storedBytes = new LinkedHashMap<>();
    for (int head = 0; head < heads.size(); head++) {
      double[] ranges = sizes.get(head);
      for (int range = 0; range < ranges.length; range++) {
        if (ranges[range] > 0) {
          storedBytes.merge(name(heads.get(head).image().vm(), range), ranges[range], Double::sum);
        }
      }
    }
    List<UnitDraw.Unit> all = new ArrayList<>();
    storedBytes.forEach((name, bytes) -> all.add(new UnitDraw.Unit(name, bytes)));
    return new RangeDraw(segments, UnitDraw.of(all, share, seed));
  }

  private static String name(String vm, long range) {
    return vm + "/" + range;
  }

  /**
   * The parts of a disk that are read. There is always a first part, even of 0 bytes, because it
   * emits the snapshot's own row.
   *
   * @param most bytes of a part
   */
  List<SnapshotPart> parts(SnapshotHead head, long parentBytes, long most) {
    List<SnapshotPart> parts = new ArrayList<>();
    long range = (long) segments * Segment.BYTES;
    long from = 0;
    long end = 0;
    for (long at = 0; at < head.virtualBytes(); at += range) {
      if (!units.reads(name(head.image().vm(), at / range))) {
        continue;
      }
      if (at > end || end - from >= most) {
        add(parts, head, parentBytes, from, end);
        from = at;
      }
      end = Math.min(head.virtualBytes(), at + range);
    }
    add(parts, head, parentBytes, from, end);
    return parts;
  }

  private static void add(
      List<SnapshotPart> parts, SnapshotHead head, long parentBytes, long from, long end) {
    if (parts.isEmpty() && from > 0) {
      parts.add(new SnapshotPart(head.image(), head.virtualBytes(), parentBytes, 0, 0));
    }
    if (end > from || parts.isEmpty()) {
      parts.add(
          new SnapshotPart(
              head.image(), head.virtualBytes(), parentBytes, from / Segment.BYTES, end - from));
    }
  }
}
