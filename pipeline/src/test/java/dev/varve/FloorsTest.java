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

/** Packages depend downwards; those of one floor do not see each other. */
@AnalyzeClasses(packages = "dev.varve", importOptions = ImportOption.DoNotIncludeTests.class)
class FloorsTest {
  /** Every package of the pipeline, and those it stands on. A new package is put here first. */
  private static final Map<String, List<String>> STANDS_ON =
      Map.ofEntries(
          entry("model", List.of()),
          entry("json", List.of("model")),
          entry("digest", List.of("model")),
          entry("codec", List.of("model", "digest")),
          entry("tar", List.of("model", "codec", "digest")),
          entry("source", List.of("model", "json", "codec", "digest", "tar")),
          entry("disk", List.of("model", "json", "codec")),
          entry("trace", List.of("model", "digest")),
          entry("inventory", List.of("model", "disk", "trace")),
          entry("estimate", List.of("model")),
          entry("snapshot", List.of("model", "disk", "trace", "inventory", "estimate")),
          entry("chunking", List.of("model", "codec", "digest", "tar")),
          entry("format", List.of("model", "codec", "chunking", "tar")),
          entry("recipe", List.of("model", "codec", "digest", "tar")),
          entry("restore", List.of("model", "codec", "tar", "recipe")),
          entry("rebuild", List.of("model", "codec")),
          entry("matching", List.of("model")),
          entry("sharing", List.of()),
          entry("twin", List.of("model")),
          entry("build", List.of()),
          entry("cache", List.of()),
          entry("request", List.of("digest", "model", "json", "codec")),
          entry("backup", List.of("model", "matching")),
          entry("placement", List.of("model")),
          entry("slice", List.of("model", "matching", "placement")),
          entry("pull", List.of("model", "cache", "request", "slice")),
          entry("availability", List.of("model", "placement")),
          entry("squash", List.of("model")),
          entry("update", List.of("model", "squash")),
          entry("startup", List.of("model", "tar", "inventory")),
          entry(
              "packed",
              List.of("model", "codec", "digest", "tar", "source", "recipe", "disk", "inventory")),
          entry("deletion", List.of("model")),
          entry("access", List.of("model")),
          entry("chain", List.of("model", "disk", "access")),
          entry("retention", List.of("model")),
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
          .resideOutsideOfPackages("dev.varve.json", "dev.varve.synthetic.registry")
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
              resideInAnyPackage("dev.varve.codec", "dev.varve.tar")
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
