package dev.varve.jobs.answer.page;

import dev.varve.jobs.answer.report.Format;

/** Formats of reports: the formats of single answers, and the HTML page of several. */
public enum PageFormat {
  TABLE(Format.TABLE),
  CSV(Format.CSV),
  LINES(Format.LINES),
  JSON(Format.JSON),
  MARKDOWN(Format.MARKDOWN),
  OPENMETRICS(Format.OPENMETRICS),
  /**
   * One HTML file of all answers. A single answer has no HTML of its own, and is printed as a
   * table.
   */
  HTML(Format.TABLE);

  private final Format singleAnswer;

  PageFormat(Format singleAnswer) {
    this.singleAnswer = singleAnswer;
  }

  /** The format of a single answer. */
  public Format singleAnswer() {
    return singleAnswer;
  }

  /**
   * Whether a command that names no report prints the headline in this format, not all reports;
   * also into files.
   */
  public boolean isOfHeadline() {
    return this == MARKDOWN || this == OPENMETRICS;
  }

  /**
   * Whether several answers are written to one file each in a folder, and not to one common file.
   */
  public boolean hasAFileForEachAnswer() {
    return this != HTML && singleAnswer.hasAFileForEachAnswer();
  }
}
