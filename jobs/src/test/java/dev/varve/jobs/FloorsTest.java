package dev.varve.jobs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Packages depend downwards, and are rooms of a size that one can look over. */
@AnalyzeClasses(packages = "dev.varve", importOptions = ImportOption.DoNotIncludeTests.class)
class FloorsTest {
  private static final String ROOT = "dev.varve.jobs";
  private static final int MOST_CLASSES = 14;
  private static final int MOST_LINES = 230;

  /** Every package of the jobs, and those it stands on. A new package is put here first. */
  private static final Map<String, List<String>> STANDS_ON =
      Map.ofEntries(
          entry("report", List.of()),
          entry("conf", List.of()),
          entry("row", List.of()),
          entry("store", List.of()),
          entry("file", List.of()),
          entry("submitted", List.of()),
          entry("host", List.of()),
          entry("schema", List.of("row")),
          entry("parquet", List.of("host", "schema", "row")),
          entry("table", List.of("parquet", "schema", "file", "host", "row")),
          entry("run", List.of("submitted", "host", "file", "schema", "table", "row", "conf")),
          entry(
              "duck",
              List.of(
                  "query", "views", "damage", "file", "run", "parquet", "schema", "table", "row")),
          entry(
              "found",
              List.of("duck", "query", "views", "run", "parquet", "schema", "table", "row")),
          entry(
              "registry",
              List.of(
                  "found", "host", "file", "store", "run", "parquet", "schema", "table", "row",
                  "conf")),
          entry(
              "snapshot",
              List.of(
                  "found", "file", "store", "run", "parquet", "schema", "table", "row", "conf")),
          entry(
              "estimate",
              List.of(
                  "duck",
                  "query",
                  "file",
                  "console",
                  "option",
                  "registry",
                  "snapshot",
                  "sharing",
                  "report",
                  "screen",
                  "store",
                  "host",
                  "run",
                  "schema",
                  "table",
                  "row",
                  "conf")),
          entry("twin", List.of("duck", "run", "schema", "table", "row", "conf")),
          entry(
              "sharing",
              List.of(
                  "duck", "query", "file", "host", "twin", "run", "schema", "table", "row",
                  "conf")),
          entry("reference", List.of("run", "schema", "table", "row", "conf")),
          entry("backup", List.of("reference", "host", "run", "schema", "table", "row", "conf")),
          entry("deletion", List.of("reference", "run", "schema", "table", "row", "conf")),
          entry(
              "retention",
              List.of("file", "reference", "store", "run", "schema", "table", "row", "conf")),
          entry("fleet", List.of("run", "schema", "table", "row", "conf")),
          entry("availability", List.of("fleet", "run", "schema", "table", "row", "conf")),
          entry("durability", List.of("fleet", "run", "schema", "table", "row", "conf")),
          entry("chain", List.of("file", "store", "run", "schema", "table", "row", "conf")),
          entry("pull", List.of("file", "store", "run", "schema", "table", "row", "conf")),
          entry("startup", List.of("file", "store", "run", "schema", "table", "row", "conf")),
          entry(
              "restore",
              List.of(
                  "file", "query", "registry", "store", "run", "schema", "table", "row", "conf")),
          entry("rebuild", List.of("restore", "store", "run", "schema", "table", "row", "conf")),
          entry("damage", List.of("run", "parquet", "schema", "table", "row", "conf")),
          entry("guard", List.of("conf")),
          entry("selection", List.of("report", "schema", "conf")),
          entry("past", List.of("schema")),
          entry("views", List.of("file", "run", "schema", "table", "conf")),
          entry(
              "query",
              List.of(
                  "file",
                  "host",
                  "guard",
                  "selection",
                  "views",
                  "past",
                  "damage",
                  "report",
                  "run",
                  "schema",
                  "table",
                  "row",
                  "conf")),
          entry(
              "catalog",
              List.of(
                  "views",
                  "query",
                  "guard",
                  "selection",
                  "past",
                  "damage",
                  "report",
                  "run",
                  "schema",
                  "table",
                  "row",
                  "conf")),
          entry("hive", List.of("catalog")),
          entry("serve", List.of("hive", "catalog", "report", "conf")),
          entry("headline", List.of("query", "report", "schema")),
          entry("markup", List.of("report")),
          entry("plot", List.of("markup", "report")),
          entry(
              "page",
              List.of(
                  "plot",
                  "markup",
                  "headline",
                  "query",
                  "selection",
                  "report",
                  "schema",
                  "file",
                  "conf")),
          entry(
              "gate", List.of("headline", "query", "selection", "report", "run", "schema", "conf")),
          entry("history", List.of("query", "selection", "past", "report", "schema", "conf")),
          entry("screen", List.of("report", "conf")),
          entry("console", List.of("report", "run", "schema", "table", "row", "conf")),
          entry(
              "option",
              List.of(
                  "restore",
                  "query",
                  "console",
                  "headline",
                  "screen",
                  "report",
                  "run",
                  "file",
                  "table",
                  "conf")),
          entry(
              "cli",
              List.of(
                  "estimate",
                  "option",
                  "registry",
                  "snapshot",
                  "sharing",
                  "backup",
                  "deletion",
                  "availability",
                  "durability",
                  "pull",
                  "chain",
                  "startup",
                  "retention",
                  "restore",
                  "rebuild",
                  "guard",
                  "selection",
                  "views",
                  "query",
                  "damage",
                  "catalog",
                  "serve",
                  "file",
                  "host",
                  "console",
                  "headline",
                  "page",
                  "gate",
                  "history",
                  "screen",
                  "report",
                  "run",
                  "schema",
                  "table",
                  "row",
                  "conf")));

  @ArchTest
  static void everyPackageKeepsToItsFloor(JavaClasses all) {
    STANDS_ON.forEach(
        (name, below) ->
            noClasses()
                .that()
                .resideInAPackage(inside(name))
                .should()
                .dependOnClassesThat(
                    are(
                        resideInAPackage(ROOT + "..")
                            .and(
                                JavaClass.Predicates.resideOutsideOfPackages(
                                    allowed(name, below)))))
                .because(name + " stands on " + below)
                .check(all));
  }

  @ArchTest
  static void everyPackageHasAFloorAndFewClasses(JavaClasses all) {
    Map<String, Long> classes =
        all.stream()
            .filter(one -> one.getPackageName().startsWith(ROOT + "."))
            .filter(one -> one.isTopLevelClass() && !one.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    one -> one.getPackageName().substring(ROOT.length() + 1),
                    Collectors.counting()));
    assertThat(classes).containsOnlyKeys(STANDS_ON.keySet());
    assertThat(classes).allSatisfy((name, count) -> assertThat(count).isLessThan(MOST_CLASSES + 1));
  }

  /** What is longer is two things. */
  @Test
  void noClassIsLong() throws IOException {
    for (String module : List.of("pipeline", "jobs", "benchmarks")) {
      Path sources = Path.of("..", module, "src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        assertThat(files.filter(file -> file.toString().endsWith(".java")))
            .isNotEmpty()
            .allSatisfy(
                file -> assertThat(Files.readAllLines(file)).hasSizeLessThan(MOST_LINES + 1));
      }
    }
  }

  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("dev.varve.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule PIPELINE_KNOWS_NO_ENGINE =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", ROOT + "..");

  private static String[] allowed(String name, List<String> below) {
    return Stream.concat(below.stream(), java.util.stream.Stream.of(name))
        .map(FloorsTest::inside)
        .toArray(String[]::new);
  }

  private static String inside(String name) {
    return ROOT + "." + name + "..";
  }
}
