package dev.varve.jobs.answer.report;

import dev.varve.jobs.warehouse.file.OutputPlace;
import java.io.PrintStream;
import java.util.Locale;

/** The renderings by their names. A new rendering needs a class and a line in {@link #on}. */
public enum Format {
  TABLE,
  CSV,
  JSON,
  MARKDOWN,
  OPENMETRICS;

  /** A document on a stream, which stays open. */
  public Document on(PrintStream out, TableStyle style) {
    return switch (this) {
      case TABLE -> new TerminalTable(out, style);
      case CSV -> new Csv(out, style);
      case JSON -> new Json(out, style);
      case MARKDOWN -> new Markdown(out, style);
      case OPENMETRICS -> new OpenMetrics(out, style);
    };
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
    return this == CSV || this == JSON;
  }

  /** The suffix of file names. */
  String ending() {
    return "." + name().toLowerCase(Locale.ROOT);
  }
}
