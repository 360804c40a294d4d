package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps answers without rows from a document, and says at its end which command fills them. */
public final class EmptyReportHints implements Document.Filter {
  private final Queries queries;
  private final PrintStream out;
  private final Map<String, List<String>> empty = new TreeMap<>();

  /** Hints for a document that is printed on a stream. */
  public EmptyReportHints(Queries queries, PrintStream out) {
    this.queries = queries;
    this.out = out;
  }

  @Override
  public void pass(Answer answer, Document document) throws IOException {
    if (answer.rows().iterator().hasNext()) {
      document.add(answer);
    } else {
      empty
          .computeIfAbsent(
              ReportGroups.command(answer.name(), queries), command -> new ArrayList<>())
          .add(answer.name());
    }
  }

  @Override
  public void end() {
    if (!empty.isEmpty()) {
      out.println("No rows yet:");
      empty.forEach(
          (command, names) -> out.println("  " + String.join(", ", names) + " (" + command + ")"));
    }
  }
}
