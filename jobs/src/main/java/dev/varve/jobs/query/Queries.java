package dev.varve.jobs.query;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Document;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What is asked of a warehouse, as it was when these were opened. Writes nothing. An engine that
 * reads the tables gives these answers with the same rows as any other.
 */
public interface Queries {
  /** As many rows as there are. */
  int ALL = Integer.MAX_VALUE;

  /**
   * Writes a document of the answers of reports: in their order, each as soon as it is there.
   *
   * @throws IOException when the document could not be written
   */
  void reports(List<String> names, Document document) throws IOException;

  /**
   * What does not hold: for each check that rows break, the first of them; empty when all is well.
   * Tables that are {@link #stale} are no fault, and are not looked at.
   */
  List<Answer> faults() throws IOException;

  /**
   * The rows of a query; maps, arrays and structs as JSON texts.
   *
   * @param most rows that are wanted; {@link #ALL} of them come one by one, and need no memory
   * @throws InvalidSettingsException when it is no query, or a statement that changes something
   */
  Answer query(String sql, int most);

  /** Tables that are older than those they are made from, and the verb that makes them anew. */
  Map<String, String> stale() throws IOException;
}
