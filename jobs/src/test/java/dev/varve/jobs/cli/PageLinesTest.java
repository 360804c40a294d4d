package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.engine.run.SmallWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a warehouse, as a user makes it. */
class PageLinesTest {
  @TempDir private Path folder;

  /** The rows of the page's tables are as many as those that programs are given. */
  @Test
  void aPageHasTheHeadlineAndASectionForEveryReportWithRows() throws IOException {
    Path file = folder.resolve("new/report.html");
    assertThat(
            varve("report --format html --warehouse %s --out %s", SmallWorld.simulated(), file)
                .done()
                .out())
        .isEmpty();
    Document page = Jsoup.parse(Files.readString(file));
    Map<String, Integer> sections = new TreeMap<>();
    for (Element section : page.select("section.report")) {
      sections.put(section.id(), section.select("tbody tr").size());
    }
    Map<String, Integer> rows = new TreeMap<>();
    JsonNode reports =
        new ObjectMapper()
            .readTree(
                varve("report --all --format json --warehouse %s", SmallWorld.simulated())
                    .done()
                    .out());
    reports.forEach(
        report -> {
          if (!report.get("rows").isEmpty()) {
            rows.put(report.get("name").asText(), Math.min(1000, report.get("rows").size()));
          }
        });
    // Nothing was deleted: a report of zeros alone has no section.
    assertThat(rows.remove("freed")).isOne();
    assertThat(sections).isEqualTo(rows).hasSizeGreaterThan(20);
    assertThat(page.select(".headline h2").eachText())
        .containsExactly(
            "Largest savings, each counted by itself",
            "Registry",
            "Virtual machines",
            "Checks",
            "More");
    assertThat(page.select("nav a")).hasSize(sections.size() + 1);
    assertThat(page.select("nav a"))
        .allSatisfy(
            link -> assertThat(page.getElementById(link.attr("href").substring(1))).isNotNull());
    assertThat(page.select("#availability-by-failures svg.plot path.band")).isNotEmpty();
    assertThat(page.select("#backup-stages svg.plot rect")).hasSizeGreaterThan(4);
  }

  @Test
  void namedReportsAreAPageOfTheirOwnOnStandardOutput() {
    Document page =
        Jsoup.parse(
            varve("report coverage dedup-growth --format html --warehouse %s", SmallWorld.packed())
                .done()
                .out());
    assertThat(page.select(".headline")).isEmpty();
    assertThat(page.select("section.report").eachAttr("id"))
        .containsExactly("coverage", "dedup-growth");
  }

  @Test
  void aFolderIsNoFile() {
    assertThat(
            varve("report --format html --warehouse %s --out %s", SmallWorld.packed(), folder)
                .endsWith(2)
                .err())
        .contains("is a folder; name a file in it");
  }

  @Test
  void theSameRowsGiveTheSameBytes() throws IOException {
    String line = "report --format html --warehouse %s --out %s";
    varve(line, SmallWorld.packed(), folder.resolve("a.html")).done();
    varve(line, SmallWorld.packed(), folder.resolve("b.html")).done();
    assertThat(withoutTime("a.html")).contains("Made ... UTC").isEqualTo(withoutTime("b.html"));
  }

  /** A page says to the minute when it was made. */
  private String withoutTime(String page) throws IOException {
    return Files.readString(folder.resolve(page)).replaceAll("Made [^<]* UTC", "Made ... UTC");
  }
}
