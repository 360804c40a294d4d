package dev.varve.jobs.answer.page;

import dev.varve.jobs.answer.report.Format;

/** The renderings of reports by their names: those of any answer, and the page. */
public enum PageFormat {
  TABLE(Format.TABLE),
  CSV(Format.CSV),
  JSON(Format.JSON),
  MARKDOWN(Format.MARKDOWN),
  OPENMETRICS(Format.OPENMETRICS),
  /** All answers in one file, which starts out as a table for people. */
  HTML(Format.TABLE);

  private final Format plain;

  PageFormat(Format plain) {
    this.plain = plain;
  }

  /** The rendering of single answers; a table where the page is one of its own. */
  public Format plain() {
    return plain;
  }

  /** Whether without names it is the headline, in files too, and not all reports. */
  public boolean isOfHeadline() {
    return this == MARKDOWN || this == OPENMETRICS;
  }

  /** Whether several answers become files of one folder, not one file. */
  public boolean hasAFileForEachAnswer() {
    return this != HTML && plain.hasAFileForEachAnswer();
  }
}
