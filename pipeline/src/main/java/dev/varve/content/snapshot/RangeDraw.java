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
 * @param rangeSegments of a range
 * @param ranges the ranges, named VM/NUMBER; their size is about the data of all snapshots there.
 *     Those without data are left out
 */
public record RangeDraw(int rangeSegments, UnitDraw ranges) {
  /**
   * Draws ranges.
   *
   * @param sizes of each head, by range, as {@link RangeSizes} has them
   * @param share of all sizes
   */
  public static RangeDraw draw(
      List<SnapshotHead> heads, List<double[]> sizes, int rangeSegments, double share, Seed seed) {
    Map<String, Double> storedBytes = new LinkedHashMap<>();
    for (int head = 0; head < heads.size(); head++) {
      double[] ranges = sizes.get(head);
      for (int rangeBytes = 0; rangeBytes < ranges.length; rangeBytes++) {
        if (ranges[rangeBytes] > 0) {
          storedBytes.merge(
              name(heads.get(head).image().vm(), rangeBytes), ranges[rangeBytes], Double::sum);
        }
      }
    }
    List<UnitDraw.Unit> units = new ArrayList<>();
    storedBytes.forEach((name, bytes) -> units.add(new UnitDraw.Unit(name, bytes)));
    return new RangeDraw(rangeSegments, UnitDraw.of(units, share, seed));
  }

  private static String name(String vm, long rangeBytes) {
    return vm + "/" + rangeBytes;
  }

  /**
   * The parts of a disk that are read. There is always a first part, even of 0 bytes, because it
   * emits the snapshot's own row.
   *
   * @param mostPartBytes bytes of a part
   */
  List<SnapshotPart> parts(SnapshotHead head, long parentBytes, long mostPartBytes) {
    List<SnapshotPart> parts = new ArrayList<>();
    long rangeBytes = (long) rangeSegments * Segment.BYTES;
    long partStart = 0;
    long partEnd = 0;
    for (long at = 0; at < head.virtualBytes(); at += rangeBytes) {
      if (!ranges.contains(name(head.image().vm(), at / rangeBytes))) {
        continue;
      }
      if (at > partEnd || partEnd - partStart >= mostPartBytes) {
        add(parts, head, parentBytes, partStart, partEnd);
        partStart = at;
      }
      partEnd = Math.min(head.virtualBytes(), at + rangeBytes);
    }
    add(parts, head, parentBytes, partStart, partEnd);
    return parts;
  }

  private static void add(
      List<SnapshotPart> parts, SnapshotHead head, long parentBytes, long partStart, long partEnd) {
    if (parts.isEmpty() && partStart > 0) {
      parts.add(new SnapshotPart(head.image(), head.virtualBytes(), parentBytes, 0, 0));
    }
    if (partEnd > partStart || parts.isEmpty()) {
      parts.add(
          new SnapshotPart(
              head.image(),
              head.virtualBytes(),
              parentBytes,
              partStart / Segment.BYTES,
              partEnd - partStart));
    }
  }
}
