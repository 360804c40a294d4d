package dev.varve.jobs.report;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;

/** The renderings by their names. A new rendering needs a class and a line here. */
@SuppressWarnings("ImmutableEnumChecker") // the constructors in it have no state
public enum Format {
  TABLE(TerminalTable::new, Answers.IN_ONE_FILE),
  CSV(Csv::new, Answers.IN_A_FILE_EACH),
  JSON(Json::new, Answers.IN_A_FILE_EACH);

  /** How several answers are written to files. */
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
   * A document in a file. For several answers some formats write a folder with a file for each.
   * Missing folders are created.
   */
  public Document at(Path target) {
    return new FileDocument(this, target);
  }

  boolean hasAFileForEachAnswer() {
    return answers == Answers.IN_A_FILE_EACH;
  }

  /** The suffix of file names. */
  String ending() {
    return "." + name().toLowerCase(Locale.ROOT);
  }
}
