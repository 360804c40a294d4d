package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.answer.selection.Question;
import dev.varve.jobs.answer.views.NamedViews;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Result;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Read-only questions to a warehouse, in its state when this was opened. Every engine that
 * implements this returns the same rows.
 */
public interface Queries extends AutoCloseable {
  /** No limit of rows. */
  int ALL = Integer.MAX_VALUE;

  /** Rows that {@link #faults} shows of a check. */
  int FAULTS_SHOWN = 20;

  /**
   * From here on everything is answered as the warehouse stood at an earlier moment; called before
   * anything else but {@link #stream}.
   */
  void asOf(Moment moment) throws IOException;

  /** Tables that a verb computes at answering, in place of those that the warehouse contains. */
  interface Computed {
    /** Shows the tables as views of an engine. */
    void show(Engine engine) throws IOException;
  }

  /**
   * From here on these tables are computed, from the others as they stand at the time that is
   * answered for; called before any answer, and by the local engine alone.
   *
   * @param tables those that are shown
   * @param read the names of tables and views that they are computed from
   * @throws InvalidSettingsException when another engine answers
   */
  void compute(Set<String> tables, String read, Computed computed) throws IOException;

  /**
   * Writes the answers of reports to a document, in the order given, each as soon as it is ready. A
   * table of derive that is {@link #stale} counts as one without rows: its figures do not fit those
   * of newer tables.
   *
   * @throws IOException when the document could not be written
   */
  void answers(List<Question> questions, Document document) throws IOException;

  /** Answers reports as they stand. */
  default void reports(List<String> names, Document document) throws IOException {
    answers(Question.of(names), document);
  }

  /**
   * The checks that fail, each with the first of the rows that break it; empty when all pass.
   * Checks over {@link #stale} tables are skipped.
   */
  List<Answer> faults() throws IOException;

  /**
   * The rows of a query that the program brings along, in SQL of both engines. They are streamed
   * and not kept in memory, and several such results can be read in parallel.
   *
   * @param parameters texts, by what the query names {@code :NAME}
   */
  Result stream(String sql, Map<String, String> parameters) throws IOException;

  /** Ends the streams that were not read to their end, and releases their resources. */
  default void endStreams() throws IOException {}

  /** The prices that reports count money by. */
  default Prices prices() {
    return Prices.NONE;
  }

  /**
   * Whether a publication is decided and not carried out: these answers have its rows, but other
   * programs that read the folders see it in part.
   */
  boolean isUnfinished() throws IOException;

  /** Whether there are so few rows that every question is answered in seconds. */
  boolean isSmall() throws IOException;

  /** Whether any rows of a table have been published. */
  boolean hasRows(String table) throws IOException;

  /**
   * Tables that are older than those they are made from, each with the verb that makes it again.
   */
  Map<String, String> stale() throws IOException;

  /** The {@link #stale} tables that a query needs. */
  Map<String, String> staleIn(String sql) throws IOException;

  /** The stale tables that derive makes. */
  default Set<String> outdated() throws IOException {
    return Staleness.outdated(stale());
  }

  /**
   * The checks that can pass while these tables are stale and count as ones without rows. Excluded
   * are those that compare one with a table that is made together with it, and is not stale.
   */
  static List<Question> checks(Map<String, String> stale) {
    return Question.checks().stream()
        .filter(
            check -> {
              Set<String> named = NamedViews.ALL.namedIn(check.sql());
              Set<String> fresh = new TreeSet<>(named);
              fresh.removeAll(stale.keySet());
              return stale.entrySet().stream()
                  .filter(old -> named.contains(old.getKey()))
                  .noneMatch(
                      old -> Tables.madeBy(old.getValue()).stream().anyMatch(fresh::contains));
            })
        .toList();
  }

  @Override
  void close();
}
