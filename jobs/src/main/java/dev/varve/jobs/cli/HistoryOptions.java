package dev.varve.jobs.cli;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.selection.Question;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.past.PastRuns;
import dev.varve.jobs.warehouse.past.PastRuns.PastRun;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options on the past of a warehouse. */
public final class HistoryOptions {
  private static final String SINCE = "since";

  /**
   * Place in a report for the time of {@code --since}, and the word that stands there when no time
   * is requested.
   */
  private static final Pattern PLACE = Pattern.compile("/\\* since \\*/ \\w+");

  @Option(
      names = "--as-of",
      paramLabel = "RUN",
      description = {
        "Answers as of the warehouse after RUN: a run_id, or the beginning of one; last, the newest"
            + " ingest; last~2, the second before it; 7d, seven days ago; a day or a time. A day is its"
            + " midnight, a time is such as 2024-01-31T12:00, both in UTC. An ingest includes the derive"
            + " that follows it. Rows first seen later are left out, and derived tables are computed"
            + " again over the rest. Tables file_compression, layer_twin, layer_duplicate, build_line and"
            + " image_update with its parts, and results of later simulations, are absent. A tag that moved later is missing, as earlier targets"
            + " of tags are not stored. Rows of earlier versions without first_seen_at, artifacts and"
            + " manifests always count."
      })
  private @Nullable String asOf;

  @Option(
      names = "--since",
      paramLabel = "RUN",
      description = {
        "Of reports history, snapshot-history and repository-growth: what came after run RUN, named"
            + " as above. --since last~1 is what the last ingest brought, also when it was the"
            + " first. With --as-of: what came between the two."
      })
  private @Nullable String since;

  /** Adds to the settings' faults what is wrong with them for these reports. */
  public void check(List<String> names, SettingReader faults) {
    if (since == null) {
      return;
    }
    if (names.isEmpty()) {
      faults.fault("--since: name a report, such as history");
    }
    for (String name : names) {
      if (!takes(SqlFiles.text("reports", name))) {
        faults.fault(
            "%s takes no --since; these do: %s"
                .formatted(
                    name,
                    String.join(
                        ", ",
                        SqlFiles.folder("reports").entrySet().stream()
                            .filter(report -> takes(report.getValue()))
                            .map(Map.Entry::getKey)
                            .toList())));
      }
    }
  }

  private static boolean takes(String sql) {
    return SqlFiles.header(sql).containsKey(SINCE);
  }

  /** Whether answers are those of an earlier time. */
  public boolean looksBack() {
    return asOf != null;
  }

  /**
   * Takes the queries back to the requested moment, and says on standard error which one it is.
   *
   * @return the questions with the time since when in them
   * @throws InvalidSettingsException when there is no such run
   */
  public List<Question> over(Queries queries, List<Question> questions) throws IOException {
    if (asOf == null && since == null) {
      return questions;
    }
    List<String> faults = new ArrayList<>();
    PastRuns runs = runs(queries);
    Optional<Moment> until = moment("--as-of", asOf, runs, faults);
    Optional<Moment> from = moment("--since", since, runs, faults);
    if (until.isPresent() && !runs.isAnyUntil(until.get())) {
      faults.add("--as-of %s: no run had begun by then".formatted(until.get().words()));
    }
    if (until.isPresent() && from.isPresent() && from.get().at().isAfter(until.get().at())) {
      faults.add("--since is after --as-of; name an earlier run, or leave --as-of away");
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    from.ifPresent(moment -> System.err.println("varve: since " + moment.words()));
    if (until.isPresent()) {
      System.err.println("varve: as of " + until.get().words());
      queries.asOf(until.get());
    }
    return from.map(moment -> since(moment, questions)).orElse(questions);
  }

  private static List<Question> since(Moment moment, List<Question> questions) {
    return questions.stream()
        .map(
            question ->
                new Question(
                    question.name(), PLACE.matcher(question.sql()).replaceAll(moment.sql())))
        .toList();
  }

  private static Optional<Moment> moment(
      String option, @Nullable String text, PastRuns runs, List<String> faults) {
    try {
      return text == null ? Optional.empty() : Optional.of(runs.moment(text));
    } catch (IllegalArgumentException e) {
      faults.add(option + " " + PrintedText.visible(String.valueOf(e.getMessage())));
      return Optional.empty();
    }
  }

  private static PastRuns runs(Queries queries) throws IOException {
    List<PastRun> runs = new ArrayList<>();
    Iterator<List<@Nullable Object>> rows = queries.stream(PastRuns.SQL, Map.of());
    while (rows.hasNext()) {
      List<@Nullable Object> row = rows.next();
      if (row.get(2) instanceof Instant startedAt) {
        runs.add(new PastRun(String.valueOf(row.get(0)), String.valueOf(row.get(1)), startedAt));
      }
    }
    return new PastRuns(runs);
  }
}
