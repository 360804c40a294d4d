package dev.varve.jobs.warehouse.table;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.spark.SparkEngine;
import dev.varve.jobs.store.hadoop.Stores;
import dev.varve.jobs.warehouse.past.PastTables;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Rows of tables as Spark has them, for tests that make and read them so. */
public final class SparkRows {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private SparkRows() {}

  /** The columns of a table, as declared. */
  public static StructType schema(String table) {
    return StructType.fromDDL(Tables.declaration(table).ddl());
  }

  /** The warehouse at a location. */
  public static WarehouseFiles warehouse(SparkSession spark, String location) throws IOException {
    return new WarehouseFiles(location, Stores.of(spark.sparkContext().hadoopConfiguration()));
  }

  /** The published rows of a table. */
  public static Dataset<Row> of(SparkSession spark, WarehouseFiles warehouse, String table)
      throws IOException {
    SparkSession own = spark.newSession();
    new SparkEngine(own, 0, null, "test")
        .files(table, Tables.columns(table), warehouse.files(table));
    return own.table(table);
  }

  /** The same of the warehouse at a location. */
  public static Dataset<Row> of(SparkSession spark, String location, String table)
      throws IOException {
    return of(spark, warehouse(spark, location), table);
  }

  /** The rows of a query over the tables of the warehouse at a location. */
  public static Dataset<Row> query(SparkSession spark, String location, String sql)
      throws IOException {
    SparkSession own = spark.newSession();
    SparkEngine engine = new SparkEngine(own, 0, null, "test");
    for (String table : Tables.names()) {
      for (String name : List.of(table, PastTables.ALL_ROWS_PREFIX + table)) {
        engine.files(name, Tables.columns(table), warehouse(spark, location).files(table));
      }
    }
    for (String view : Tables.views()) {
      engine.view(view, Query.of("views", view));
    }
    return own.sql(sql);
  }

  /** Stages rows of a table, sorted by these columns. */
  public static void add(Publication publication, String table, Dataset<Row> rows, String... order)
      throws IOException {
    String view = "staged_rows_" + NUMBERS.incrementAndGet();
    rows.createOrReplaceTempView(view);
    SparkEngine engine = new SparkEngine(rows.sparkSession(), 0, null, "test");
    Query all = Query.of("SELECT * FROM " + view);
    publication.add(table, engine.write(table, all, List.of(order), publication.files()));
  }
}
