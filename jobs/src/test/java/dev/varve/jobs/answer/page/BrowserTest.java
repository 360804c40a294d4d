package dev.varve.jobs.answer.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages as a browser has them, where Debian's chromium and chromium-driver are. With {@code
 * -Dpage=FILE -Dpictures=FOLDER} a page is looked at from close by.
 */
@Tag("thorough")
class BrowserTest {
  private static final String FIRST =
      "return [...document.querySelectorAll('tbody tr')].filter(r => !r.hidden)"
          + ".map(r => r.cells[1].textContent)";

  @TempDir private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    assumeTrue(Files.isExecutable(Browser.DRIVER), "chromium-driver is not here");
    browser = new Browser(1400, 1000);
  }

  @AfterAll
  static void stop() throws IOException {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void openAPageOfHarmfulNames() throws IOException {
    Path page = folder.resolve("page.html");
    HostilePage.write(page);
    browser.open(page);
  }

  @Test
  void namesDoNoHarmAndNoRequestLeavesTheFile() throws IOException {
    assertThat(browser.run("return window.harm === undefined").asBoolean()).isTrue();
    assertThat(browser.run("return document.querySelectorAll('img, td *, svg svg').length").asInt())
        .isZero();
    assertThat(browser.run("return document.scripts.length").asInt()).isEqualTo(1);
    assertThat(browser.requests()).isNotEmpty().allMatch(to -> to.startsWith("file:///"));
    assertThat(browser.complaints()).isEmpty();
  }

  /** Whatever gets into a page later: the policy lets nothing out, and runs nothing. */
  @Test
  void thePolicyHolds() throws IOException {
    browser.run(
        """
        const image = document.createElement('img');
        image.src = 'http://127.0.0.1:9/harm.png';
        const script = document.createElement('script');
        script.textContent = 'window.harm = 1';
        document.body.append(image, script);
        return 0;
        """);
    assertThat(browser.run("return window.harm === undefined").asBoolean()).isTrue();
    assertThat(browser.complaints())
        .anyMatch(line -> line.contains("harm.png") && line.contains("violates"));
  }

  /**
   * Copies are 2, 3, .. in the order of the report: a click, the most first; a second, the least.
   */
  @Test
  void aClickSortsAndAWordFilters() throws IOException {
    List<String> given = texts(browser.run(FIRST));
    List<String> descending = new ArrayList<>(given);
    descending.sort(Comparator.comparingInt((String text) -> Integer.parseInt(text)).reversed());
    assertThat(given).isEqualTo(IntStream.range(2, 14).mapToObj(String::valueOf).toList());
    browser.click("th:nth-child(2) button");
    assertThat(texts(browser.run(FIRST))).isEqualTo(descending);
    browser.click("th:nth-child(2) button");
    browser.click("th:nth-child(2) button");
    assertThat(texts(browser.run(FIRST))).isEqualTo(given);
    browser.type("input[type=search]", "LONG/");
    assertThat(texts(browser.run(FIRST))).containsExactly("13");
    assertThat(browser.run("return document.querySelector('output').textContent").asText())
        .isEqualTo("1 of 12 rows");
  }

  @Test
  void aPageFitsNarrowAndWideScreensInLightAndDark() throws IOException {
    for (int width : List.of(1400, 500)) {
      browser.resize(width, 1000);
      assertThat(
              browser
                  .run("return document.documentElement.scrollWidth <= window.innerWidth")
                  .asBoolean())
          .as("width %d", width)
          .isTrue();
    }
    String paper = "return getComputedStyle(document.body).backgroundColor";
    String light = browser.run(paper).asText();
    browser.darken();
    assertThat(light).isEqualTo("rgb(252, 252, 250)");
    assertThat(browser.run(paper).asText()).isEqualTo("rgb(20, 24, 30)");
  }

  /** What a given page takes, and how it looks. */
  @Test
  void aGivenPageIsLookedAt() throws IOException {
    String page = System.getProperty("page", "");
    assumeTrue(!page.isEmpty(), "no -Dpage=FILE");
    Path pictures = Path.of(System.getProperty("pictures", folder.toString()));
    browser.resize(1400, 1000);
    browser.requests();
    browser.open(Path.of(page).toAbsolutePath());
    long millis =
        browser
            .run("const t = performance.getEntriesByType('navigation')[0]; return t.loadEventEnd")
            .asLong();
    System.out.printf("%s: %d bytes, open in %d ms%n", page, Files.size(Path.of(page)), millis);
    assertThat(browser.requests()).allMatch(to -> to.startsWith("file:///"));
    assertThat(browser.complaints()).isEmpty();
    browser.picture(pictures.resolve("wide.png"));
    browser.run("document.querySelector('#image-efficiency')?.scrollIntoView(); return 0");
    browser.picture(pictures.resolve("wide-plots.png"));
    browser.darken();
    browser.picture(pictures.resolve("dark-plots.png"));
    browser.resize(500, 900);
    browser.picture(pictures.resolve("narrow-dark.png"));
    assertThat(Files.size(Path.of(page))).isLessThan(5_000_000);
    assertThat(millis).isLessThan(2000);
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
