package dev.varve.jobs.run;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.schema.Tables;
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
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The row of table {@code run} that every run of a writing verb adds. Several threads may count;
 * all else is for one.
 */
final class RunRecord {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  private static final RowBinder<RunRow> ROWS = Tables.rows("run", RunRow.class);

  private final String verb;
  private final Instant startedAt = Instant.now();
  private final String runId;
  private final Map<String, String> settings;
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<RunSummary.Rejection> shown = new ArrayList<>();
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

  RunRecord(String verb, Map<String, String> settings) {
    this.verb = verb;
    int random = ThreadLocalRandom.current().nextInt();
    this.runId = ID.format(startedAt) + "-" + HexFormat.of().toHexDigits(random);
    this.settings = Map.copyOf(settings);
  }

  String verb() {
    return verb;
  }

  String runId() {
    return runId;
  }

  Instant startedAt() {
    return startedAt;
  }

  synchronized void count(String name, long value) {
    counts.merge(name, value, Long::sum);
  }

  Map<String, Long> counts() {
    return Collections.unmodifiableMap(counts);
  }

  /** Keeps rejections for the summary, up to {@code most} in all. */
  void show(List<RunSummary.Rejection> rejections, int most) {
    rejections.stream().limit(most - shown.size()).forEach(shown::add);
  }

  List<RunSummary.Rejection> shown() {
    return Collections.unmodifiableList(shown);
  }

  void addReadBytes(long bytes) {
    readBytes += bytes;
  }

  long readBytes() {
    return readBytes;
  }

  /** The row as it is now; {@code end} is null while the run is in progress. */
  Row row(@Nullable Instant end) {
    return ROWS.row(
        new RunRow(
            runId, verb, startedAt, end, settings, version(), readBytes, new TreeMap<>(counts)));
  }

  private static String version() {
    String version = RunRecord.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
