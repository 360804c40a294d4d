package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.UnitDraw;
import dev.varve.content.snapshot.RangeChoice;
import dev.varve.content.snapshot.RangeDraw;
import dev.varve.content.snapshot.RangeSizes;
import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.Store;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses the ranges of disks that {@link EstimateSnapshots} reads, by their bytes of data: the
 * largest for certain, and a random sample of the rest. The allocation tables of the disk formats
 * give these bytes.
 */
final class RangeSampler implements RangeChoice, PartEstimate.Sampler {
  private final Store store;
  private final EstimateSettings settings;
  private final CostForecast cost;
  private RangeDraw draw;
  private long dataBytes;

  RangeSampler(Store store, EstimateSettings settings, CostForecast cost) {
    this.store = store;
    this.settings = settings;
    this.cost = cost;
    draw =
        RangeDraw.draw(
            List.of(), List.of(), settings.rangeSegments(), 1, new Seed(settings.seed()));
  }

  @Override
  public RangeDraw choose(List<SnapshotHead> heads, List<String> roots) throws IOException {
    List<SnapshotHead> readable = heads.stream().filter(head -> head.fault() == null).toList();
    if (readable.stream().anyMatch(head -> head.image().format().isTrace())) {
      throw new InvalidSettingsException(
          List.of(
              "a chunk trace has no bytes to draw from: ingest it, which takes no longer than an"
                  + " estimate would"));
    }
    int segments = settings.rangeSegments();
    List<double[]> sizes =
        Parallel.reads(readable, head -> RangeSizes.estimate(store, roots, head, segments));
    double allBytes = sizes.stream().flatMapToDouble(Arrays::stream).sum();
    dataBytes = Math.round(allBytes);
    draw =
        RangeDraw.draw(
            readable, sizes, segments, settings.share(dataBytes), new Seed(settings.seed()));
    cost.sampled();
    return draw;
  }

  UnitDraw units() {
    return draw.ranges();
  }

  int segments() {
    return draw.rangeSegments();
  }

  @Override
  public long bytes() {
    return dataBytes;
  }

  @Override
  public double readRatio() {
    double drawn = draw.ranges().drawn().values().stream().mapToDouble(Double::doubleValue).sum();
    return dataBytes == 0 ? 1 : (drawn + draw.ranges().certainSize()) / dataBytes;
  }

  @Override
  public String readUnits() {
    int read = draw.ranges().certain().size() + draw.ranges().drawn().size();
    return "%,d of %,d ranges with data"
        .formatted(read, draw.ranges().certain().size() + draw.ranges().restUnits());
  }
}
