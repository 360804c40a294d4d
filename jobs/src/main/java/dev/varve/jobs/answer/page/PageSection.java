package dev.varve.jobs.answer.page;

import dev.varve.jobs.answer.plot.Chart;
import dev.varve.jobs.answer.plot.Markup;
import dev.varve.jobs.answer.plot.Plots;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Section of a page on one report: question, plots, table, explanation of how it counts, SQL. */
final class PageSection {
  /** Number of rows that a table shows; a note says that further rows were cut. */
  private static final int MAX_ROWS = 1000;

  private final Answer answer;
  private final List<List<@Nullable Object>> rows = new ArrayList<>();
  private final long count;
  private final boolean hasFigures;

  /** Iterates over all rows once to count them, and keeps the first {@link #MAX_ROWS}. */
  PageSection(Answer answer) {
    this.answer = answer;
    long all = 0;
    boolean figures = false;
    for (Iterator<List<@Nullable Object>> iterator = answer.rows().iterator();
        iterator.hasNext();
        all++) {
      List<@Nullable Object> row = iterator.next();
      if (all < MAX_ROWS) {
        rows.add(row);
      }
      figures |= answer.hasFigures(row);
    }
    this.count = all;
    this.hasFigures = figures;
  }

  /** The plots that the header of a report requests. */
  static List<Chart> charts(String sql) {
    return SqlFiles.header(sql).getOrDefault("chart", List.of()).stream().map(Chart::read).toList();
  }

  private PageTable table(TableStyle style) {
    Answer chosen =
        style.chosen(new Answer(answer.name(), answer.heading(), answer.columns(), rows));
    List<List<@Nullable Object>> shown = new ArrayList<>();
    chosen.rows().forEach(shown::add);
    return new PageTable(chosen, shown, style);
  }

  /** Whether there are no rows, or none with a figure other than 0. */
  boolean isEmpty() {
    return !hasFigures;
  }

  /**
   * Makes the HTML of the section.
   *
   * @param warehouse the location as the user wrote it, for the command that prints all rows
   */
  Markup markup(String sql, String warehouse, TableStyle style) {
    List<String> heading = answer.heading();
    Markup out = new Markup();
    out.open("section", "id", answer.name(), "class", "report")
        .open("h3")
        .element("a", answer.name(), "href", "#" + answer.name())
        .close();
    if (!heading.isEmpty()) {
      out.element("p", heading.get(0), "class", "question");
    }
    out.line().add(Plots.of(charts(sql), answer, rows)).add(table(style).markup()).line();
    if (count > rows.size()) {
      out.open("p", "class", "cut")
          .text(
              "The first %s of %s rows; all of them: "
                  .formatted(
                      ColumnUnit.COUNT.readable((long) rows.size()),
                      ColumnUnit.COUNT.readable(count)))
          .element(
              "code",
              "varve report %s --warehouse %s --format csv".formatted(answer.name(), warehouse))
          .close();
    }
    if (heading.size() > 1) {
      boolean explained = style.has(TableStyle.Trait.EXPLAINED);
      out.open("details", explained ? new String[] {"open", ""} : new String[0])
          .element("summary", "How it counts")
          .element("p", String.join(" ", heading.subList(1, heading.size())))
          .close();
    }
    out.open("details")
        .element("summary", "SQL")
        .open("pre")
        .open("code")
        .lines(sql.strip())
        .close()
        .close()
        .close();
    return out.close().line();
  }
}
