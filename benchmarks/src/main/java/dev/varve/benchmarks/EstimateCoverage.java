package dev.varve.benchmarks;

import dev.varve.content.estimate.ConfidenceInterval;
import dev.varve.content.estimate.ContentEstimate;
import dev.varve.content.estimate.ReadBudget;
import dev.varve.content.estimate.UnitContents;
import dev.varve.content.estimate.UnitDraw;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How often the intervals of verb estimate hold the truth, on the tables of a warehouse: {@code
 * EstimateCoverage WAREHOUSE layers|ranges SEEDS SHARE...}. The truth is DuckDB's count over all
 * units; of each seed's draw only the drawn units are shown to the estimate.
 */
public final class EstimateCoverage {
  private static final String LAYERS =
      """
      CREATE VIEW layer_recipe AS SELECT * FROM read_parquet('%1$s/layer_recipe/**/*.parquet');
      CREATE TABLE unit AS SELECT layer_digest AS unit, CAST(archive_bytes AS DOUBLE) AS size,
        greatest(65536, %3$s * archive_bytes) AS archive_bytes
      FROM read_parquet('%1$s/layer/**/*.parquet');
      CREATE VIEW head AS SELECT * FROM unit WHERE %3$s > 0;
      CREATE TABLE content AS %2$s
      """;
  private static final String RANGES =
      """
      CREATE VIEW segment_recipe AS SELECT * FROM read_parquet('%1$s/segment_recipe/**/*.parquet');
      CREATE VIEW segment_chunk AS %2$s;
      CREATE TABLE content AS
      SELECT vm || '/' || segment // 8 AS unit, fingerprint, CAST(bytes AS BIGINT) AS bytes, count(*) AS copies,
        0 AS head_copies, '0' AS directory_group
      FROM segment_chunk WHERE NOT zero GROUP BY ALL;
      CREATE TABLE unit AS SELECT vm || '/' || position // 8 AS unit, CAST(sum(bytes) AS DOUBLE) AS size
      FROM read_parquet('%1$s/segment/**/*.parquet') WHERE chunks > 0 GROUP BY ALL
      """;

  /** A row of the content table, its unit and content as numbers. */
  private record Row(int unit, int content, long bytes, long copies, long headCopies, int group) {}

  private final List<UnitDraw.Unit> units = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, Double> headWeights = new HashMap<>();

  private EstimateCoverage(Statement duck) throws SQLException {
    try (ResultSet unit = duck.executeQuery("SELECT size FROM unit ORDER BY unit")) {
      while (unit.next()) {
        units.add(new UnitDraw.Unit("" + units.size(), unit.getDouble(1)));
      }
    }
    String query =
        "SELECT u.place, dense_rank() OVER (ORDER BY fingerprint) - 1, bytes, copies, head_copies, directory_group"
            + " FROM content JOIN (SELECT unit, row_number() OVER (ORDER BY unit) - 1 AS place FROM unit) AS u"
            + " ON u.unit = content.unit ORDER BY fingerprint, bytes, u.place";
    double[] heads = new double[units.size()];
    try (ResultSet row = duck.executeQuery(query)) {
      while (row.next()) {
        Row one =
            new Row(
                row.getInt(1),
                row.getInt(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                Integer.parseInt(row.getString(6), 16));
        rows.add(one);
        heads[one.unit] += (double) one.bytes * one.headCopies;
      }
    }
    for (int unit = 0; unit < heads.length; unit++) {
      if (heads[unit] > 0) {
        headWeights.put("" + unit, units.get(unit).size() / heads[unit]);
      }
    }
  }

  private static double number(Statement duck, String query) throws SQLException {
    try (ResultSet row = duck.executeQuery(query)) {
      row.next();
      return row.getDouble(1);
    }
  }

  private ContentEstimate estimate(ReadBudget budget, long seed) {
    UnitDraw draw = UnitDraw.of(units, budget.wholeShare(), new Seed(seed));
    UnitContents sums = new UnitContents(draw, headWeights);
    for (Row row : rows) {
      String unit = "" + row.unit;
      boolean whole = draw.contains(unit);
      if (whole || row.headCopies > 0) {
        byte[] name = ByteBuffer.allocate(Integer.BYTES).putInt(row.content).array();
        sums.add(
            new UnitContents.Owner(
                unit,
                Fingerprint.of(name),
                row.bytes,
                whole ? row.copies : row.headCopies,
                row.headCopies,
                row.group));
      }
    }
    sums.finish();
    return ContentEstimate.of(sums, Double.POSITIVE_INFINITY);
  }

  /** Prints a row of CSV a share and figure. */
  public static void main(String[] arguments) throws SQLException {
    boolean layers = arguments[1].equals("layers");
    int seeds = Integer.parseInt(arguments[2]);
    System.out.println(
        "units,share,figure,truth,held,above,seeds,mean_estimate,mean_low,mean_high");
    for (String share : Arrays.copyOfRange(arguments, 3, arguments.length)) {
      double all = Double.parseDouble(share);
      ReadBudget budget = layers ? ReadBudget.of(all) : new ReadBudget(0, all);
      String made =
          layers
              ? LAYERS.formatted(
                  arguments[0], SqlFiles.text("estimate", "layer_content"), budget.headShare())
              : RANGES.formatted(arguments[0], SqlFiles.text("duckdb", "segment_chunk"));
      try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
          Statement duck = connection.createStatement()) {
        duck.execute(made);
        double copied = number(duck, "SELECT sum(bytes * copies) FROM content");
        double once =
            number(
                duck,
                "SELECT sum(b) FROM (SELECT any_value(bytes) AS b FROM content GROUP BY fingerprint)");
        EstimateCoverage world = new EstimateCoverage(duck);
        List<ContentEstimate> told = new ArrayList<>();
        for (int seed = 0; seed < seeds; seed++) {
          told.add(world.estimate(budget, seed));
        }
        String start = world.units.size() + "," + share + ",";
        print(start + "copied_bytes", copied, told.stream().map(ContentEstimate::copied).toList());
        print(start + "unique_bytes", once, told.stream().map(ContentEstimate::distinct).toList());
        print(
            start + "dedup_ratio",
            1 - once / copied,
            told.stream().map(ContentEstimate::saved).toList());
      }
    }
  }

  private static void print(String start, double truth, List<ConfidenceInterval> said) {
    System.out.printf(
        Locale.ROOT,
        "%s,%.6g,%d,%d,%d,%.6g,%.6g,%.6g%n",
        start,
        truth,
        said.stream().filter(one -> one.contains(truth)).count(),
        said.stream().filter(one -> one.low() > truth).count(),
        said.size(),
        said.stream().mapToDouble(ConfidenceInterval::value).average().orElse(0),
        said.stream().mapToDouble(ConfidenceInterval::low).average().orElse(0),
        said.stream().mapToDouble(ConfidenceInterval::high).average().orElse(0));
  }
}
