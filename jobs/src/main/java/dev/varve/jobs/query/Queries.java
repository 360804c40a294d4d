package dev.varve.jobs.query;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.past.Moment;
import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Document;
import dev.varve.jobs.selection.Question;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Read-only questions to a warehouse, in its state when this was opened. Every engine that
 * implements this returns the same rows.
 */
public interface Queries extends AutoCloseable {
  /** As many rows as there are. */
  int ALL = Integer.MAX_VALUE;

  /**
   * From here on everything is answered as the warehouse stood at an earlier moment; asked before
   * anything else but {@link #stream}.
   */
  void asOf(Moment moment) throws IOException;

  /**
   * Writes the answers of reports to a document, in the order given, each as soon as it is ready.
   *
   * @throws IOException when the document could not be written
   */
  void answers(List<Question> questions, Document document) throws IOException;

  /** The same of reports as they stand. */
  default void reports(List<String> names, Document document) throws IOException {
    answers(Question.of(names), document);
  }

  /**
   * The checks that do not hold, each with the first of the rows that break it; empty when all
   * hold. Checks over {@link #stale} tables are skipped; other questions have these tables as they
   * are.
   */
  List<Answer> faults() throws IOException;

  /**
   * The rows of a query; maps, arrays and structs as JSON texts.
   *
   * @param most rows to return; with {@link #ALL} rows are streamed and not held in memory
   * @throws InvalidSettingsException when it is not a query, or a statement that changes something
   */
  Answer query(String sql, int most);

  /**
   * The rows of a query that the program brings along, in SQL of both engines. They are streamed
   * and not held in memory, and several such results can be read side by side.
   *
   * @param parameters texts, by what the query names {@code :NAME}
   */
  Iterator<List<@Nullable Object>> stream(String sql, Map<String, String> parameters)
      throws IOException;

  /**
   * Whether a publication is decided and not carried out: these answers have its rows, but other
   * programs that read the folders see it in part.
   */
  boolean isUnfinished() throws IOException;

  /** Whether there are so few rows that every question is answered in seconds. */
  boolean isSmall() throws IOException;

  /** Whether any rows of a table have been published. */
  boolean holds(String table) throws IOException;

  /**
   * Tables that are older than those they are made from, each with the verb that makes it again.
   */
  Map<String, String> stale() throws IOException;

  @Override
  void close();
}
