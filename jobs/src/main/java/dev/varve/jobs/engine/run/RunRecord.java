package dev.varve.jobs.engine.run;

import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.schema.Tables;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The row of table {@code run} that every run of a writing verb adds. Several threads may count;
 * all other methods are for one thread.
 */
final class RunRecord {
  private static final DateTimeFormatter ID =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

  static final Binder<RunRow> ROWS = Binder.of("run", Tables.columns("run"), RunRow.class);

  private static final Pattern PUBLISHED = Pattern.compile("(\\d{8}T\\d{9}Z)-[0-9a-f]{8}-");

  private final String verb;
  private final Instant startedAt;
  private final long startedNanos = System.nanoTime();
  private final String runId;
  private final Map<String, String> settings;
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<RunSummary.Rejection> rejections = new ArrayList<>();
  private long readBytes;

  /** A row of table {@code run}. */
  record RunRow(
      String runId,
      String verb,
      Instant startedAt,
      @Nullable Instant finishedAt,
      Map<String, String> settings,
      String version,
      long readBytes,
      Map<String, Long> counts) {}

  /**
   * @param published names of all publications of the warehouse so far. Runs are ordered by their
   *     start time. So a run's start is set after that of every published run, even if the clock
   *     was set back.
   */
  RunRecord(String verb, Map<String, String> settings, List<String> published) {
    this.verb = verb;
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Instant earliest = latest(published).plusMillis(1);
    this.startedAt = now.isBefore(earliest) ? earliest : now;
    int random = ThreadLocalRandom.current().nextInt();
    this.runId = ID.format(startedAt) + "-" + HexFormat.of().toHexDigits(random);
    this.settings = Map.copyOf(settings);
  }

  /** Start of the latest run that has published rows. */
  static Instant latest(List<String> published) {
    Instant latest = Instant.EPOCH;
    for (String name : published) {
      Matcher matcher = PUBLISHED.matcher(name);
      if (matcher.find()) {
        Instant start = ID.parse(matcher.group(1), Instant::from);
        latest = start.isAfter(latest) ? start : latest;
      }
    }
    return latest;
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

  /** The time since the run began. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startedNanos);
  }

  synchronized void count(String name, long value) {
    counts.merge(name, value, Long::sum);
  }

  Map<String, Long> counts() {
    return Collections.unmodifiableMap(counts);
  }

  /** Keeps rejections for the summary until there are {@code maxRejections}; drops the rest. */
  void keepRejections(List<RunSummary.Rejection> more, int maxRejections) {
    more.stream().limit(maxRejections - rejections.size()).forEach(rejections::add);
  }

  List<RunSummary.Rejection> rejections() {
    return Collections.unmodifiableList(rejections);
  }

  void addReadBytes(long bytes) {
    readBytes += bytes;
  }

  long readBytes() {
    return readBytes;
  }

  /** The row with the counts so far, of a run that ends now or is in progress. */
  RunRow row(boolean ends) {
    Instant end = ends ? startedAt.plus(elapsed()) : null;
    return new RunRow(
        runId, verb, startedAt, end, settings, version(), readBytes, new TreeMap<>(counts));
  }

  static String version() {
    String version = RunRecord.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
