package dev.varve.jobs.engine.spark;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;

/** Sentences on a class that is missing: from a Spark that is too old, or from a class path. */
public final class MissingClasses {
  private MissingClasses() {}

  /** The sentence on a fault; empty if no class is missing. */
  public static Optional<String> sentence(@Nullable Throwable fault) {
    return fault instanceof ClassNotFoundException
        ? Optional.of(
            sentence(
                String.valueOf(fault.getMessage()).replaceFirst("^Class (\\S+) not found$", "$1"),
                version(),
                SparkMaster.isSubmitted()))
        : Optional.empty();
  }

  static String sentence(String name, String spark, boolean isSubmitted) {
    if (spark.matches("[0-3]\\..*")) {
      return "this is Spark %s; Varve runs under Spark 4.0, 4.1 and 4.2".formatted(spark);
    }
    if (!isSubmitted) {
      return name
          + " is not there, or its jar cannot be read; bin/varve takes the jars from"
          + " jobs/target/lib, which ./mvnw package fills";
    }
    boolean isOfS3 = name.contains(".s3a.") || name.startsWith("software.amazon.");
    return name
        + " is not there; give spark-submit its jar by --jars or --packages"
        + (isOfS3
            ? ", here --packages org.apache.hadoop:hadoop-aws:" + VersionInfo.getVersion()
            : "");
  }

  private static String version() {
    try (InputStream in =
        MissingClasses.class.getResourceAsStream("/spark-version-info.properties")) {
      Properties facts = new Properties();
      if (in != null) {
        facts.load(in);
      }
      return facts.getProperty("version", "unknown");
    } catch (IOException e) {
      return "unknown"; // the sentence on the class is told
    }
  }
}
