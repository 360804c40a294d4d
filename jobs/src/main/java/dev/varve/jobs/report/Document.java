package dev.varve.jobs.report;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * One or more answers on their way to a reader: begun once, an answer added at a time, ended once.
 * What is closed without having been ended was broken off, and need not look complete.
 */
public interface Document extends Closeable {
  /**
   * Comes first.
   *
   * @param names of all the answers to come, in their order; an empty name for a free query
   */
  void begin(List<String> names);

  /** The next answer. All renderings but {@link Format#TABLE} hold one row of it at a time. */
  void add(Answer answer) throws IOException;

  /** Comes last, when all answers have been added. */
  void end() throws IOException;

  /** Lets go of what is open. */
  @Override
  default void close() throws IOException {}

  /** A whole document of answers that are there already. */
  default void all(List<Answer> answers) throws IOException {
    begin(answers.stream().map(Answer::name).toList());
    for (Answer answer : answers) {
      add(answer);
    }
    end();
  }
}
