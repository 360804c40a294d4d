package dev.varve.jobs.run;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.table.Publication;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** The row of table {@code run} that a writing verb leaves behind. */
public final class RunRecord {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private static final int SHOWN = 20;

  private static final RowBinder<RunRow> ROWS = Tables.rows("run", RunRow.class);

  private final String verb;
  private final Instant startedAt = Instant.now();
  private final String runId;
  private final Map<String, String> settings;
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<RunSummary.Rejection> rejections = new ArrayList<>();
  private long readBytes;

  private record RunRow(
      String runId,
      String verb,
      Instant startedAt,
      @Nullable Instant finishedAt,
      Map<String, String> settings,
      String version,
      long readBytes,
      Map<String, Long> counts) {}

  public RunRecord(String verb, Settings settings, Map<String, String> options) {
    this.verb = verb;
    int random = ThreadLocalRandom.current().nextInt();
    this.runId = ID.format(startedAt) + "-" + HexFormat.of().toHexDigits(random);
    Map<String, String> all = new TreeMap<>(settings.all());
    all.putAll(options);
    this.settings = Collections.unmodifiableMap(all);
  }

  public String runId() {
    return runId;
  }

  public Instant startedAt() {
    return startedAt;
  }

  public void count(String name, long value) {
    counts.merge(name, value, Long::sum);
  }

  public long count(String name) {
    return counts.getOrDefault(name, 0L);
  }

  public Map<String, Long> counts() {
    return Collections.unmodifiableMap(counts);
  }

  /**
   * Takes note of what was rejected; the first few are kept for the summary.
   *
   * @return whether anything was
   */
  public boolean reject(Dataset<Row> rejected) {
    Dataset<Row> distinct =
        rejected.select("source", "digest", "reason", "offset", "message").distinct();
    List<RunSummary.Rejection> first =
        RowReader.all(
            distinct.orderBy("source", "digest").limit(SHOWN), RunSummary.Rejection.class);
    count("rejections", first.size() < SHOWN ? first.size() : distinct.count());
    first.stream().limit(SHOWN - rejections.size()).forEach(rejections::add);
    return !first.isEmpty();
  }

  public List<RunSummary.Rejection> rejections() {
    return Collections.unmodifiableList(rejections);
  }

  public void addReadBytes(long bytes) {
    readBytes += bytes;
  }

  public long readBytes() {
    return readBytes;
  }

  /** Puts the row among those of earlier runs, in place of its own earlier state. */
  public void addTo(
      Publication publication, Warehouse warehouse, SparkSession spark, boolean finished)
      throws IOException {
    @Nullable Instant end = finished ? Instant.now() : null;
    RunRow row =
        new RunRow(
            runId, verb, startedAt, end, settings, version(), readBytes, new TreeMap<>(counts));
    Dataset<Row> mine = spark.createDataFrame(List.of(ROWS.row(row)), ROWS.schema());
    Dataset<Row> others = warehouse.table("run").where("run_id <> '" + runId + "'");
    publication.add("run", others.unionByName(mine), 1, "run_id");
  }

  public static String version() {
    String version = RunRecord.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
