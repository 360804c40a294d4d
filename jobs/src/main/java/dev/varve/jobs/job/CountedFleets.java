package dev.varve.jobs.job;

import dev.varve.availability.Fleet;
import dev.varve.availability.ShareGraphBuilder;
import dev.varve.jobs.conf.AvailabilitySettings;
import dev.varve.jobs.table.SqlFiles;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import scala.Tuple2;

/**
 * The blocks that this warehouse's data would fill: of VM snapshots as the backup simulation packed
 * them, of a registry's files packed by layer, by repository and in one store.
 */
final class CountedFleets {
  static final String SOURCE = "counted";

  private final SparkSession spark;
  private final AvailabilitySettings settings;

  CountedFleets(SparkSession spark, AvailabilitySettings settings) {
    this.spark = spark;
    this.settings = settings;
  }

  /**
   * A fleet for each scheme that there is data of.
   *
   * @throws NoInputException when there is none
   */
  List<Supplier<SchemeFleet>> of(String location) {
    List<Supplier<SchemeFleet>> fleets = new ArrayList<>();
    fleets.addAll(family("vm"));
    fleets.addAll(family("image"));
    if (fleets.isEmpty()) {
      throw NoInputException.noBlocks(location);
    }
    return fleets;
  }

  /** The schemes whose owners are VMs, or images. */
  private List<Supplier<SchemeFleet>> family(String family) {
    spark
        .sql("SELECT CAST(" + settings.blockBytes() + " AS BIGINT) AS block_bytes")
        .createOrReplaceTempView("simulation_setting");
    Dataset<Row> edges = spark.sql(SqlFiles.text("simulate", family + "_block"));
    if (family.equals("image")) {
      edges.persist(); // dear to make, small beside the recipes
    }
    edges.createOrReplaceTempView("fleet_edge");
    Dataset<Row> owners = spark.sql(SqlFiles.text("simulate", "fleet_owner")).persist();
    owners.createOrReplaceTempView("fleet_owner");
    List<Supplier<SchemeFleet>> fleets = new ArrayList<>();
    int count = (int) owners.count();
    for (Row scheme : spark.sql(SqlFiles.text("simulate", "fleet_scheme")).collectAsList()) {
      fleets.add(() -> fleet(edges, owners, count, scheme));
    }
    return fleets;
  }

  private SchemeFleet fleet(Dataset<Row> edges, Dataset<Row> owners, int count, Row scheme) {
    String name = scheme.getAs("scheme");
    int cores = spark.sparkContext().defaultParallelism();
    long pairs = scheme.<Long>getAs("edges");
    int parts = SchemeFleet.parts(pairs, count, settings.partEdges(), cores);
    JavaRDD<Row> rows =
        edges
            .where(functions.col("scheme").equalTo(name))
            .join(owners, "owner")
            .selectExpr(
                "popular",
                "block",
                "number",
                "CAST(number * " + parts + "L DIV " + count + " AS INT) AS part")
            .repartitionById(parts, functions.col("part"))
            .sortWithinPartitions("popular", "block", "number")
            .javaRDD();
    JavaPairRDD<Integer, Fleet> fleets =
        rows.mapPartitionsWithIndex(
                (part, some) ->
                    List.of(new Tuple2<>(part, packed(part, parts, count, some))).iterator(),
                true)
            .mapToPair(pair -> pair);
    return SchemeFleet.of(
        SOURCE,
        name,
        new SchemeFleet.Blocks(
            scheme.<Long>getAs("private_count"),
            scheme.<Long>getAs("private_bytes"),
            scheme.<Long>getAs("popular_count"),
            scheme.<Long>getAs("popular_bytes")),
        fleets);
  }

  private static Fleet packed(int part, int parts, int owners, Iterator<Row> rows) {
    int first = SchemeFleet.firstOwner(part, parts, owners);
    int count = SchemeFleet.firstOwner(part + 1, parts, owners) - first;
    ShareGraphBuilder privateBlocks = new ShareGraphBuilder(count);
    ShareGraphBuilder popularBlocks = new ShareGraphBuilder(count);
    while (rows.hasNext()) {
      Row row = rows.next();
      boolean popular = row.getBoolean(0);
      // One numbering of both kinds, as placements are drawn from it.
      long block = 2 * row.getLong(1) + (popular ? 1 : 0);
      (popular ? popularBlocks : privateBlocks).add(block, row.getInt(2) - first);
    }
    return new Fleet(privateBlocks.build(), popularBlocks.build());
  }
}
