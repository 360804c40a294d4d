package dev.varve.jobs.screen;

import dev.varve.jobs.report.Answer;
import dev.varve.jobs.report.Document;
import dev.varve.jobs.report.Format;
import dev.varve.jobs.report.Look;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** The question and the first rows of each answer, for a look at many reports on a terminal. */
public final class Overview implements Document {
  private static final int FIRST_ROWS = 12;

  private final PrintStream out;
  private final Document table;

  /** On a stream, which stays open. */
  public Overview(PrintStream out, Look look) {
    this.out = out;
    this.table = Format.TABLE.on(out, look);
  }

  @Override
  public void begin(List<String> names) {}

  @Override
  public void add(Answer answer) throws IOException {
    table.add(answer.first(FIRST_ROWS));
    long more = answer.count() - FIRST_ROWS;
    if (more > 0) {
      out.printf("(%d more rows in: report %s)%n%n", more, answer.name());
    }
  }

  @Override
  public void end() {}
}
