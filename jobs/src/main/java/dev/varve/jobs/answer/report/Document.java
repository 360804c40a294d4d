package dev.varve.jobs.answer.report;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Output document of one or more answers. It is begun once, then each answer is added, then it is
 * ended once. A document that is closed without being ended was aborted and may be incomplete.
 */
public interface Document extends Closeable {
  /**
   * Begins the document; called first.
   *
   * @param names of all answers that will be added, in their order; an empty name for SQL of a user
   */
  void begin(List<String> names);

  /**
   * Takes the outcome of the next answer, such as whether a gate is passed. The formats {@link
   * Format#CSV} and {@link Format#JSON} leave it out: programs get it from the exit code.
   *
   * @param outcome an answer whose heading is a question and the sentence that answers it
   */
  default void verdict(Answer outcome) throws IOException {}

  /**
   * Adds the next answer. {@link Format#CSV}, {@link Format#JSON} and {@link Format#MARKDOWN} need
   * no more memory for more rows.
   */
  void add(Answer answer) throws IOException;

  /** Ends the document; called last, when all answers have been added. */
  void end() throws IOException;

  /** Closes open files. */
  @Override
  default void close() throws IOException {}

  /** Filter of the answers on their way to a document. */
  interface Filter {
    /** Adds the answer to the document, unchanged or changed, or drops it. */
    void pass(Answer answer, Document document) throws IOException;

    /** Prints what concerns all answers, after the document has ended. */
    default void end() {}
  }

  /**
   * A document that passes each answer through a filter before it adds the answer to this document.
   */
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

  /** Document with a filter in front of it. */
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
