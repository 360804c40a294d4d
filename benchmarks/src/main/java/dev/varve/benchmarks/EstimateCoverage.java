package dev.varve.benchmarks;

import dev.varve.estimate.ConfidenceInterval;
import dev.varve.estimate.ContentEstimate;
import dev.varve.estimate.UnitContents;
import dev.varve.estimate.UnitDraw;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.model.Seed;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How often the intervals of verb estimate hold the truth, on the tables of a warehouse: {@code
 * EstimateCoverage WAREHOUSE layers|ranges SEEDS SHARE...}. The truth is DuckDB's count over all
 * units; of each seed's draw only the drawn units are shown to the estimate.
 */
public final class EstimateCoverage {
  private static final String LAYERS =
      """
      CREATE TABLE content AS
      SELECT layer_digest AS unit, fingerprint, bytes, count(*) AS copies
      FROM read_parquet('%1$s/layer_recipe/**/*.parquet') WHERE kind = 'FILE' AND bytes > 0 GROUP BY ALL;
      CREATE TABLE unit AS SELECT layer_digest AS unit, archive_bytes AS size
      FROM read_parquet('%1$s/layer/**/*.parquet')
      """;
  private static final String RANGES =
      """
      CREATE VIEW segment_recipe AS SELECT * FROM read_parquet('%1$s/segment_recipe/**/*.parquet');
      CREATE VIEW segment_chunk AS %2$s;
      CREATE TABLE content AS
      SELECT vm || '/' || segment // 8 AS unit, fingerprint, CAST(bytes AS BIGINT) AS bytes, count(*) AS copies
      FROM segment_chunk WHERE NOT zero GROUP BY ALL;
      CREATE TABLE unit AS SELECT vm || '/' || position // 8 AS unit, sum(bytes) AS size
      FROM read_parquet('%1$s/segment/**/*.parquet') WHERE chunks > 0 GROUP BY ALL
      """;

  private final int[] unitOf;
  private final int[] contentOf;
  private final double[] bytes;
  private final double[] copies;
  private final List<UnitDraw.Unit> units;
  private final int contents;

  private EstimateCoverage(Statement duck) throws SQLException {
    units = new ArrayList<>();
    try (ResultSet rows =
        duck.executeQuery("SELECT CAST(size AS DOUBLE) FROM unit ORDER BY unit")) {
      while (rows.next()) {
        units.add(new UnitDraw.Unit("" + units.size(), rows.getDouble(1)));
      }
    }
    int held = (int) number(duck, "SELECT count(*) FROM content");
    unitOf = new int[held];
    contentOf = new int[held];
    bytes = new double[held];
    copies = new double[held];
    String query =
        "SELECT u.place, dense_rank() OVER (ORDER BY fingerprint) - 1, bytes, copies FROM content"
            + " JOIN (SELECT unit, row_number() OVER (ORDER BY unit) - 1 AS place FROM unit) AS u"
            + " ON u.unit = content.unit";
    int most = -1;
    try (ResultSet rows = duck.executeQuery(query)) {
      for (int row = 0; rows.next(); row++) {
        unitOf[row] = rows.getInt(1);
        contentOf[row] = rows.getInt(2);
        bytes[row] = rows.getDouble(3);
        copies[row] = rows.getDouble(4);
        most = Math.max(most, contentOf[row]);
      }
    }
    contents = most + 1;
  }

  private static double number(Statement duck, String query) throws SQLException {
    try (ResultSet row = duck.executeQuery(query)) {
      row.next();
      return row.getDouble(1);
    }
  }

  private ContentEstimate estimate(double share, long seed) {
    UnitDraw draw = UnitDraw.of(units, share, new Seed(seed));
    boolean[] certain = new boolean[units.size()];
    boolean[] read = new boolean[units.size()];
    for (int unit = 0; unit < read.length; unit++) {
      certain[unit] = draw.certain().contains("" + unit);
      read[unit] = draw.reads("" + unit);
    }
    int[] sure = new int[contents];
    int[] drawn = new int[contents];
    for (int row = 0; row < unitOf.length; row++) {
      if (read[unitOf[row]]) {
        (certain[unitOf[row]] ? sure : drawn)[contentOf[row]]++;
      }
    }
    UnitContents sums = new UnitContents(draw);
    for (int row = 0; row < unitOf.length; row++) {
      int unit = unitOf[row];
      if (read[unit]) {
        int content = contentOf[row];
        boolean known = sure[content] > 0;
        double owners = known ? sure[content] : drawn[content];
        double once = known && !certain[unit] ? 0 : bytes[row] / owners;
        int times = known ? 0 : Math.min(drawn[content], UnitContents.MOST_UNITS + 2);
        sums.add("" + unit, times, bytes[row], bytes[row] * copies[row], once);
      }
    }
    return ContentEstimate.of(sums, Double.POSITIVE_INFINITY);
  }

  /** Prints a row of CSV a share and figure. */
  public static void main(String[] arguments) throws SQLException {
    String kind = arguments[1];
    String made =
        kind.equals("layers")
            ? LAYERS.formatted(arguments[0])
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
      int seeds = Integer.parseInt(arguments[2]);
      System.out.println(
          "units,share,figure,truth,held,above,seeds,mean_estimate,mean_low,mean_high");
      for (String share : Arrays.copyOfRange(arguments, 3, arguments.length)) {
        List<ContentEstimate> all = new ArrayList<>();
        for (int seed = 0; seed < seeds; seed++) {
          all.add(world.estimate(Double.parseDouble(share), seed));
        }
        String start = world.units.size() + "," + share + ",";
        print(start + "copied_bytes", copied, all.stream().map(ContentEstimate::copied).toList());
        print(start + "unique_bytes", once, all.stream().map(ContentEstimate::distinct).toList());
        print(
            start + "dedup_ratio",
            1 - once / copied,
            all.stream().map(ContentEstimate::saved).toList());
      }
    }
  }

  private static void print(String start, double truth, List<ConfidenceInterval> said) {
    System.out.printf(
        Locale.ROOT,
        "%s,%.6g,%d,%d,%d,%.6g,%.6g,%.6g%n",
        start,
        truth,
        said.stream().filter(one -> one.holds(truth)).count(),
        said.stream().filter(one -> one.low() > truth).count(),
        said.size(),
        said.stream().mapToDouble(ConfidenceInterval::value).average().orElse(0),
        said.stream().mapToDouble(ConfidenceInterval::low).average().orElse(0),
        said.stream().mapToDouble(ConfidenceInterval::high).average().orElse(0));
  }
}
