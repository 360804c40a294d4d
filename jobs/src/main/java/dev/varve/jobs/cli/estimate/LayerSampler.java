package dev.varve.jobs.cli.estimate;

import dev.varve.estimate.UnitDraw;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.model.Seed;
import dev.varve.source.ArchiveSize;
import dev.varve.source.LayerCandidate;
import dev.varve.source.LayerChoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Draws layers by the sizes of their archives, as far as their blobs report them. */
final class LayerSampler implements LayerChoice {
  private final HadoopStore store;
  private final EstimateSettings settings;
  private final CostForecast cost;
  private UnitDraw draw = UnitDraw.of(List.of(), 1, new Seed(0));
  private long storedBytes;
  private long chosenBytes;
  private int layers;

  LayerSampler(HadoopStore store, EstimateSettings settings, CostForecast cost) {
    this.store = store;
    this.settings = settings;
    this.cost = cost;
  }

  @Override
  public List<LayerCandidate> of(List<LayerCandidate> all) throws IOException {
    layers = all.size();
    storedBytes = all.stream().mapToLong(LayerCandidate::bytes).sum();
    List<OptionalLong> reported = Parallel.reads(all, this::size);
    double known = 0;
    double stored = 0;
    for (int layer = 0; layer < layers; layer++) {
      known += reported.get(layer).orElse(0);
      stored += reported.get(layer).isPresent() ? all.get(layer).bytes() : 0;
    }
    double fold = stored > 0 ? known / stored : 1;
    List<UnitDraw.Unit> units = new ArrayList<>();
    for (int layer = 0; layer < layers; layer++) {
      LayerCandidate one = all.get(layer);
      double size =
          reported.get(layer).isPresent() ? reported.get(layer).getAsLong() : fold * one.bytes();
      units.add(new UnitDraw.Unit(one.blob().layerDigest(), size));
    }
    draw = UnitDraw.of(units, settings.share(storedBytes), new Seed(settings.seed()));
    List<LayerCandidate> chosen =
        all.stream().filter(one -> draw.reads(one.blob().layerDigest())).toList();
    chosenBytes = chosen.stream().mapToLong(LayerCandidate::bytes).sum();
    cost.sampled();
    return chosen;
  }

  /** A blob that cannot be opened reports nothing here; if it is drawn, the ingest says why. */
  private OptionalLong size(LayerCandidate layer) {
    try {
      return ArchiveSize.of(store, layer);
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  UnitDraw draw() {
    return draw;
  }

  int layers() {
    return layers;
  }

  /** Bytes of all blobs. */
  long storedBytes() {
    return storedBytes;
  }

  /** Share of the stored bytes that is read. */
  double readRatio() {
    return storedBytes == 0 ? 1 : (double) chosenBytes / storedBytes;
  }
}
