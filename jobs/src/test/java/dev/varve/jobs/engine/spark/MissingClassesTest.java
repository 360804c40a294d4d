package dev.varve.jobs.engine.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Advice on classes that are missing, by the way that the program was started. */
class MissingClassesTest {
  /** Option --packages takes GROUP:ARTIFACT:VERSION; Spark 4.2.0 contains Hadoop 3.5.0. */
  @Test
  void underSparkSubmitAJarIsAPackage() {
    assertThat(MissingClasses.sentence("org.apache.hadoop.fs.s3a.S3AFileSystem", "4.2.0", true))
        .endsWith("--packages org.apache.hadoop:hadoop-aws:3.5.0")
        .doesNotContain("bin/varve");
    assertThat(MissingClasses.sentence("org.sqlite.JDBC", "4.1.1", true))
        .isEqualTo(
            "org.sqlite.JDBC is not there; give spark-submit its jar by --jars or --packages");
  }
}
