package dev.varve.jobs.cli.report;

import dev.varve.jobs.answer.gate.Gate;
import dev.varve.jobs.answer.headline.Headline;
import dev.varve.jobs.answer.headline.ReportGroups;
import dev.varve.jobs.answer.headline.ReportGroups.EmptyReason;
import dev.varve.jobs.answer.page.Page;
import dev.varve.jobs.answer.page.PageFormat;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.Document;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.TextWidth;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.derive.update.ChosenUpdate;
import dev.varve.jobs.warehouse.past.Moment;
import dev.varve.jobs.warehouse.past.PastRuns;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers a request for reports from a warehouse: with the headline, or with rows in the requested
 * format.
 */
final class ReportAnswer {
  /** Placeholder in the SQL of a report for the time of {@code --since}, with its default word. */
  private static final Pattern SINCE_PLACEHOLDER = Pattern.compile("/\\* since \\*/ \\w+");

  private final ReportRequest request;
  private final Queries queries;

  ReportAnswer(ReportRequest request, Queries queries) {
    this.request = request;
    this.queries = queries;
  }

  /**
   * Writes the answer.
   *
   * @return false if rows fail the gate
   */
  boolean write() throws IOException {
    List<Question> questions = request.questions();
    if (request.asOf() != null || request.since() != null) {
      questions = atMoments(questions);
    }
    ChosenUpdate images = request.comparedImages();
    if (images != null) {
      queries.compute(ChosenUpdate.TABLES, ChosenUpdate.INPUTS, images::makeViews);
    }
    if (questions.isEmpty()) {
      writeHeadline();
      return true;
    }
    warnOfStale(questions);
    requireChosenRows();
    try (Document document = document(questions)) {
      Document columns = document.filteredBy(request.style()::addChecked);
      if (!request.gates().isEmpty()) {
        boolean writesEmpty = !request.isOnScreen();
        return !Gate.writeFailures(
            request.gates(), questions, queries, columns, writesEmpty, request.condition());
      }
      queries.answers(questions, columns);
      return true;
    }
  }

  /**
   * Switches the queries to the state at the requested moment, and prints the moment on standard
   * error.
   *
   * @return the questions with the time of {@code --since} inserted
   * @throws InvalidSettingsException when there is no run as of that name or time
   */
  private List<Question> atMoments(List<Question> questions) throws IOException {
    List<String> faults = new ArrayList<>();
    PastRuns runs = runs();
    Optional<Moment> until = moment("--as-of", request.asOf(), runs, faults);
    Optional<Moment> from = moment("--since", request.since(), runs, faults);
    if (until.isPresent() && !runs.isAnyUntil(until.get())) {
      faults.add("--as-of %s: no run had begun by then".formatted(until.get().words()));
    }
    if (until.isPresent() && from.isPresent() && from.get().at().isAfter(until.get().at())) {
      faults.add("--since is after --as-of; name an earlier run, or leave --as-of away");
    }
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    from.ifPresent(moment -> System.err.println("varve: since " + moment.words()));
    if (until.isPresent()) {
      System.err.println("varve: as of " + until.get().words());
      Instant dropped = runs.droppedBefore();
      if (until.get().at().isBefore(dropped)) {
        System.err.println(
            "varve: what was gone by %s is missing: varve compact dropped it".formatted(dropped));
      }
      queries.asOf(until.get());
    }
    return from.isEmpty()
        ? questions
        : questions.stream()
            .map(
                question ->
                    new Question(
                        question.name(),
                        SINCE_PLACEHOLDER.matcher(question.sql()).replaceAll(from.get().sql())))
            .toList();
  }

  private static Optional<Moment> moment(
      String option, @Nullable String text, PastRuns runs, List<String> faults) {
    try {
      return text == null ? Optional.empty() : Optional.of(runs.moment(text));
    } catch (IllegalArgumentException e) {
      faults.add(option + " " + PrintedText.visible(String.valueOf(e.getMessage())));
      return Optional.empty();
    }
  }

