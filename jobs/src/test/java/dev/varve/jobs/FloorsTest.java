package dev.varve.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages depend downwards: program, command line, jobs, then tables, settings and renderings. */
@AnalyzeClasses(packages = "dev.varve", importOptions = ImportOption.DoNotIncludeTests.class)
class FloorsTest {
  @ArchTest
  static final ArchRule FLOORS =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("dev.varve.jobs..")
          .layer("program")
          .definedBy("dev.varve.jobs")
          .layer("cli")
          .definedBy("dev.varve.jobs.cli")
          .layer("job")
          .definedBy("dev.varve.jobs.job")
          .layer("table")
          .definedBy("dev.varve.jobs.table")
          .layer("conf")
          .definedBy("dev.varve.jobs.conf")
          .layer("report")
          .definedBy("dev.varve.jobs.report")
          .whereLayer("program")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("cli")
          .mayOnlyBeAccessedByLayers("program")
          .whereLayer("job")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("table")
          .mayOnlyBeAccessedByLayers("job", "cli")
          .whereLayer("conf")
          .mayOnlyBeAccessedByLayers("job", "cli")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("cli");

  @ArchTest
  static final ArchRule NO_CYCLES = slices().matching("dev.varve.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule PIPELINE_KNOWS_NO_ENGINE =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.varve.jobs..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "dev.varve.jobs..");
}
