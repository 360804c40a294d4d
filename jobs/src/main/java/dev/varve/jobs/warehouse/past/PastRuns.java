package dev.varve.jobs.warehouse.past;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The runs of a warehouse, and how people name one of them. */
public final class PastRuns {
  /** The rows of {@link PastRun}, in order. */
  public static final String SQL =
      "SELECT run_id, verb, started_at, run.settings['dropped_before'] AS dropped_before FROM run"
          + " ORDER BY started_at, run_id";

  private static final Pattern LAST = Pattern.compile("last(?:~(\\d{1,6}))?");
  private static final Pattern DAYS_AGO = Pattern.compile("(\\d{1,5})d");
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
  private static final Pattern TIME = Pattern.compile(DAY + "[T ]\\d\\d:\\d\\d(:[\\d.]+)?Z?");
  private static final Pattern SECOND = Pattern.compile(".*:\\d\\d:\\d\\d");

  /**
   * Added to a time that names whole seconds, so that it includes this second: reports print the
   * start of a run in whole seconds.
   */
  private static final Duration ALMOST_A_SECOND = Duration.ofNanos(999_999_000);

  private static final int MIN_PREFIX_CHARS = 9;

  private final List<PastRun> runs;

  /**
   * A row of table {@code run}.
   *
   * @param droppedBefore of verb compact: the time up to which what was gone was dropped
   */
  public record PastRun(
      String runId, String verb, Instant startedAt, @Nullable String droppedBefore) {
    /** A run of another verb than compact. */
    public PastRun(String runId, String verb, Instant startedAt) {
      this(runId, verb, startedAt, null);
    }

    boolean isIngest() {
      return verb.startsWith("ingest ");
    }
  }

  /** All runs, the first one first. */
  public PastRuns(List<PastRun> runs) {
    this.runs = List.copyOf(runs);
  }

  /**
   * Reads a moment: that of a run, or a time.
   *
   * @param text a run_id or a unique prefix of one; {@code last}, the last ingest; {@code last~1},
   *     the one before it. If there were N ingests, {@code last~N} is the time before the first.
   *     Also {@code 7d}, seven days ago; a date, which stands for its midnight in UTC; or a time in
   *     UTC
   * @throws IllegalArgumentException when there is no such run, or the text has none of these forms
   */
  public Moment moment(String text) {
    String requested = text.strip();
    Matcher last = LAST.matcher(requested);
    if (last.matches()) {
      return last(requested, last.group(1) == null ? 0 : Integer.parseInt(last.group(1)));
    }
    List<PastRun> matching =
        runs.stream()
            .filter(
                run ->
                    run.runId().equals(requested)
                        || (requested.length() >= MIN_PREFIX_CHARS
                            && run.runId().startsWith(requested)))
            .toList();
    if (matching.size() == 1) {
      return moment(matching.get(0));
    }
    if (matching.size() > 1) {
      throw new IllegalArgumentException(requested + " begins the names of several runs");
    }
    return time(requested);
  }

  /** The moment of a run. For an ingest it includes the runs of derive that directly followed. */
  private Moment moment(PastRun run) {
    Instant at = run.startedAt();
    if (run.isIngest()) {
      for (PastRun next : runs.subList(runs.indexOf(run) + 1, runs.size())) {
        if (!next.verb().equals("derive")) {
          break;
        }
        at = next.startedAt();
      }
    }
    return new Moment(at, "%s (%s, %s)".formatted(run.runId(), run.verb(), run.startedAt()));
  }

  private Moment last(String requested, int back) {
    List<PastRun> ingests = runs.stream().filter(PastRun::isIngest).toList();
    if (back == ingests.size() && back > 0) {
      return new Moment(Instant.EPOCH, "the beginning, before the first ingest");
    }
    if (back > ingests.size()) {
      throw new IllegalArgumentException(
          "%s: %d ingests were run on this warehouse%s"
              .formatted(
                  requested,
                  ingests.size(),
                  ingests.isEmpty() ? "" : "; before the first is last~" + ingests.size()));
    }
    return moment(ingests.get(ingests.size() - 1 - back));
  }

  private static Moment time(String requested) {
    try {
      Matcher days = DAYS_AGO.matcher(requested);
      if (days.matches()) {
        Instant ago = Instant.now().minus(Duration.ofDays(Long.parseLong(days.group(1))));
        return new Moment(ago, requested + " ago (" + ago.truncatedTo(ChronoUnit.SECONDS) + ")");
      }
      if (DAY.matcher(requested).matches()) {
        return new Moment(
            LocalDate.parse(requested).atStartOfDay().toInstant(ZoneOffset.UTC),
            requested + " 00:00 UTC");
      }
      if (TIME.matcher(requested).matches()) {
        String iso = requested.replace(' ', 'T').replace("Z", "");
        Duration toEndOfSecond = SECOND.matcher(iso).matches() ? ALMOST_A_SECOND : Duration.ZERO;
        return new Moment(
            LocalDateTime.parse(iso).plus(toEndOfSecond).toInstant(ZoneOffset.UTC),
            requested + " UTC");
      }
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(requested + " is no time that there is", e);
    }
    throw new IllegalArgumentException(
        requested
            + " is no run of this warehouse: name a run_id (report history lists them), last, last~1,"
            + " 7d, 2024-01-31 or 2024-01-31T12:00");
  }

  /** The time up to which what was gone has been dropped; the epoch if nothing was. */
  public Instant droppedBefore() {
    return runs.stream()
        .map(PastRun::droppedBefore)
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .max(Comparator.naturalOrder())
        .orElse(Instant.EPOCH);
  }

  /** Whether any run had begun at this moment. */
  public boolean isAnyUntil(Moment moment) {
    return runs.stream().anyMatch(run -> !run.startedAt().isAfter(moment.at()));
  }
}
