package dev.varve.jobs.answer.report;

import dev.varve.jobs.warehouse.file.OutputPlace;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.BiFunction;

/** The renderings by their names. A new rendering needs a class and a line here. */
@SuppressWarnings("ImmutableEnumChecker") // the constructors in it have no state
public enum Format {
  TABLE(TerminalTable::new, Answers.IN_ONE_FILE),
  CSV(Csv::new, Answers.IN_A_FILE_EACH),
  JSON(Json::new, Answers.IN_A_FILE_EACH),
  MARKDOWN(Markdown::new, Answers.IN_ONE_FILE),
  OPENMETRICS(OpenMetrics::new, Answers.IN_ONE_FILE);

  /** Layout of several answers in files. */
  private enum Answers {
    IN_ONE_FILE,
    IN_A_FILE_EACH
  }

  private final BiFunction<PrintStream, TableStyle, Document> rendering;
  private final Answers answers;

  Format(BiFunction<PrintStream, TableStyle, Document> rendering, Answers answers) {
    this.rendering = rendering;
    this.answers = answers;
  }

  /** A document on a stream, which stays open. */
  public Document on(PrintStream out, TableStyle style) {
    return rendering.apply(out, style);
  }

  /** A document on standard output, which stays open; a terminal is not steered by values. */
  public Document onStandardOutput(TableStyle style) {
    boolean isTerminal = System.getProperty("varve.columns") != null;
    return on(System.out, isTerminal ? style.with(TableStyle.Trait.PLAIN_TEXT) : style);
  }

  /**
   * A document in a file. For several answers some formats write a folder with a file for each.
   * Missing folders are created.
   */
  public Document at(OutputPlace target, TableStyle style) {
    return new FileDocument(this, target, style);
  }

  /** Whether several answers become files of one folder, not one file. */
  public boolean hasAFileForEachAnswer() {
    return answers == Answers.IN_A_FILE_EACH;
  }

  /** The suffix of file names. */
  String ending() {
    return "." + name().toLowerCase(Locale.ROOT);
  }
}
