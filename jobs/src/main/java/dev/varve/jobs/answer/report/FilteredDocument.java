package dev.varve.jobs.answer.report;

import java.io.IOException;
import java.util.List;

/** A document, and what answers come by on their way to it. */
record FilteredDocument(Document document, Document.Filter filter) implements Document {
  @Override
  public void begin(List<String> names) {
    document.begin(names);
  }

  @Override
  public void verdict(Answer outcome) throws IOException {
    document.verdict(outcome);
  }

  @Override
  public void add(Answer answer) throws IOException {
    filter.pass(answer, document);
  }

  @Override
  public void end() throws IOException {
    document.end();
    filter.end();
  }

  @Override
  public void close() throws IOException {
    document.close();
  }
}
