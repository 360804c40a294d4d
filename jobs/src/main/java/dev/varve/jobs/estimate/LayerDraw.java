package dev.varve.jobs.estimate;

import dev.varve.estimate.UnitDraw;
import dev.varve.jobs.host.AtOnce;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.model.Seed;
import dev.varve.source.ArchiveSize;
import dev.varve.source.LayerCandidate;
import dev.varve.source.LayerChoice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Draws layers by the sizes that their blobs tell. */
final class LayerDraw implements LayerChoice {
  private final HadoopStore store;
  private final EstimateSettings settings;
  private final Effort effort;
  private UnitDraw draw = UnitDraw.of(List.of(), 1, new Seed(0));
  private long storedBytes;
  private long chosenBytes;
  private int layers;

  LayerDraw(HadoopStore store, EstimateSettings settings, Effort effort) {
    this.store = store;
    this.settings = settings;
    this.effort = effort;
  }

  @Override
  public List<LayerCandidate> of(List<LayerCandidate> all) throws IOException {
    layers = all.size();
    storedBytes = all.stream().mapToLong(LayerCandidate::bytes).sum();
    List<OptionalLong> told = AtOnce.reads(all, this::size);
    double known = 0;
    double stored = 0;
    for (int layer = 0; layer < layers; layer++) {
      known += told.get(layer).orElse(0);
      stored += told.get(layer).isPresent() ? all.get(layer).bytes() : 0;
    }
    double fold = stored > 0 ? known / stored : 1;
    List<UnitDraw.Unit> units = new ArrayList<>();
    for (int layer = 0; layer < layers; layer++) {
      LayerCandidate one = all.get(layer);
      double size = told.get(layer).isPresent() ? told.get(layer).getAsLong() : fold * one.bytes();
      units.add(new UnitDraw.Unit(one.blob().layerDigest(), size));
    }
    draw = UnitDraw.of(units, settings.share(storedBytes), settings.seed());
    List<LayerCandidate> chosen =
        all.stream().filter(one -> draw.reads(one.blob().layerDigest())).toList();
    chosenBytes = chosen.stream().mapToLong(LayerCandidate::bytes).sum();
    effort.chosen();
    return chosen;
  }

  /** A blob that cannot be opened tells nothing here; if it is drawn, the ingest says why. */
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