  private PastRuns runs() throws IOException {
    List<PastRuns.PastRun> runs = new ArrayList<>();
    Iterator<List<@Nullable Object>> rows = queries.stream(PastRuns.SQL, Map.of());
    while (rows.hasNext()) {
      List<@Nullable Object> row = rows.next();
      if (row.get(2) instanceof Instant startedAt) {
        runs.add(
            new PastRuns.PastRun(
                String.valueOf(row.get(0)),
                String.valueOf(row.get(1)),
                startedAt,
                row.get(3) == null ? null : String.valueOf(row.get(3))));
      }
    }
    return new PastRuns(runs);
  }

  /** Warns of stale tables, with --quiet too, as results without them are easily misread. */
  private void warnOfStale(List<Question> questions) throws IOException {
    Map<String, String> stale = new TreeMap<>();
    for (Question question : questions) {
      stale.putAll(queries.staleIn(question.sql()));
    }
    if (!stale.isEmpty()) {
      System.err.print(
          request.asOf() != null ? Summaries.missingThen(stale) : Summaries.stale(stale));
    }
  }

  private void writeHeadline() throws IOException {
    Headline headline = Headline.of(queries);
    if (!request.format().isOfHeadline()) {
      headline.lines(request.style()).forEach(System.out::println);
      return;
    }
    try (Document document = document(List.of())) {
      headline.write(document.filteredBy(request.style()::addChecked));
    }
  }

  private Document document(List<Question> questions) throws IOException {
    if (request.format() == PageFormat.HTML) {
      Page.Source source =
          request.isOfWholeWarehouse()
              ? Page.Source.whole(queries, request.warehouse())
              : new Page.Source(queries, request.warehouse(), List.of());
      return new Page(source, questions, request.target(), request.style());
    }
    if (request.target() != null) {
      return request.format().singleAnswer().at(request.target(), request.style());
    }
    Document screen = request.format().singleAnswer().onStandardOutput(request.style());
    return request.isOnScreen() && request.gates().isEmpty()
        ? screen.filteredBy(new EmptyReports())
        : screen;
  }

  /**
   * Requires that the condition chooses something for every report, as zeros over an empty set look
   * like a result.
   *
   * @throws InvalidSettingsException when it chooses nothing
   */
  private void requireChosenRows() throws IOException {
    List<String> faults = new ArrayList<>();
    for (Map.Entry<String, String> count : request.chosenCounts().entrySet()) {
      List<@Nullable Object> row = queries.stream(count.getValue(), Map.of()).next();
      if (!(row.get(0) instanceof Number chosen) || chosen.longValue() == 0) {
        faults.add(
            "--where %s: nothing matches in %s"
                .formatted(
                    PrintedText.visible(String.valueOf(request.condition())), count.getKey()));
      }
    }
    queries.endStreams();
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
  }

  /**
   * Filter that leaves out answers about inputs that the warehouse has none of, where all were
   * requested, and answers without rows. At the end it prints the commands that make their rows.
   */
  private final class EmptyReports implements Document.Filter {
    private static final String INDENT = "  ";

    private final Map<EmptyReason, List<String>> byReason = new HashMap<>();

    @Override
    public void pass(Answer answer, Document document) throws IOException {
      if (request.isOfWholeWarehouse() && ReportGroups.isOfAbsentInputs(answer.name(), queries)) {
        return;
      }
      if (answer.rows().iterator().hasNext()) {
        document.add(answer);
      } else {
        byReason
            .computeIfAbsent(
                ReportGroups.emptyReason(answer.name(), queries), why -> new ArrayList<>())
            .add(answer.name());
      }
    }

    @Override
    public void end() {
      if (!byReason.isEmpty()) {
        print("No rows:", why -> !why.isCommand());
        print("No rows yet:", EmptyReason::isCommand);
      }
    }

    private void print(String title, Predicate<EmptyReason> reasons) {
      List<EmptyReason> listed =
          byReason.keySet().stream()
              .filter(reasons)
              .sorted(Comparator.comparing(EmptyReason::text))
              .toList();
      if (!listed.isEmpty()) {
        System.out.println(title);
      }
      for (EmptyReason why : listed) {
        String names = String.join(", ", byReason.getOrDefault(why, List.of()));
        int width = request.style().width() - 2 * INDENT.length();
        System.out.println(
            INDENT
                + String.join(
                    "\n" + INDENT + INDENT,
                    TextWidth.lines(names + " (" + why.text() + ")", width)));
      }
    }
  }
}
