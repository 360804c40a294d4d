package dev.varve.jobs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.warehouse.schema.FormatLists;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README.md, the pages below docs/ and those of benchmarks, and Javadocs, as readers need them. */
class DocsTest {
  private static final Pattern LIST = Pattern.compile("<!-- ([a-z-]+) -->.*?<!-- / -->");
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final int MOST_WORDS = 40;

  /** A Javadoc that opens without its subject, the noun or verb that it is about. */
  private static final Pattern NAMELESS =
      Pattern.compile("/\\*\\*[\\s*]*(The same|What|How|Where|When|Which|As|Of)\\b.*");

  /** Words that have a plain one of the field: see contributing, "Words". */
  private static final Pattern BANNED =
      Pattern.compile(
          "\\b(hold|holds|held|holding|holder|lie|lies|beside|besides|told|by heart|made up|at once"
              + "|is met|are met|was met|asked for|asks for|whereof|thereof|therein)\\b",
          Pattern.CASE_INSENSITIVE);

  static List<String> generated() {
    return GeneratedPages.ALL;
  }

  /** {@code -Dgolden=update} writes them. */
  @ParameterizedTest
  @MethodSource("generated")
  void generatedPagesSayWhatTheProgramSays(String name) throws IOException {
    Path file = DOCS.resolve(name + ".md");
    String text = GeneratedPages.text(name);
    if ("update".equals(System.getProperty("golden"))) {
      Files.writeString(file, text);
    }
    assertThat(Files.readString(file)).isEqualTo(text);
  }

  @Test
  void adviceHasASectionForEachOpportunity() throws IOException {
    List<String> sections =
        Files.readString(DOCS.resolve("advice.md"))
            .lines()
            .filter(line -> line.startsWith("## "))
            .flatMap(line -> Stream.of(line.substring(3).split(", ")))
            .toList();
    List<String> opportunities =
        Pattern.compile("\\d+(?: AS place)?, '([a-z ]+)'")
            .matcher(SqlFiles.text("reports", "opportunities"))
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(sections).containsExactlyInAnyOrderElementsOf(opportunities);
  }

  /** Such as {@code <!-- disk-formats -->raw, qcow2<!-- / -->}; the same option writes them. */
  @Test
  void listsOfFormatsAreThoseOfTheProgram() throws IOException {
    Set<String> filled = new TreeSet<>();
    for (Path page : pages()) {
      String text = Files.readString(page);
      String whole =
          LIST.matcher(text)
              .replaceAll(
                  list -> {
                    List<String> names = FormatLists.ALL.get(list.group(1));
                    assertThat(names).as(page + ": " + list.group()).isNotNull();
                    filled.add(list.group(1));
                    return "<!-- %s -->%s<!-- / -->"
                        .formatted(list.group(1), String.join(", ", names));
                  });
      if ("update".equals(System.getProperty("golden")) && !whole.equals(text)) {
        Files.writeString(page, whole);
      }
      assertThat(Files.readString(page)).as(page.toString()).isEqualTo(whole);
    }
    assertThat(filled).isEqualTo(FormatLists.ALL.keySet());
  }

  @Test
  void theReadmeIsShort() throws IOException {
    byte[] readme = Files.readAllBytes(ROOT.resolve("README.md"));
    assertThat(readme.length).isLessThanOrEqualTo(8 << 10);
    assertThat(new String(readme, StandardCharsets.UTF_8).lines().count()).isLessThanOrEqualTo(120);
  }

  @Test
  void linksLeadToFilesAndHeadings() {
    List<String> dead = new ArrayList<>();
    for (Path page : pages()) {
      for (String link : Markdown.read(page).links()) {
        if (!link.matches("[a-z]+:.*")) {
          String[] parts = link.split("#", 2);
          Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
          boolean found =
              Files.exists(target)
                  && (parts.length == 1 || Markdown.read(target).anchors().contains(parts[1]));
          if (!found) {
            dead.add(ROOT.relativize(page) + ": " + link);
          }
        }
      }
    }
    assertThat(dead).isEmpty();
  }

  @Test
  void everyPageIsReachedFromTheReadme() {
    Set<Path> known = new TreeSet<>();
    follow(ROOT.resolve("README.md"), known);
    assertThat(known).containsAll(pages());
  }

  private static void follow(Path page, Set<Path> known) {
    if (!known.add(page)) {
      return;
    }
    for (String link : Markdown.read(page).links()) {
      Path target = page.resolveSibling(link.split("#", 2)[0]).normalize();
      Path index = Files.isDirectory(target) ? target.resolve("README.md") : target;
      if (!link.contains("://") && index.toString().endsWith(".md") && Files.exists(index)) {
        follow(index, known);
      }
    }
  }

  @Test
  void everySimulationHasItsPage() {
    List<String> all =
        pages().stream().map(file -> String.join("\n", Markdown.read(file).lines())).toList();
    for (Simulation one : Simulations.ALL) {
      String title = "# simulate " + one.name() + ": ";
      String page = all.stream().filter(text -> text.startsWith(title)).findFirst().orElse("");
      assertThat(page).contains("## Model", "## Inputs", "## Limits");
      assertThat(page).as(one.name()).contains(one.about().reports());
    }
  }

  /** A name in code that begins with a section of the settings and a dot is a setting. */
  @Test
  void settingsThatPagesNameExist() {
    Config reference = ConfigFactory.parseResources("dev/varve/reference.conf").getConfig("varve");
    List<String> unknown = new ArrayList<>();
    for (Path page : pages()) {
      for (String code : Markdown.read(page).codes()) {
        String key = code.split("=", 2)[0];
        boolean setting =
            key.matches("[a-z-]+(\\.[a-z-]+)+") && reference.hasPath(key.split("\\.", 2)[0]);
        boolean foreign = key.startsWith("spark.") || key.startsWith("catalog.");
        if (setting && !foreign && !reference.hasPath(key)) {
          unknown.add(ROOT.relativize(page) + ": " + code);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void sentencesAreShort() {
    Map<String, Integer> longOnes = new TreeMap<>();
    for (Path page : pages()) {
      for (String sentence : Markdown.read(page).sentences()) {
        int words = sentence.strip().split("\\s+").length;
        if (words > MOST_WORDS) {
          longOnes.put(ROOT.relativize(page) + ": " + sentence, words);
        }
      }
    }
    assertThat(longOnes).isEmpty();
  }

  @Test
  void wordsAreThoseOfTheField() {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      for (String line : Markdown.read(page).words()) {
        if (BANNED.matcher(line).find()) {
          found.add(ROOT.relativize(page) + ": " + line);
        }
      }
    }
    assertThat(found).isEmpty();
  }

  /** A reader of one Javadoc has not read the one before. */
  @Test
  void javadocsNameTheirSubject() throws IOException {
    List<String> nameless = new ArrayList<>();
    for (Path source : sources()) {
      Matcher javadoc = NAMELESS.matcher(Files.readString(source));
      while (javadoc.find()) {
        nameless.add(ROOT.relativize(source) + ": " + javadoc.group());
      }
    }
    assertThat(nameless).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : List.of("pipeline", "jobs")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module + "/src/main"))) {
        files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    assertThat(sources).hasSizeGreaterThan(100);
    return sources;
  }

  /** README.md, and all pages of docs and benchmarks and of schemas, without what builds make. */
  static List<Path> pages() {
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    for (String folder : List.of("docs", "benchmarks", "schemas")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
        files
            .filter(
                file -> file.toString().endsWith(".md") && !file.toString().contains("/target/"))
            .sorted()
            .forEach(pages::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return pages;
  }
}
