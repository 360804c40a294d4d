package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Summary of a warehouse on one screen. It has the largest savings, a section for each subject with
 * data, the results of the checks, and the reports to read next. A section says what was read, what
 * is stored now and what would be stored otherwise.
 */
public final class Headline {
  private final List<HeadlineSection> sections;
  private final Checks checks;
  private final Prices prices;

  private Headline(List<HeadlineSection> sections, Checks checks, Prices prices) {
    this.sections = sections;
    this.checks = checks;
    this.prices = prices;
  }

  /** Makes the headline of a warehouse. The checks are run too if the warehouse is small. */
  public static Headline of(Queries queries) throws IOException {
    HeadlineData data = new HeadlineData(queries);
    Row totals = data.rows("totals").get(0);
    data.runReports(
        Stream.of(RegistrySection.REPORTS, DiskSection.REPORTS, List.of(OpportunitySection.REPORT))
            .flatMap(List::stream)
            .toList());
    List<HeadlineSection> sections = new ArrayList<>();
    if (Stream.of("images", "layers", "snapshots").allMatch(kind -> totals.number(kind) == 0)) {
      HeadlineSection nothing = new HeadlineSection("Nothing was ingested");
      nothing.addAbove(
          "Read images with varve ingest registry, disks with varve ingest snapshots.");
      sections.add(nothing);
    }
    sections.add(OpportunitySection.of(data, queries.prices()));
    sections.add(RegistrySection.of(data, totals).withCosts(queries.prices()));
    sections.add(DiskSection.of(data, totals).withCosts(queries.prices()));
    Checks checks = Checks.of(queries);
    sections.add(checksSection(queries, checks));
    sections.add(nextReports(queries));
    return new Headline(
        sections.stream().filter(section -> !section.isEmpty()).toList(), checks, queries.prices());
  }

  private static HeadlineSection checksSection(Queries queries, Checks checks) throws IOException {
    HeadlineSection section = new HeadlineSection("Checks");
    section.addAbove(checks.sentence());
    Map<String, String> stale = queries.stale();
    stale.keySet().removeAll(Tables.optional()); // they only make answers faster, not different
    if (!stale.isEmpty()) {
      String sentence = Staleness.sentence(stale);
      section.addAbove(Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".");
    }
    return section;
  }

  private static HeadlineSection nextReports(Queries queries) throws IOException {
    List<String> next = ReportGroups.leadingReports(queries);
    HeadlineSection section = new HeadlineSection("More");
    if (!next.isEmpty()) {
      section.addAbove("Reports: " + String.join(", ", next) + ".");
    }
    section.addAbove("All of them: varve report --all; their questions: varve report --list.");
    return section;
  }

  /** Whether all checks that were run pass. */
  public boolean isFaultless() {
    return checks.failing().isEmpty();
  }

  /** The sections in the order of printing. */
  public List<HeadlineSection> sections() {
    return sections;
  }

  /** Lines for a terminal. */
  public List<String> lines(TableStyle style) {
    return HeadlineText.lines(sections, style);
  }

  /** Writes the bars to a document as rows, and the results of the checks as its verdict. */
  public void write(Document document) throws IOException {
    document.begin(List.of("headline"));
    String words =
        sections.stream()
            .flatMap(section -> section.verdict().stream())
            .map(sentence -> sentence + "; ")
            .collect(Collectors.joining());
    document.verdict(checks.outcome(words));
    Answer amounts =
        new Answer(
            "headline",
            List.of("What is stored now, and what would be stored otherwise?"),
            List.of(
                new Answer.Column("subject", ColumnUnit.TEXT, null),
                new Answer.Column("stored_as", ColumnUnit.TEXT, null),
                new Answer.Column("bytes", ColumnUnit.BYTES, null),
                new Answer.Column("change_ratio", ColumnUnit.RATIO, null),
                new Answer.Column("month_cost", ColumnUnit.MONEY, null),
                new Answer.Column("currency", ColumnUnit.TEXT, null)),
            sections.stream().flatMap(section -> section.rows(prices).stream()).toList());
    List<String> all = amounts.columns().stream().map(Answer.Column::name).toList();
    document.add(prices.isStoragePriced() ? amounts : amounts.only(all.subList(0, 4)));
    document.end();
  }
}
