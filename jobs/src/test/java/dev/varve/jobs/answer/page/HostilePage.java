package dev.varve.jobs.answer.page;

import dev.varve.jobs.answer.headline.HeadlineSection;
import dev.varve.jobs.answer.query.BothEngines;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.warehouse.file.OutputPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A page whose names mean harm, and small pages of synthetic answers. */
final class HostilePage {
  /** Some as people see them first: what a browser might run, and what might mislead the eye. */
  static final List<String> NAMES =
      List.of(
          "<script>window.harm = 1</script>",
          "\";=cmd()",
          "\"><img src=x onerror=\"window.harm = 1\">",
          "' onmouseover='window.harm = 1",
          "</td></table></section><svg onload=\"window.harm = 1\">",
          "</title></style></script><script src=\"http://example.invalid/harm.js\"></script>",
          "<a href=\"javascript:window.harm = 1\">press</a>",
          "&lt;script&gt;window.harm = 1&lt;/script&gt;",
          "invoice\u202egpj.exe",
          "\u0000\u001b[2J\u0007\r\n\t\u2028\ud800",
          "{{constructor.constructor('window.harm = 1')()}}",
          "very/" + "long/".repeat(2000));

  static final String SQL =
      """
      -- What do names do to <b>pages</b>?
      -- They stay names.
      --
      -- subject: registry
      -- chart: bars x=path y=wasted_bytes series=path top=20
      -- chart: points x=copies y=wasted_bytes label=path
      SELECT '<script>window.harm = 1</script>' AS path, 1 AS copies, 2 AS wasted_bytes
      """;

  private HostilePage() {}

  /** A report of the names; its columns are path, copies and wasted_bytes. */
  static Answer answer() {
    List<List<Object>> rows = new ArrayList<>();
    for (int at = 0; at < NAMES.size(); at++) {
      rows.add(List.of(NAMES.get(at), 2L + at, 1000L * ((at * 7) % NAMES.size())));
    }
    return new Answer(
        "top-duplicates",
        List.of("What do names do to <b>pages</b>?", "They stay names."),
        List.of(
            new Answer.Column("path", ColumnUnit.TEXT, null),
            new Answer.Column("copies", ColumnUnit.COUNT, null),
            new Answer.Column("wasted_bytes", ColumnUnit.BYTES, null)),
        rows);
  }

  /** Writes a page with a headline of such names, too. */
  static void write(Path target) throws IOException {
    HeadlineSection section = new HeadlineSection("<script>window.harm = 1</script>");
    section.addAbove("<img src=x onerror=\"window.harm = 1\">");
    section.addBar("\"><b>", "\u202e", 10);
    write(target, List.of(section), new Question("top-duplicates", SQL), answer());
  }

  /** Writes a page of one answer. */
  static void write(Path target, List<HeadlineSection> headline, Question question, Answer answer)
      throws IOException {
    Page.Source source = new Page.Source(queries(), "/data/<w>&\"", headline);
    try (Page page =
        new Page(source, List.of(question), OutputPlace.of(target), TableStyle.PLAIN)) {
      page.all(List.of(answer));
    }
  }

  /** Queries to a warehouse without tables. */
  static Queries queries() throws IOException {
    Path empty = Files.createTempDirectory("varve-empty");
    empty.toFile().deleteOnExit();
    try {
      return BothEngines.duck(empty);
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
