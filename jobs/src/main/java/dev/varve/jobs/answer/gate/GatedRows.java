package dev.varve.jobs.answer.gate;

import dev.varve.jobs.answer.headline.ReportGroups;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.run.NoInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Filter that passes on only the rows that fail a gate, and counts them. */
final class GatedRows implements Document.Filter {
  private static final Set<ColumnUnit> SHARES = Set.of(ColumnUnit.RATIO, ColumnUnit.AVAILABILITY);

  private final Gate gate;
  private final Queries queries;
  private final boolean writesEmpty;
  private final @Nullable String condition;
  private final Map<String, String> stale;
  private long compared;
  private long failed;
  private long unknown;

  /**
   * A gate that has compared no row yet.
   *
   * @param writesEmpty whether an answer is written even without failing rows
   * @param condition the condition of option {@code --where}, or null
   * @param stale tables older than the last ingest: rows from them cannot show that nothing fails
   */
  GatedRows(
      Gate gate,
      Queries queries,
      boolean writesEmpty,
      @Nullable String condition,
      Map<String, String> stale) {
    this.gate = gate;
    this.queries = queries;
    this.writesEmpty = writesEmpty;
    this.condition = condition;
    this.stale = stale;
  }

  @Override
  public void pass(Answer answer, Document document) throws IOException {
    int column = answer.indexOf(gate.column());
    if (gate.exceedsShares() && SHARES.contains(answer.columns().get(column).unit())) {
      throw new InvalidSettingsException(
          List.of(
              "%s of %s is a share, at most 1; the bound is %s; 90 %% is 0.9 or 90%%"
                  .formatted(gate.column(), gate.report(), gate.limits())));
    }
    if (gate.isPercentage() && answer.columns().get(column).unit() == ColumnUnit.BYTES) {
      throw new InvalidSettingsException(
          List.of(
              "%s of %s is bytes; the bound is %s; name one such as 500MiB"
                  .formatted(gate.column(), gate.report(), gate.limits())));
    }
    List<List<@Nullable Object>> failing = new ArrayList<>();
    for (Iterator<List<@Nullable Object>> rows = answer.rows().iterator(); rows.hasNext(); ) {
      List<@Nullable Object> row = rows.next();
      compared++;
      if (gate.fails(row.get(column))) {
        failing.add(row);
        unknown += row.get(column) instanceof Number ? 0 : 1;
      }
    }
    failed = failing.size();
    requireComparedRows();
    document.verdict(outcome());
    if (writesEmpty || failed > 0) {
      document.add(new Answer(answer.name(), answer.heading(), answer.columns(), failing));
    }
  }

  /**
   * Throws if no row was compared, or if all rows pass but come from tables older than the last
   * ingest.
   */
  private void requireComparedRows() throws IOException {
    String command = compared == 0 ? ReportGroups.commandToFill(gate.report(), queries) : "";
    if (!command.isEmpty()) {
      throw NoInputException.noRows(gate.report(), command);
    }
    if (compared == 0 && condition != null) {
      throw NoInputException.noSet(gate.report(), condition);
    }
    if (failed == 0 && !stale.isEmpty()) {
      throw NoInputException.stale(gate.report(), stale);
    }
  }

  private Answer outcome() {
    String rows = Sizes.count(compared, "row");
    String verdict =
        failed == 0
            ? "Passed: of %s of %s, no %s is %s"
                .formatted(rows, gate.report(), gate.column(), gate.limits())
            : "Failed: of %s of %s, %,d with %s"
                .formatted(rows, gate.report(), failed, gate.words());
    return new Answer(
        "gate",
        List.of("Do all rows of a report keep to its limits?", verdict),
        List.of(
            new Answer.Column("report", ColumnUnit.TEXT, null),
            new Answer.Column("column", ColumnUnit.TEXT, null),
            new Answer.Column("limits", ColumnUnit.TEXT, null),
            new Answer.Column("pass", ColumnUnit.COUNT, null),
            new Answer.Column("compared_rows", ColumnUnit.COUNT, null),
            new Answer.Column("failed_rows", ColumnUnit.COUNT, null)),
        List.of(
            List.of(
                gate.report(),
                gate.column(),
                gate.limits(),
                failed == 0 ? 1 : 0,
                compared,
                failed)));
  }

  boolean fails() {
    return failed > 0;
  }

  /** The outcome on one line. */
  String outcomeLine() {
    String rows = "compared " + Sizes.count(compared, "row");
    return failed == 0
        ? "%s with the gate of %s: none has %s".formatted(rows, gate.report(), gate.words())
        : "%s with the gate of %s: %,d with %s%s"
            .formatted(
                rows,
                gate.report(),
                failed,
                gate.words(),
                unknown == 0 ? "" : ", of %,d it is not known".formatted(unknown));
  }
}
