package dev.varve.jobs.job;

import dev.varve.jobs.conf.Settings;
import dev.varve.jobs.table.PlainLocalFileSystem;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** Opens the session: embedded on this machine, or on whatever master spark-submit has set. */
public final class Engine {
  private Engine() {}

  /** A session named after the verb; what spark-submit set is kept. */
  public static SparkSession open(String verb, Settings settings) {
    SparkConf conf = new SparkConf().setAppName("varve " + verb);
    settings.spark().forEach(conf::setIfMissing);
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
