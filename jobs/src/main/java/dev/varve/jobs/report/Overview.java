package dev.varve.jobs.report;

import java.io.PrintStream;
import java.util.List;

/** The question and the first rows of each answer, for a look at many reports on a terminal. */
public final class Overview implements Document {
  private static final int FIRST_ROWS = 12;

  private final PrintStream out;
  private final TerminalTable table;

  /** On a stream, which stays open. */
  public Overview(PrintStream out) {
    this.out = out;
    this.table = new TerminalTable(out);
  }

  @Override
  public void begin(List<String> names) {}

  @Override
  public void add(Answer answer) {
    List<String> question = answer.heading().stream().limit(1).toList();
    table.add(
        new Answer(answer.name(), question, answer.columns(), answer.first(FIRST_ROWS).rows()));
    long more = answer.count() - FIRST_ROWS;
    if (more > 0) {
      out.printf("(%d more rows in: report %s)%n%n", more, answer.name());
    }
  }

  @Override
  public void end() {}
}
