package dev.varve.jobs.answer.gate;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.engine.run.NoInputException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filter that passes each answer through its gate and prints the outcome of each gate. */
final class GatedAnswers implements Document.Filter {
  private final List<GatedRows> gates;
  private int passed;
  private @Nullable NoInputException incomparable;

  /**
   * Gates that have compared no row yet.
   *
   * @param gates in the order of the answers
   */
  GatedAnswers(List<GatedRows> gates) {
    this.gates = gates;
  }

  @Override
  public void pass(Answer answer, Document document) throws IOException {
    GatedRows gate = gates.get(passed++);
    try {
      gate.pass(answer, document);
      print(gate.outcomeLine());
    } catch (NoInputException e) {
      // The other gates are compared and reported too. One that fails counts more.
      if (gates.size() > 1) {
        print(String.valueOf(e.getMessage()));
      }
      incomparable = incomparable == null ? e : incomparable;
    }
    if (passed == gates.size()
        && incomparable != null
        && gates.stream().noneMatch(GatedRows::fails)) {
      throw incomparable;
    }
  }

  private static void print(String line) {
    System.err.println("varve: " + PrintedText.visible(line));
  }
}
