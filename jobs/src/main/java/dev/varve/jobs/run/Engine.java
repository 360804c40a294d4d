package dev.varve.jobs.run;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.table.PlainLocalFileSystem;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** Opens the session: embedded on this machine, or on whatever master spark-submit has set. */
public final class Engine {
  /** What spark-submit always sets. */
  private static final String SUBMITTED = "spark.submit.deployMode";

  private Engine() {}

  /** Whether spark-submit has started this program, and so chosen the master. */
  public static boolean isSubmitted() {
    return System.getProperty(SUBMITTED) != null;
  }

  /**
   * A session named after the verb; what spark-submit set is kept.
   *
   * @throws InvalidSettingsException when the master is a cluster and spark-submit has not started
   *     the program
   */
  public static SparkSession open(String verb, Settings settings) {
    SparkConf conf = new SparkConf().setAppName("varve " + verb);
    settings.spark().forEach(conf::setIfMissing);
    if (!conf.get("spark.master").startsWith("local") && !conf.contains(SUBMITTED)) {
      throw new InvalidSettingsException(
          List.of(
              "the master "
                  + conf.get("spark.master")
                  + " is none of this machine: start the program by spark-submit, which brings it to"
                  + " the executors; bin/varve does so with VARVE_SUBMIT=1"));
    }
    conf.setIfMissing("spark.hadoop.fs.file.impl", PlainLocalFileSystem.class.getName());
    // Records travel between tasks; Kryo cannot read their fields.
    conf.set("spark.serializer", "org.apache.spark.serializer.JavaSerializer");
    if (conf.get("spark.master").startsWith("local")) {
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    return SparkSession.builder().config(conf).getOrCreate();
  }
}
