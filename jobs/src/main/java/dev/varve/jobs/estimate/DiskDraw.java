package dev.varve.jobs.estimate;

import dev.varve.estimate.UnitDraw;
import dev.varve.snapshot.RangeChoice;
import dev.varve.snapshot.RangeDraw;
import dev.varve.snapshot.SnapshotHead;
import java.util.List;

/** Draws ranges of disks once their lengths are known. */
final class DiskDraw implements RangeChoice {
  private final EstimateSettings settings;
  private final Effort effort;
  private RangeDraw draw;
  private long diskBytes;

  DiskDraw(EstimateSettings settings, Effort effort) {
    this.settings = settings;
    this.effort = effort;
    draw = RangeDraw.of(List.of(), settings.rangeSegments(), 1, settings.seed());
  }

  @Override
  public RangeDraw of(List<SnapshotHead> heads) {
    diskBytes =
        heads.stream()
            .filter(head -> head.fault() == null)
            .mapToLong(SnapshotHead::virtualBytes)
            .sum();
    draw =
        RangeDraw.of(heads, settings.rangeSegments(), settings.share(diskBytes), settings.seed());
    effort.chosen();
    return draw;
  }

  UnitDraw units() {
    return draw.units();
  }

  int segments() {
    return draw.segments();
  }

  long diskBytes() {
    return diskBytes;
  }

  /** Share of the disks that is read. */
  double readRatio() {
    double drawn = draw.units().drawn().values().stream().mapToDouble(Double::doubleValue).sum();
    return diskBytes == 0 ? 1 : (drawn + draw.units().certainSize()) / diskBytes;
  }

  /** How much is read, in words. */
  String words() {
    int read = draw.units().certain().size() + draw.units().drawn().size();
    return "%,d of %,d ranges".formatted(read, draw.units().certain().size() + draw.units().rest());
  }
}
