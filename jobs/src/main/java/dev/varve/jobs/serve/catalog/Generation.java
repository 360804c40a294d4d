package dev.varve.jobs.serve.catalog;

import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.answer.views.ReportViews;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.engine.spark.SparkEngine;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The relations as of one moment. Each is analysed once, when it is first named, by any session.
 */
final class Generation {
  private final SparkSession own;
  private final Engine engine;
  private final WarehouseFiles warehouse;
  private final Prices prices;
  private final List<String> publications;
  private final long bytes;
  private final Map<String, LogicalPlan> plans = new HashMap<>();
  private @Nullable Set<String> outdated;

  /**
   * @param own a session of its own, on which nothing else is done, and which the warehouse is read
   *     by
   * @param prices that reports count money by
   * @param publications of the warehouse, looked at before its files
   */
  Generation(SparkSession own, WarehouseFiles warehouse, Prices prices, List<String> publications)
      throws IOException {
    this.own = own;
    this.engine = new SparkEngine(own, 0, null, "serve");
    this.warehouse = warehouse;
    this.prices = prices;
    this.publications = publications;
    this.bytes = warehouse.bytes();
  }

  boolean isOf(List<String> seen) {
    return publications.equals(seen);
  }

  /** Bytes of the tables. */
  long bytes() {
    return bytes;
  }

  /** Makes relations known to a session by their names. */
  void show(Set<String> names, SparkSession session) throws IOException {
    for (String name : names) {
      org.apache.spark.sql.classic.Dataset.ofRows(session, plan(name))
          .createOrReplaceTempView(name);
    }
  }

  /** The columns of a relation, as declared where they are stored. */
  StructType schema(String name) throws IOException {
    return Relations.named(name).isTable()
        ? StructType.fromDDL(Tables.declaration(name).ddl())
        : plan(name).schema();
  }

  private synchronized LogicalPlan plan(String name) throws IOException {
    LogicalPlan known = plans.get(name);
    if (known != null) {
      return known;
    }
    Relation relation = Relations.named(name);
    for (String below : Relations.in(relation.sql())) {
      if (!below.equals(name) && Relations.named(below).kind() != Relation.Kind.REPORT) {
        plan(below);
      }
    }
    if (relation.isTable()) {
      engine.files(name, Tables.columns(name), warehouse.files(name));
    } else {
      engine.view(name, new Query("", name, text(relation), Map.of()));
    }
    Dataset<Row> rows = own.table(name);
    LogicalPlan plan =
        ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().analyzed();
    plans.put(name, plan);
    return plan;
  }

  /** Reports count tables of derive that are stale as ones without rows. */
  private String text(Relation relation) throws IOException {
    if (relation.kind() != Relation.Kind.REPORT) {
      return relation.sql();
    }
    if (outdated == null) {
      plan("run");
      outdated = Staleness.outdated(Staleness.of(engine));
    }
    return ReportViews.without(outdated, prices.in(relation.sql()));
  }
}
