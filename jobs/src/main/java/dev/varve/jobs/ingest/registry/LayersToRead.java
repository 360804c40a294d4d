package dev.varve.jobs.ingest.registry;

import dev.varve.codec.PullCodec;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.model.LayerBlob;
import dev.varve.source.BlobPlace;
import dev.varve.source.LayerCandidate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The layers that are to be read, each with all places where it is stored. They are those that
 * manifests name and the warehouse lacks; and, where pulls are measured, those whose pulls it
 * lacks.
 *
 * @param named how many layers the inputs name
 * @param namedBytes their stored bytes
 * @param layers to be read
 */
record LayersToRead(long named, long namedBytes, List<LayerCandidate> layers) {
  /** A row of {@code schemas/ingest/layer_plan.sql}. */
  private record PlannedPlace(
      String layerDigest,
      LayerBlob.DigestOf digestOf,
      long blobBytes,
      @Nullable String mediaType,
      boolean isKnown,
      BlobPlace place,
      @Nullable String diffId) {}

  /** A row of {@code schemas/ingest/named_layers.sql}. */
  private record Named(long layers, long bytes) {}

  /**
   * The layers of view {@code new_place}, by codecs of pulls; none where pulls are not measured.
   */
  static LayersToRead of(Run run, List<PullCodec> codecs) throws IOException {
    NewRows rows = new NewRows(run);
    run.registerViews(List.of("image_layer", "layer", "layer_pull"));
    List<String> names = codecs.stream().map(PullCodec::name).distinct().toList();
    run.engine()
        .view(
            "read_layer",
            rows.query("read_layer")
                .with("codecs", String.join(",", names))
                .with("number", names.size()));
    Named named = run.engine().one(rows.query("named_layers"), Named.class);
    Grouping layers = new Grouping();
    run.engine().each(rows.query("layer_plan"), PlannedPlace.class, layers);
    return new LayersToRead(named.layers(), named.bytes(), layers.end());
  }

  /** Collects the places of one layer after another. */
  private static final class Grouping implements Consumer<PlannedPlace> {
    private final List<LayerCandidate> layers = new ArrayList<>();
    private final List<PlannedPlace> places = new ArrayList<>();

    @Override
    public void accept(PlannedPlace next) {
      if (!places.isEmpty() && !places.get(0).layerDigest().equals(next.layerDigest())) {
        endLayer();
      }
      places.add(next);
    }

    List<LayerCandidate> end() {
      if (!places.isEmpty()) {
        endLayer();
      }
      return layers;
    }

    private void endLayer() {
      PlannedPlace first = places.get(0);
      TreeSet<String> diffIds = new TreeSet<>();
      for (PlannedPlace one : places) {
        if (one.diffId() != null) {
          diffIds.add(one.diffId());
        }
      }
      LayerBlob blob =
          new LayerBlob(
              first.layerDigest(),
              first.digestOf(),
              first.blobBytes(),
              List.copyOf(diffIds),
              first.mediaType());
      List<BlobPlace> distinct = places.stream().map(PlannedPlace::place).distinct().toList();
      layers.add(new LayerCandidate(blob, distinct, first.isKnown(), LayerCandidate.WHOLE));
      places.clear();
    }
  }
}
