package dev.varve.jobs.cli.screen;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.conf.InvalidSettingsException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lets answers pass that have all the columns that were named. */
public final class KnownColumns implements Document {
  private final Document document;
  private final List<String> named;

  /** Of answers on their way to a document. */
  public KnownColumns(Document document, List<String> named) {
    this.document = document;
    this.named = List.copyOf(named);
  }

  @Override
  public void begin(List<String> names) {
    document.begin(names);
  }

  @Override
  public void add(Answer answer) throws IOException {
    List<String> faults = new ArrayList<>();
    for (String column : named) {
      if (answer.indexOf(column) < 0) {
        faults.add(
            "--columns: %s has no column %s; there are: %s"
                .formatted(
                    answer.name().isEmpty() ? "the query" : answer.name(),
                    PrintedText.visible(column),
                    answer.columns().stream()
                        .map(Answer.Column::name)
                        .collect(Collectors.joining(", "))));
      }
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    document.add(answer);
  }

  @Override
  public void end() throws IOException {
    document.end();
  }

  @Override
  public void close() throws IOException {
    document.close();
  }
}
