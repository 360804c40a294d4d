package dev.varve;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;

/**
 * Packages depend downwards: simulations on contents, contents on inputs, all on the model; those
 * of one floor do not see each other.
 */
@AnalyzeClasses(packages = "dev.varve", importOptions = ImportOption.DoNotIncludeTests.class)
class FloorsTest {
  /** Every package of the pipeline, and those it stands on. A new package is put here first. */
  private static final Map<String, List<String>> STANDS_ON =
      Map.ofEntries(
          entry("model", List.of()),
          entry("input.json", List.of("model")),
          entry("input.digest", List.of("model")),
          entry("input.codec", List.of("model", "input.digest")),
          entry("input.tar", List.of("model", "input.codec", "input.digest")),
          entry("input.bolt", List.of("model")),
          entry(
              "input.source",
              List.of(
                  "model", "input.json", "input.codec", "input.digest", "input.tar", "input.bolt")),
          entry("input.plan", List.of("model", "input.source")),
          entry("input.disk", List.of("model", "input.json", "input.codec")),
          entry("input.trace", List.of("model", "input.digest")),
          entry("input.inventory", List.of("model", "input.disk", "input.trace")),
          entry("content.estimate", List.of("model")),
          entry(
              "content.snapshot",
              List.of("model", "input.disk", "input.trace", "input.inventory", "content.estimate")),
          entry("content.chunking", List.of("model", "input.codec", "input.digest", "input.tar")),
          entry("content.format", List.of("model", "input.codec", "content.chunking", "input.tar")),
          entry("content.recipe", List.of("model", "input.codec", "input.digest", "input.tar")),
          entry("content.restore", List.of("model", "input.codec", "input.tar", "content.recipe")),
          entry("content.rebuild", List.of("model", "input.codec")),
          entry("content.matching", List.of("model")),
          entry("content.sharing", List.of()),
          entry("content.twin", List.of("model")),
          entry("build", List.of()),
          entry("simulation.cache", List.of()),
          entry(
              "simulation.request", List.of("input.digest", "model", "input.json", "input.codec")),
          entry("simulation.backup", List.of("model", "content.matching")),
          entry("simulation.placement", List.of("model")),
          entry("simulation.slice", List.of("model", "content.matching", "simulation.placement")),
          entry(
              "simulation.pull",
              List.of("model", "simulation.cache", "simulation.request", "simulation.slice")),
          entry("simulation.availability", List.of("model", "simulation.placement")),
          entry("content.squash", List.of("model")),
          entry("content.update", List.of("model", "content.squash")),
          entry("simulation.startup", List.of("model", "input.tar", "input.inventory")),
          entry(
              "content.packed",
              List.of(
                  "model",
                  "input.codec",
                  "input.digest",
                  "input.tar",
                  "input.source",
                  "content.recipe",
                  "input.disk",
                  "input.inventory")),
          entry("simulation.deletion", List.of("model")),
          entry("simulation.access", List.of("model")),
          entry("simulation.chain", List.of("model", "input.disk", "simulation.access")),
          entry("simulation.retention", List.of("model")),
          entry("simulation.layering", List.of("model")),
          entry("synthetic.content", List.of("model")),
          entry("synthetic.registry", List.of("model", "synthetic.content")),
          entry("synthetic.disk", List.of("model", "synthetic.content")));

  @ArchTest
  static void everyPackageKeepsToItsFloor(JavaClasses all) {
    STANDS_ON.forEach(
        (name, below) -> {
          List<String> others =
              STANDS_ON.keySet().stream()
                  .filter(other -> !other.equals(name) && !below.contains(other))
                  .map(FloorsTest::inside)
                  .toList();
          noClasses()
              .that()
              .resideInAPackage(inside(name))
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(others.toArray(String[]::new))
              .because(name + " stands on " + below)
              .allowEmptyShould(true)
              .check(all);
        });
  }

  @ArchTest
  static void everyPackageHasAFloor(JavaClasses all) {
    assertThat(all.stream().map(JavaClass::getPackageName).distinct())
        .allMatch(name -> STANDS_ON.containsKey(name.replace("dev.varve.", "")));
  }

  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("dev.varve.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ONE_PLACE_READS_JSON =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.varve.input.json", "dev.varve.synthetic.registry")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "com[.]fasterxml[.]jackson[.](core[.](JsonFactory.*|StreamReadConstraints.*)|databind[.]ObjectMapper)");

  @ArchTest
  static final ArchRule NO_ENGINE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "scala..");

  @ArchTest
  static final ArchRule THE_MODEL_NEEDS_NOTHING_BUT_THE_JDK =
      classes()
          .that()
          .resideInAPackage("dev.varve.model")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("java..", "org.jspecify.annotations..", "dev.varve.model"));

  /** What makes the worlds must not share a fault with what reads them. */
  @ArchTest
  static final ArchRule WORLDS_ARE_NOT_WRITTEN_BY_THEIR_READERS =
      noClasses()
          .that()
          .resideInAPackage("dev.varve.synthetic..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("dev.varve.input.codec", "dev.varve.input.tar")
                  .and(named("(Tar|Gzip|Blob|Archive).*|.*Text")))
          .allowEmptyShould(true);

  private static DescribedPredicate<JavaClass> named(String pattern) {
    return DescribedPredicate.describe(
        "are readers", type -> type.getSimpleName().matches(pattern));
  }

  private static String inside(String name) {
    return "dev.varve." + name + "..";
  }
}
