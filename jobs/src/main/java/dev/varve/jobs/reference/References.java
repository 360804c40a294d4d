package dev.varve.jobs.reference;

import static org.apache.spark.sql.functions.col;

import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.SessionFit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The published segments as an ordered stream of chunk references. */
public final class References {
  private static final int CACHE_ROWS = 128;

  private References() {}

  /**
   * The segments with data, VM by VM, each VM in one partition and in the order of its snapshots
   * and positions: rows for {@link ReferenceRows#segments}.
   *
   * @param vms how many there are
   */
  public static Dataset<Row> ordered(SparkSession spark, long vms) {
    ReferenceRows.register(spark);
    spark.conf().set("spark.sql.inMemoryColumnarStorage.batchSize", String.valueOf(CACHE_ROWS));
    spark.sql(SqlFiles.text("simulate", "ordered")).createOrReplaceTempView("ordered");
    return spark
        .sql(SqlFiles.text("simulate", "references"))
        .repartition(SessionFit.tasks(spark, vms), col("vm"))
        .sortWithinPartitions(col("vm"), col("number"), col("position"), col("chunks").isNotNull());
  }
}
