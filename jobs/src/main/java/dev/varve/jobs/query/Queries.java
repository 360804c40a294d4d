package dev.varve.jobs.query;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.to_json;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.run.Staleness;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.jobs.table.Tables;
import dev.varve.jobs.table.Warehouse;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** Reports, checks and free queries over the published tables. Writes nothing. */
public final class Queries {
  private static final long SMALL_BYTES = 64 << 20;

  private final SparkSession spark;
  private final Warehouse warehouse;

  /** Sees the warehouse as it is now. */
  public Queries(SparkSession spark, Warehouse warehouse) throws IOException {
    this.spark = spark;
    this.warehouse = warehouse;
    warehouse.views();
    if (warehouse.bytes() < SMALL_BYTES) {
      // One task a stage, planned once: for so few rows starting tasks costs more than their work.
      spark.conf().set("spark.sql.shuffle.partitions", "1");
      spark.conf().set("spark.sql.leafNodeDefaultParallelism", "1");
      spark.conf().set("spark.sql.adaptive.enabled", "false");
    }
  }

  /**
   * The answer of a report.
   *
   * @param heading its question, and how things are counted
   */
  public record Answer(String name, List<String> heading, StructType schema, List<Row> rows) {}

  /** Takes an answer. */
  public interface Reader {
    /** The next one. */
    void read(Answer answer) throws IOException;
  }

  /** The answer of one report. */
  public Answer answer(String report) {
    String text = SqlFiles.text("reports", report);
    Dataset<Row> rows = spark.sql(text);
    return new Answer(report, SqlFiles.heading(text), rows.schema(), rows.collectAsList());
  }

  /**
   * Hands over the answers of several reports in their order, each as soon as it is there; they are
   * worked out side by side.
   *
   * @throws IOException when {@code reader} does
   */
  public void answer(List<String> reports, Reader reader) throws IOException {
    ExecutorService workers =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<CompletableFuture<Answer>> answers =
          reports.stream()
              .map(report -> CompletableFuture.supplyAsync(() -> answer(report), workers))
              .toList();
      for (CompletableFuture<Answer> answer : answers) {
        reader.read(answer.join());
      }
    } finally {
      workers.shutdownNow();
    }
  }

  /**
   * The rows of a query; maps, arrays and structs as JSON texts.
   *
   * @throws InvalidSettingsException when it is a statement that changes something
   */
  public Dataset<Row> query(String sql) throws ParseException {
    LogicalPlan plan =
        ((org.apache.spark.sql.classic.SparkSession) spark)
            .sessionState()
            .sqlParser()
            .parsePlan(sql);
    if (changes(plan)) {
      throw new InvalidSettingsException(
          List.of("sql only reads: SELECT, SHOW, DESCRIBE and EXPLAIN"));
    }
    Dataset<Row> rows = spark.sql(sql);
    StructField[] fields = rows.schema().fields();
    String[] places = new String[fields.length];
    Arrays.setAll(places, at -> "c" + at);
    Column[] columns = new Column[fields.length];
    for (int at = 0; at < fields.length; at++) {
      DataType type = fields[at].dataType();
      boolean nested =
          type instanceof MapType || type instanceof ArrayType || type instanceof StructType;
      Column column = col(places[at]);
      columns[at] = (nested ? to_json(column) : column).as(fields[at].name());
    }
    return rows.toDF(places).select(columns);
  }

  private static boolean changes(LogicalPlan plan) {
    String name = plan.getClass().getSimpleName();
    boolean tells =
        name.startsWith("Show") || name.startsWith("Describe") || name.startsWith("Explain");
    boolean own = plan instanceof Command && !tells || plan instanceof InsertIntoStatement;
    return own || CollectionConverters.asJava(plan.children()).stream().anyMatch(Queries::changes);
  }

  /**
   * What does not hold: name of the check to the rows that break it; empty when all is well. Tables
   * that are {@link #stale} are no fault, and are not looked at.
   */
  public Map<String, Dataset<Row>> faults() throws IOException {
    for (String table : stale().keySet()) {
      spark.createDataFrame(List.of(), Tables.schema(table)).createOrReplaceTempView(table);
    }
    Map<String, Dataset<Row>> faults = new LinkedHashMap<>();
    SqlFiles.folder("checks")
        .forEach(
            (name, query) -> {
              Dataset<Row> rows = spark.sql(query);
              if (!rows.isEmpty()) {
                faults.put(name, rows);
              }
            });
    return faults;
  }

  /** Tables that are older than the recipes they come from, and the verb that makes them anew. */
  public Map<String, String> stale() throws IOException {
    return Staleness.of(warehouse);
  }
}
