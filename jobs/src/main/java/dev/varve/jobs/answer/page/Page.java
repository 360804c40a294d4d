package dev.varve.jobs.answer.page;

import dev.varve.jobs.answer.headline.Headline;
import dev.varve.jobs.answer.headline.HeadlineSection;
import dev.varve.jobs.answer.headline.ReportGroups;
import dev.varve.jobs.answer.plot.Markup;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.warehouse.file.OutputFile;
import dev.varve.jobs.warehouse.file.OutputPlace;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Document that is one HTML file: a table of contents, a section for each answer in their order,
 * then a list of the reports without rows. The sections are kept in memory until the end; each
 * shows a bounded number of rows.
 */
public final class Page implements Document {
  private final Source source;
  private final @Nullable OutputPlace target;
  private final TableStyle style;
  private final Map<String, String> sql = new LinkedHashMap<>();
  private final Map<String, Markup> sections = new LinkedHashMap<>();
  private final Map<String, List<String>> withoutRows = new TreeMap<>();

  /**
   * The source of a page.
   *
   * @param warehouse the location as the user wrote it
   * @param headline the text before the reports; empty where only some reports were requested
   */
  public record Source(Queries queries, String warehouse, List<HeadlineSection> headline) {
    /** The source of a page on a whole warehouse, with the headline. */
    public static Source whole(Queries queries, String warehouse) throws IOException {
      return new Source(queries, warehouse, Headline.of(queries).sections());
    }
  }

  /**
   * A page.
   *
   * @param questions the questions whose answers will be added
   * @param target file to write; null for standard output
   */
  public Page(
      Source source, List<Question> questions, @Nullable OutputPlace target, TableStyle style) {
    this.source = source;
    this.target = target;
    this.style = style;
    questions.forEach(
        question -> sql.put(question.name(), source.queries().prices().addTo(question.sql())));
  }

  /** Writes a page of all reports into a file. */
  public static void all(Source source, Path target) throws IOException {
    List<Question> questions = Question.of(reports());
    try (Page page = new Page(source, questions, OutputPlace.of(target), TableStyle.PLAIN)) {
      source.queries().answers(questions, page);
    }
  }

  /**
   * All reports by subject, within a subject in the order of a conversation; of the others, reports
   * with plots come first.
   */
  public static List<String> reports() {
    List<String> all = ReportGroups.reports();
    List<String> subjects = all.stream().map(ReportGroups::title).distinct().toList();
    return all.stream()
        .sorted(
            Comparator.<String>comparingInt(name -> subjects.indexOf(ReportGroups.title(name)))
                .thenComparingInt(ReportGroups::conversationPosition)
                .thenComparing(
                    name -> PageSection.charts(SqlFiles.text("reports", name)).isEmpty()))
        .toList();
  }

  @Override
  public void begin(List<String> names) {}

  @Override
  public void add(Answer answer) throws IOException {
    PageSection section = new PageSection(answer);
    if (!source.headline().isEmpty()
        && ReportGroups.isOfAbsentInputs(answer.name(), source.queries())) {
      return;
    }
    if (section.isEmpty()) {
      withoutRows
          .computeIfAbsent(
              ReportGroups.emptyReason(answer.name(), source.queries()).text(),
              why -> new ArrayList<>())
          .add(answer.name());
    } else {
      String query = sql.getOrDefault(answer.name(), "");
      sections.put(answer.name(), section.markup(query, source.warehouse(), style));
    }
  }

  @Override
  public void end() throws IOException {
    PageFrame frame = new PageFrame(source, sections, withoutRows);
    if (target == null) {
      OutputFile.print(frame.text());
    } else {
      target.write(frame.text());
    }
  }
}
