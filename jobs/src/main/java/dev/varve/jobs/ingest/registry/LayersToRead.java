package dev.varve.jobs.ingest.registry;

import dev.varve.input.plan.LayerSequence;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.LayerCandidate;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.model.LayerBlob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The layers that are to be read, each with all places where it is stored. These are the layers
 * that manifests name and that the warehouse lacks, or has not measured as requested. The engine
 * keeps them as view {@code layer_plan}, and they are read from it in order.
 *
 * @param named number of layers that the inputs name, and their stored bytes
 * @param planned number of layers that are to be read, and their stored bytes
 */
record LayersToRead(Engine engine, Sums named, Sums planned) implements LayerSequence {
  private static final String PLAN_VIEW = "layer_plan";

  private static final Query IN_ORDER =
      Query.of(
          "SELECT * FROM layer_plan"
              + " ORDER BY layer_digest, location, layer_plan.offset, bytes, diff_id NULLS FIRST");

  /** A row of {@code schemas/ingest/layer_plan.sql}. */
  private record PlannedPlace(
      String layerDigest,
      LayerBlob.DigestOf digestOf,
      long blobBytes,
      @Nullable String mediaType,
      boolean isKnown,
      BlobPlace place,
      @Nullable String diffId) {}

  /**
   * The row of {@code named_layers.sql} and {@code planned_layers.sql} in {@code schemas/ingest}.
   */
  record Sums(long layers, long bytes) {}

  /**
   * The layers of view {@code new_place}.
   *
   * @param measuredLayers a query for each measurement: the warehouse's layers that it has measured
   *     already
   */
  static LayersToRead of(Run run, List<Query> measuredLayers) throws IOException {
    NewRows rows = new NewRows(run);
    run.registerTables(List.of("image_layer", "layer", "layer_pull"));
    Engine engine = run.engine();
    StringBuilder readLayers = new StringBuilder("SELECT layer.layer_digest FROM layer");
    for (Query query : measuredLayers) {
      engine.view(query.name(), query);
      readLayers.append(
          " SEMI JOIN %1$s ON %1$s.layer_digest = layer.layer_digest".formatted(query.name()));
    }
    engine.view("read_layer", Query.of(readLayers.toString()));
    Sums named = engine.onlyRow(rows.query("named_layers"), Sums.class);
    engine.materialize(PLAN_VIEW, rows.query(PLAN_VIEW));
    return new LayersToRead(
        engine, named, engine.onlyRow(rows.query("planned_layers"), Sums.class));
  }

  @Override
  public long bytes() {
    return planned.bytes();
  }

  @Override
  public void each(Consumer<LayerCandidate> consumer) throws IOException {
    LayerCollector layers = new LayerCollector(consumer);
    engine.each(IN_ORDER, PlannedPlace.class, layers);
    layers.end();
  }

  /** Frees the view that the engine keeps. */
  void drop() throws IOException {
    engine.drop(PLAN_VIEW);
  }

  /** Collects the places of one layer after another. */
  private static final class LayerCollector implements Consumer<PlannedPlace> {
    private final Consumer<LayerCandidate> layers;
    private final List<PlannedPlace> places = new ArrayList<>();

    LayerCollector(Consumer<LayerCandidate> layers) {
      this.layers = layers;
    }

    @Override
    public void accept(PlannedPlace next) {
      if (!places.isEmpty() && !places.get(0).layerDigest().equals(next.layerDigest())) {
        end();
      }
      places.add(next);
    }

    void end() {
      if (places.isEmpty()) {
        return;
      }
      PlannedPlace first = places.get(0);
      TreeSet<String> diffIds = new TreeSet<>();
      for (PlannedPlace place : places) {
        if (place.diffId() != null) {
          diffIds.add(place.diffId());
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
      layers.accept(new LayerCandidate(blob, distinct, first.isKnown(), LayerCandidate.WHOLE));
      places.clear();
    }
  }
}
