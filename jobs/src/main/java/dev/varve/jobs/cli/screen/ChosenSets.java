package dev.varve.jobs.cli.screen;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.PrintedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports when the requested set is empty: its zeros look like an answer. */
public record ChosenSets(String condition) implements Document.Filter {
  private static final String CHOSEN = "chosen_references";

  @Override
  public void pass(Answer answer, Document document) throws IOException {
    int chosen = answer.indexOf(CHOSEN);
    if (chosen < 0) {
      document.add(answer);
      return;
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    answer.rows().forEach(rows::add);
    document.add(new Answer(answer.name(), answer.heading(), answer.columns(), rows));
    if (rows.stream()
        .noneMatch(row -> row.get(chosen) instanceof Number many && many.longValue() > 0)) {
      System.err.println("varve: nothing matches " + PrintedText.visible(condition));
    }
  }
}
