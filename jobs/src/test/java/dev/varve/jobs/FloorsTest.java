package dev.varve.jobs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Wings stand above one another, and packages depend on wings below their own. */
@AnalyzeClasses(packages = "dev.varve", importOptions = ImportOption.DoNotIncludeTests.class)
class FloorsTest {
  private static final String ROOT = "dev.varve.jobs";

  /**
   * A part of the program.
   *
   * @param packages that make it
   * @param below wings that it may use
   */
  private record Wing(String name, List<String> packages, List<String> below) {}

  private static final List<String> BASE = List.of("engine", "warehouse", "ground");

  /** All wings, the highest one first. A new package is put here first. */
  private static final List<Wing> WINGS =
      List.of(
          new Wing(
              "cli",
              List.of("cli", "console", "option", "screen", "estimate"),
              List.of(
                  "ingest",
                  "derive",
                  "simulate",
                  "answer",
                  "serve",
                  "engine",
                  "warehouse",
                  "ground")),
          new Wing("ingest", List.of("ingest", "registry", "snapshot"), BASE),
          new Wing("derive", List.of("sharing", "twin"), BASE),
          new Wing(
              "simulate",
              List.of(
                  "reference",
                  "backup",
                  "deletion",
                  "retention",
                  "fleet",
                  "availability",
                  "durability",
                  "chain",
                  "pull",
                  "startup"),
              BASE),
          new Wing(
              "serve",
              List.of("serve", "hive", "catalog"),
              List.of("answer", "engine", "warehouse", "ground")),
          new Wing(
              "answer",
              List.of(
                  "query",
                  "report",
                  "selection",
                  "views",
                  "headline",
                  "markup",
                  "plot",
                  "page",
                  "gate",
                  "history",
                  "damage",
                  "restore",
                  "rebuild"),
              BASE),
          new Wing("engine", List.of("engine", "run"), List.of("warehouse", "ground")),
          new Wing(
              "warehouse",
              List.of("schema", "row", "parquet", "table", "past", "file"),
              List.of("ground")),
          new Wing("ground", List.of("conf", "store", "host"), List.of()));

  @ArchTest
  static void wingsUseThoseBelow(JavaClasses all) {
    for (Wing wing : WINGS) {
      String[] allowed =
          WINGS.stream()
              .filter(other -> other.equals(wing) || wing.below().contains(other.name()))
              .flatMap(other -> other.packages().stream())
              .map(FloorsTest::inside)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAnyPackage(
              wing.packages().stream().map(FloorsTest::inside).toArray(String[]::new))
          .should()
          .dependOnClassesThat(
              are(
                  resideInAPackage(ROOT + "..")
                      .and(JavaClass.Predicates.resideOutsideOfPackages(allowed))))
          .because(wing.name() + " uses " + wing.below())
          .check(all);
    }
  }

  @ArchTest
  static void everyPackageIsInAWing(JavaClasses all) {
    Set<String> packages =
        all.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith(ROOT + "."))
            .map(name -> name.substring(ROOT.length() + 1).split("\\.")[0])
            .collect(Collectors.toSet());
    assertThat(WINGS.stream().flatMap(wing -> wing.packages().stream()))
        .containsExactlyInAnyOrderElementsOf(packages);
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

  private static String inside(String name) {
    return ROOT + "." + name + "..";
  }
}
