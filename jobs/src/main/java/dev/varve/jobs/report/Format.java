package dev.varve.jobs.report;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;

/** The renderings by their names; another one is a class and a line here. */
@SuppressWarnings("ImmutableEnumChecker") // makes of documents have no state
public enum Format {
  TABLE(TerminalTable::new, Answers.IN_ONE_FILE),
  CSV(Csv::new, Answers.IN_A_FILE_EACH),
  JSON(Json::new, Answers.IN_A_FILE_EACH);

  /** Where several answers go that are not for the terminal. */
  private enum Answers {
    IN_ONE_FILE,
    IN_A_FILE_EACH
  }

  private final Function<PrintStream, Document> rendering;
  private final Answers answers;

  Format(Function<PrintStream, Document> rendering, Answers answers) {
    this.rendering = rendering;
    this.answers = answers;
  }

  /** A document on a stream, which stays open. */
  public Document on(PrintStream out) {
    return rendering.apply(out);
  }

  /** A document on standard output, which stays open. */
  public Document onStandardOutput() {
    return on(System.out);
  }

  /**
   * A document in a file; of several answers, for some formats, a folder with a file for each.
   * Folders that are missing are made.
   */
  public Document at(Path target) {
    return new FileDocument(this, target);
  }

  boolean hasAFileForEachAnswer() {
    return answers == Answers.IN_A_FILE_EACH;
  }

  /** How names of files end. */
  String ending() {
    return "." + name().toLowerCase(Locale.ROOT);
  }
}
