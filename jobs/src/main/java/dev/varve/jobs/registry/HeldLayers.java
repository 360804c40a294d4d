package dev.varve.jobs.registry;

import dev.varve.codec.PullCodec;
import dev.varve.jobs.found.FoundRows;
import dev.varve.jobs.parquet.StagedStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Layers that the warehouse holds. They are not read, unless pulls are to be measured with a codec
 * that they have not been measured with: then they are, for that alone.
 *
 * @param codecs of the pulls; empty where they are not measured
 */
record HeldLayers(FoundRows found, List<PullCodec> codecs) {
  /** Tables that say what is held. */
  static final List<String> TABLES = List.of("layer", "layer_pull");

  /** Makes views of all of them, and as {@code read_layer} of those that are not read. */
  void show() throws IOException {
    for (String table : TABLES) {
      found.showPublished(table);
    }
    List<String> names = codecs.stream().map(PullCodec::name).distinct().toList();
    found.showQuery(
        "read_layer",
        "read_layer",
        Map.of("codecs", String.join(",", names), "number", names.size()));
  }

  /** Makes a view of what a stream has of a table, without layers that are held. */
  void showOthers(StagedStream stream, String table) throws IOException {
    if (codecs.isEmpty()) {
      found.show(stream, table);
    } else {
      found.show("all_" + table, stream, table);
      found.showPublished("layer");
      found.show(
          "found_" + table,
          "SELECT every.* FROM all_%s AS every ANTI JOIN layer ON layer.layer_digest = every.layer_digest"
              .formatted(table),
          Map.of());
    }
  }
}
