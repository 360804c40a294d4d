package dev.varve.jobs.table;

import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.schema.Tables;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A warehouse whose tables are read by Spark. */
public final class Warehouse extends WarehouseFiles {
  /** The value for the chunker of a warehouse whose chunks came from traces. */
  public static final String TRACE = "trace";

  private final Supplier<SparkSession> spark;

  /**
   * The warehouse at a location; nothing is created.
   *
   * @throws NotDirectoryException when a file is there
   */
  public Warehouse(SparkSession spark, String location) throws IOException {
    this(() -> spark, location, spark.sparkContext().hadoopConfiguration());
  }

  /** The same, with a session that is opened when it is first needed. */
  public Warehouse(Supplier<SparkSession> spark, String location, Configuration hadoop)
      throws IOException {
    super(location, hadoop);
    this.spark = spark;
  }

  private Warehouse(Warehouse of) throws IOException {
    super(of);
    spark = of.spark;
  }

  @Override
  public Warehouse now() throws IOException {
    return new Warehouse(this);
  }

  /** The published rows of a table; empty when nothing has been published. */
  public Dataset<Row> table(String name) throws IOException {
    String[] files = files(name).toArray(String[]::new);
    return files.length == 0
        ? spark().createDataFrame(List.of(), Tables.schema(name))
        : reader().schema(Tables.schema(name)).parquet(files);
  }

  /** Creates views of these tables, views of {@code schemas/views}, and published figures. */
  public void views(Collection<String> names) throws IOException {
    Set<String> published = SqlFiles.folder("published").keySet();
    for (String name : names) {
      boolean stored = Tables.names().contains(name);
      String folder = published.contains(name) ? "published" : "views";
      Dataset<Row> rows = stored ? table(name) : spark().sql(SqlFiles.text(folder, name));
      rows.createOrReplaceTempView(name);
    }
  }

  /** Ends the jobs of the verb that this thread works for, and lets the engine begin no other. */
  public void endJobs() {
    String group = spark().sparkContext().getLocalProperty("spark.jobGroup.id");
    if (group != null) {
      spark().sparkContext().cancelJobGroupAndFutureJobs(group);
    }
  }

  /** The engine that reads it. */
  public SparkSession spark() {
    return spark.get();
  }

  /** Reads files by their literal names: brackets and braces are not patterns. */
  DataFrameReader reader() {
    return spark().read().option("__globPaths__", "false");
  }
}
