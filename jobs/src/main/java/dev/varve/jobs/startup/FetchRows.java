package dev.varve.jobs.startup;

import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.schema.Tables;
import dev.varve.startup.FetchCosts;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Rows of {@code startup_pull}: what is fetched, over every network. */
final class FetchRows {
  private static final StructType COLUMNS = Tables.schema("startup_pull");

  private FetchRows() {}

  private record Fetch(
      String imageDigest,
      String run,
      String mode,
      @Nullable Integer place,
      long requests,
      long bytes,
      long unpackedBytes) {}

  /** Of rows of {@code schemas/simulate/startup_fetch.sql}. */
  static Dataset<Row> of(Dataset<Row> fetches, StartupSettings settings) {
    StructType columns = fetches.schema();
    List<FetchCosts> networks = new ArrayList<>(settings.networks());
    List<Long> sizes = new ArrayList<>(settings.blockSizes());
    return fetches.flatMap(
        (FlatMapFunction<Row, Row>)
            row -> {
              Fetch fetch = RowReader.of(columns, Fetch.class).record(row);
              List<Row> rows = new ArrayList<>();
              Long size = fetch.place() == null ? null : sizes.get(fetch.place());
              networks.forEach(network -> rows.add(row(fetch, size, network)));
              return rows.iterator();
            },
        Encoders.row(COLUMNS));
  }

  private static Row row(Fetch fetch, @Nullable Long blockBytes, FetchCosts costs) {
    return RowFactory.create(
        fetch.imageDigest(),
        fetch.run(),
        fetch.mode(),
        blockBytes,
        costs.latencyMillis(),
        costs.bytesPerSecond(),
        fetch.requests(),
        fetch.bytes(),
        fetch.unpackedBytes(),
        costs.seconds(fetch.requests(), fetch.bytes(), fetch.unpackedBytes()));
  }
}
