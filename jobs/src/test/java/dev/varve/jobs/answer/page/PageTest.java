package dev.varve.jobs.answer.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.answer.query.Queries.Question;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.PrintedText;
import dev.varve.jobs.answer.report.TableStyle;
import dev.varve.jobs.answer.report.TextWidth;
import dev.varve.jobs.warehouse.file.OutputPlace;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a parser of HTML finds in pages. */
class PageTest {
  @TempDir private Path folder;

  @Test
  void noElementAndNoAttributeComesFromNames() throws IOException {
    Document page = hostile();
    assertThat(page.select("script")).hasSize(1);
    assertThat(page.select("style")).hasSize(1);
    assertThat(page.select("img, iframe, object, embed, link, base, form, b b, foreignObject"))
        .isEmpty();
    assertThat(page.select("svg svg, td *")).isEmpty();
    Set<String> attributes =
        page.getAllElements().stream()
            .flatMap(element -> element.attributes().asList().stream())
            .map(Attribute::getKey)
            .collect(Collectors.toSet());
    assertThat(attributes).noneMatch(name -> name.startsWith("on"));
    assertThat(attributes).doesNotContain("src", "style", "srcset", "action", "xlink:href");
    assertThat(page.select("a").eachAttr("href")).isNotEmpty().allMatch(to -> to.startsWith("#"));
  }

  @Test
  void namesAreReadAsOnATerminal() throws IOException {
    List<Element> cells = hostile().select("tbody tr td:first-child");
    assertThat(cells).hasSameSizeAs(HostilePage.NAMES);
    for (int at = 0; at < cells.size(); at++) {
      String name = PrintedText.visible(HostilePage.NAMES.get(at));
      assertThat(cells.get(at).wholeText()).isEqualTo(TextWidth.cut(name, 100));
      assertThat(cells.get(at).attr("title").length()).isLessThanOrEqualTo(1000);
    }
    String text = Files.readString(folder.resolve("page.html"));
    assertThat(text.codePoints().filter(next -> next != '\n'))
        .noneMatch(
            next ->
                Character.getType(next) == Character.CONTROL
                    || Character.getType(next) == Character.FORMAT
                    || Character.getType(next) == Character.SURROGATE);
    assertThat(text).hasSizeLessThan(60_000);
  }

  @Test
  void theQueryAndHowItCountsStandThere() throws IOException {
    Element section = hostile().expectFirst("#top-duplicates");
    assertThat(section.select(".question").text()).isEqualTo("What do names do to <b>pages</b>?");
    assertThat(section.select("details p").text()).isEqualTo("They stay names.");
    assertThat(section.expectFirst("details pre").wholeText()).isEqualTo(HostilePage.SQL.strip());
    assertThat(section.select("svg.plot[role=img]")).hasSize(2);
  }

  /** The digests are those that a browser computes over the text between the tags. */
  @Test
  void thePolicyLetsTheOwnStyleAndScriptPassAndNothingElse()
      throws IOException, GeneralSecurityException {
    Document page = hostile();
    assertThat(page.expectFirst("meta[http-equiv=Content-Security-Policy]").attr("content"))
        .isEqualTo(
            "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '%s'; script-src '%s'"
                .formatted(
                    digest(page.expectFirst("style").data()),
                    digest(page.expectFirst("script").data())));
  }

  @Test
  void longTablesAreCutAndSayHowToHaveTheRest() throws IOException {
    Answer answer =
        new Answer(
            "coverage",
            List.of("Which?"),
            List.of(new Answer.Column("count", ColumnUnit.COUNT, null)),
            LongStream.range(0, 1234).mapToObj(List::<Object>of).toList());
    Document page = page(new Question("coverage", "-- Which?\n--\n-- subject: registry\n"), answer);
    assertThat(page.select("tbody tr")).hasSize(1000);
    assertThat(page.select(".cut").text())
        .isEqualTo(
            "The first 1,000 of 1,234 rows; all of them: varve report coverage"
                + " --warehouse /data/<w>&\" --format csv");
  }

