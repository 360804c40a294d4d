package dev.varve.jobs.answer.report;

import dev.varve.jobs.warehouse.file.OutputPlace;
import java.io.PrintStream;
import java.util.Locale;

/**
 * Formats of answers. A new format needs a class that implements {@link Document}, and a line in
 * {@link #on}.
 */
public enum Format {
  TABLE,
  CSV,
  LINES,
  JSON,
  MARKDOWN,
  OPENMETRICS;

  /** A document on a stream, which it does not close. */
  public Document on(PrintStream out, TableStyle style) {
    return switch (this) {
      case TABLE -> new TerminalTable(out, style);
      case CSV -> new Csv(out, style);
      case LINES -> new Lines(out, style);
      case JSON -> new Json(out, style);
      case MARKDOWN -> new Markdown(out, style);
      case OPENMETRICS -> new OpenMetrics(out, style);
    };
  }

  /**
   * A document on standard output. If that is a terminal, control characters in values are printed
   * as code points, so that a value cannot control the terminal.
   */
  public Document onStandardOutput(TableStyle style) {
    boolean isTerminal = System.getProperty("varve.columns") != null;
    return on(System.out, isTerminal ? style.with(TableStyle.Trait.PLAIN_TEXT) : style);
  }

  /**
   * A document in a file, or, for several answers in some formats, a folder with a file for each
   * answer. Missing folders are created.
   */
  public Document at(OutputPlace target, TableStyle style) {
    return new FileDocument(this, target, style);
  }

  /**
   * Whether several answers are written to one file each in a folder, and not to one common file.
   */
  public boolean hasAFileForEachAnswer() {
    return this == CSV || this == JSON;
  }

  /** The suffix of file names. */
  String ending() {
    return "." + name().toLowerCase(Locale.ROOT);
  }
}
