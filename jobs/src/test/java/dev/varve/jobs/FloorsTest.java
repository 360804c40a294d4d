package dev.varve.jobs;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The layers of the program: each is a group of packages, and uses those listed here with it. */
@AnalyzeClasses(packages = "dev.varve", importOptions = ImportOption.DoNotIncludeTests.class)
class FloorsTest {
  private static final String ROOT = "dev.varve.jobs";
  private static final List<String> BASE = List.of("engine", "warehouse", "conf", "store", "host");

  /** Layers, and what each uses. The five in the middle do not see each other, but for serve. */
  private static final Map<String, List<String>> LAYERS =
      Map.ofEntries(
          Map.entry("cli", and("ingest", "derive", "simulate", "answer", "serve", "catalog")),
          Map.entry("ingest", BASE),
          Map.entry("derive", BASE),
          Map.entry("simulate", BASE),
          Map.entry("answer", BASE),
          Map.entry("serve", and("answer")),
          Map.entry("engine", List.of("catalog", "warehouse", "conf", "store", "host")),
          Map.entry("catalog", List.of("warehouse", "conf", "store", "host")),
          Map.entry("warehouse", List.of("conf", "store", "host")),
          Map.entry("conf", List.of()),
          Map.entry("store", List.of("conf")),
          Map.entry("host", List.of()));

  private static List<String> and(String... layers) {
    return Stream.concat(Stream.of(layers), BASE.stream()).toList();
  }

  @ArchTest
  static void layersUseThoseBelow(JavaClasses all) {
    LAYERS.forEach(
        (layer, below) -> {
          String[] allowed =
              Stream.concat(Stream.of(layer), below.stream())
                  .map(FloorsTest::inside)
                  .toArray(String[]::new);
          noClasses()
              .that()
              .resideInAPackage(inside(layer))
              .should()
              .dependOnClassesThat(
                  resideInAPackage(ROOT + "..").and(not(resideInAnyPackage(allowed))))
              .because("layer " + layer + " uses " + below)
              .check(all);
        });
  }

  @ArchTest
  static void everyPackageIsInALayer(JavaClasses all) {
    Set<String> packages =
        all.stream()
            .map(type -> type.getPackageName())
            .filter(name -> name.startsWith(ROOT + "."))
            .map(name -> name.substring(ROOT.length() + 1).split("\\.")[0])
            .collect(Collectors.toSet());
    assertThat(LAYERS.keySet()).isEqualTo(packages);
  }

  /** Libraries that stand in one place, by their packages. */
  private static final Map<String, List<String>> PLACES =
      Map.of(
          "org.apache.spark..", List.of(inside("engine.spark")),
          "org.duckdb..", List.of(inside("engine.local")),
          "picocli..", List.of(inside("cli")),
          "org.apache.iceberg..", List.of(inside("catalog")),
          "org.apache.hadoop..", List.of(inside("store.hadoop"), inside("engine.spark")));

  /** Parquet's library makes whoever writes rows override two methods that name Hadoop. */
  private static final String PARQUET = ".*[.]warehouse[.]parquet[.]RowWriteSupport([$].*)?";

  @ArchTest
  static void aLibraryStandsInOnePlace(JavaClasses all) {
    PLACES.forEach(
        (library, places) ->
            noClasses()
                .that()
                .resideOutsideOfPackages(places.toArray(String[]::new))
                .and(not(nameMatching(PARQUET)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(all));
  }

  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("dev.varve.(**)").should().beFreeOfCycles();

  /** Results of the engine are ours; JSON of others is read in the pipeline. */
  @ArchTest
  static final ArchRule ONE_PLACE_READS_FOREIGN_JSON =
      noClasses()
          .that()
          .resideInAnyPackage(inside("store"), inside("ingest"), inside("simulate"))
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "com[.]fasterxml[.]jackson[.](core[.](JsonFactory.*|StreamReadConstraints.*)|databind[.]ObjectMapper)");

  @ArchTest
  static final ArchRule PIPELINE_KNOWS_NO_ENGINE =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", ROOT + "..");

  private static String inside(String layer) {
    return ROOT + "." + layer + "..";
  }
}