  /** 1.5 MiB is 1,572,864 bytes; the last digits matter for the order. */
  @Test
  void numbersCarryTheirExactValue() throws IOException {
    Answer answer =
        new Answer(
            "coverage",
            List.of("Which?"),
            List.of(
                new Answer.Column("bytes", ColumnUnit.BYTES, null),
                new Answer.Column("files", ColumnUnit.COUNT, null),
                new Answer.Column("share", ColumnUnit.RATIO, null, 0, List.of())),
            List.of(List.of(1_572_865L, 7L, 0.123456)));
    Document page = page(new Question("coverage", "-- Which?\n"), answer);
    assertThat(page.select("td").eachText()).containsExactly("1.5 MiB", "7", "12.35 %");
    assertThat(page.select("td").eachAttr("data-v")).containsExactly("1572865", "0.123456");
    // The column of a rank is shown; the others are there, and come by a box that needs no script.
    assertThat(page.select("th.x").eachText()).containsExactly("bytes", "files");
    assertThat(page.select("label.more input[type=checkbox]")).hasSize(1);
  }

  @Test
  void whatHasNoRowsStandsTogetherWithTheCommandThatFillsIt() throws IOException {
    Path target = folder.resolve("empty.html");
    List<String> names = List.of("backup-efficiency", "backup-stages");
    Page.Source source = new Page.Source(HostilePage.queries(), "w", List.of());
    try (Page page =
        new Page(source, Question.of(names), OutputPlace.of(target), TableStyle.PLAIN)) {
      page.all(
          names.stream().map(name -> new Answer(name, List.of(), List.of(), List.of())).toList());
    }
    Document page = Jsoup.parse(Files.readString(target));
    assertThat(page.select("section.report")).isEmpty();
    assertThat(page.select("#without-rows li").eachText())
        .containsExactly("backup-efficiency, backup-stages (varve simulate backup)");
  }

  @Test
  void anAbortedPageLeavesTheOldOne() throws IOException {
    Path target = Files.writeString(folder.resolve("page.html"), "old");
    Page.Source source = new Page.Source(HostilePage.queries(), "w", List.of());
    List<Question> asked = List.of(new Question("top-duplicates", HostilePage.SQL));
    try (Page page = new Page(source, asked, OutputPlace.of(target), TableStyle.PLAIN)) {
      page.begin(List.of("top-duplicates"));
      page.add(HostilePage.answer());
    }
    assertThat(target).hasContent("old");
    HostilePage.write(target);
    assertThat(target).content().startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    assertThat(folder.toFile().list()).containsExactly("page.html");
  }

  /** Reports of a page are in five groups: contents, causes, places, actions, simulations. */
  @Test
  void reportsFollowEachOtherAsInAConversation() {
    List<String> reports = Page.reports();
    assertThat(reports)
        .containsSubsequence("coverage", "decomposition", "exclusive-bytes")
        .containsSubsequence(
            "coverage",
            "dedup-summary",
            "duplicate-cause",
            "top-duplicates",
            "build-lines",
            "common-base",
            "formats")
        .containsSubsequence(
            "chunk-dedup-summary", "snapshot-sharing", "backup-efficiency", "backup-time")
        .containsSubsequence("formats", "chunk-dedup-summary", "availability-front", "pull-latency")
        .doesNotHaveDuplicates()
        .hasSameSizeAs(SqlFiles.folder("reports").keySet());
  }

  /** Zeros and unknown values alone are no section; one figure makes one. */
  @Test
  void reportsWithoutAFigureHaveNoSection() throws IOException {
    List<Answer.Column> columns =
        List.of(
            new Answer.Column("kind", ColumnUnit.TEXT, null, 0, List.of()),
            new Answer.Column("bytes", ColumnUnit.BYTES, null, 1, List.of()));
    Question question = new Question("coverage", "-- Which?\n");
    List<Object> unknown = java.util.Arrays.asList("b", null);
    Answer nothing =
        new Answer("coverage", List.of("Which?"), columns, List.of(List.of("a", 0L), unknown));
    assertThat(page(question, nothing).select("section.report")).isEmpty();
    Answer some =
        new Answer("coverage", List.of("Which?"), columns, List.of(unknown, List.of("c", 1L)));
    assertThat(page(question, some).select("section.report tbody tr")).hasSize(2);
  }

  @Test
  void everySubjectHasATitle() {
    assertThat(SqlFiles.folder("reports").keySet())
        .allMatch(name -> !dev.varve.jobs.answer.headline.ReportGroups.title(name).isEmpty());
  }

  private Document hostile() throws IOException {
    Path target = folder.resolve("page.html");
    HostilePage.write(target);
    return Jsoup.parse(Files.readString(target));
  }

  private Document page(Question question, Answer answer) throws IOException {
    Path target = folder.resolve("page.html");
    HostilePage.write(target, List.of(), question, answer);
    return Jsoup.parse(Files.readString(target));
  }

  private static String digest(String text) throws GeneralSecurityException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    return "sha256-" + Base64.getEncoder().encodeToString(digest);
  }
}
