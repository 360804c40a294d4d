package dev.varve.jobs.registry;

import dev.varve.codec.PullCodec;
import dev.varve.jobs.run.FoundRows;
import dev.varve.jobs.run.Run;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Layers that the warehouse holds. They are not read, unless pulls are to be measured with a codec
 * that they have not been measured with: then they are, for that alone.
 *
 * @param codecs of the pulls; empty where they are not measured
 */
record HeldLayers(FoundRows found, List<PullCodec> codecs) {
  /** Makes views of all of them, and as {@code read_layer} of those that are not read. */
  void show() throws IOException {
    Run run = found.run();
    found.showPublished("layer");
    found.showPublished("layer_pull");
    String names = codecs.stream().map(PullCodec::name).distinct().collect(Collectors.joining(","));
    run.select("ingest", "read_layer", Map.of("codecs", names))
        .createOrReplaceTempView("read_layer");
  }

  /** Makes a view of what a stream has of a table, without layers that are held. */
  void showOthers(Dataset<Row> stream, String table) {
    Dataset<Row> rows = found.show(LayerTables.WIDE, stream, table);
    if (!codecs.isEmpty()) {
      Dataset<Row> held = found.run().spark().table("layer");
      rows.join(held, rows.col("layer_digest").equalTo(held.col("layer_digest")), "left_anti")
          .createOrReplaceTempView("found_" + table);
    }
  }
}
