package dev.varve.jobs.answer.report;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Writes one or more answers: begun once, one answer added at a time, ended once. A document that
 * is closed before it was ended was aborted and may be incomplete.
 */
public interface Document extends Closeable {
  /**
   * Begins the document; called first.
   *
   * @param names of all the answers to come, in their order; an empty name for a free query
   */
  void begin(List<String> names);

  /**
   * Takes the outcome of the answer that comes next, such as whether a gate is passed. Programs
   * that read {@link Format#CSV} or {@link Format#JSON} have it from the exit code.
   *
   * @param outcome its heading is a question and the sentence that answers it, its rows are figures
   */
  default void verdict(Answer outcome) throws IOException {}

  /**
   * Adds the next answer. {@link Format#CSV}, {@link Format#JSON} and {@link Format#MARKDOWN} need
   * no more memory for more rows.
   */
  void add(Answer answer) throws IOException;

  /** Ends the document; called last, when all answers have been added. */
  void end() throws IOException;

  /** Closes what is open. */
  @Override
  default void close() throws IOException {}

  /** A filter before a document: each answer passes it on the way. */
  interface Filter {
    /** Adds the answer to the document as it is, changed, or not at all. */
    void pass(Answer answer, Document document) throws IOException;

    /** Says what is to be said of all answers, after the document's end. */
    default void end() {}
  }

  /** Passes each answer through the filter before this document gets it. */
  default Document filteredBy(Filter filter) {
    return new Filtered(this, filter);
  }

  /** Writes a whole document of these answers. */
  default void all(List<Answer> answers) throws IOException {
    begin(answers.stream().map(Answer::name).toList());
    for (Answer answer : answers) {
      add(answer);
    }
    end();
  }

  /** A document, and what answers come by on their way to it. */
  record Filtered(Document document, Filter filter) implements Document {
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
}
