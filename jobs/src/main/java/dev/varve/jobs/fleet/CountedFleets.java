package dev.varve.jobs.fleet;

import dev.varve.availability.Fleet;
import dev.varve.availability.ShareGraphBuilder;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.run.Staleness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import scala.Tuple2;

/**
 * The blocks that this warehouse's data would fill: of VM snapshots as the backup simulation packed
 * them, of a registry's files packed by layer, by repository and in one store.
 */
public final class CountedFleets {
  public static final String SOURCE = "counted";

  /** The two kinds of owners: VMs and images. */
  private static final List<String> FAMILIES = List.of("vm", "image");

  /** An edge between a block and an owner, which has this number in the fleet. */
  private record FleetEdge(boolean popular, long block, int number) {}

  private final Run run;
  private final long blockBytes;
  private final long partEdges;

  /**
   * Fleets counted from the tables, which must be views of the session.
   *
   * @param blockBytes of the blocks that files are packed into
   * @param partEdges pairs of block and owner that one task holds
   */
  public CountedFleets(Run run, long blockBytes, long partEdges) {
    this.run = run;
    this.blockBytes = blockBytes;
    this.partEdges = partEdges;
  }

  /**
   * One fleet for each scheme that the warehouse has data for.
   *
   * @throws NoInputException when there is no such data
   */
  public List<Supplier<SchemeFleet>> of() throws IOException {
    List<Supplier<SchemeFleet>> fleets = new ArrayList<>();
    for (String family : FAMILIES) {
      fleets.addAll(family(family));
    }
    if (fleets.isEmpty()) {
      throw NoInputException.noBlocks(run.warehouse().location());
    }
    return fleets;
  }

  /** The schemes whose owners are VMs, or images. */
  private List<Supplier<SchemeFleet>> family(String family) throws IOException {
    Dataset<Row> edges = edges(family);
    if (family.equals("image")) {
      // Expensive to compute, and to plan: the owners and every scheme ask for them.
      edges = run.publication().materializeRepeating("image_edge", edges);
    }
    edges.createOrReplaceTempView("fleet_edge");
    run.select("simulate", family + "_owner").createOrReplaceTempView("found_owner");
    Dataset<Row> owners =
        run.publication().materialize(family + "_owner", run.select("simulate", "fleet_owner"));
    List<Supplier<SchemeFleet>> fleets = new ArrayList<>();
    Dataset<Row> found = edges;
    int count = (int) owners.count();
    for (Scheme scheme : schemes()) {
      fleets.add(() -> fleet(found, owners, count, scheme));
    }
    return fleets;
  }

  /**
   * The blocks must cover all current snapshots; otherwise newer VMs would seem to hold no data.
   */
  private void checkBlocks() throws IOException {
    Map<String, String> stale = new HashMap<>();
    run.writer().alone(() -> stale.putAll(Staleness.of(run.warehouse().table("run"))));
    if (stale.containsKey("block_sharing")) {
      throw new InvalidSettingsException(
          List.of(
              "snapshots were ingested after the blocks were packed: run varve simulate backup first"));
    }
  }

  private Dataset<Row> edges(String family) throws IOException {
    if (family.equals("vm")) {
      checkBlocks();
    }
    return run.select("simulate", family + "_block", Map.of("block_bytes", blockBytes));
  }

  private SchemeFleet fleet(Dataset<Row> edges, Dataset<Row> owners, int count, Scheme scheme) {
    String name = scheme.scheme();
    int cores = run.spark().sparkContext().defaultParallelism();
    int parts = SchemeFleet.parts(scheme.edges(), count, partEdges, cores);
    Dataset<Row> sorted =
        edges
            .where(functions.col("scheme").equalTo(name))
            .join(owners, "owner")
            .selectExpr(
                "popular",
                "block",
                "number",
                "CAST(number * %dL DIV %d AS INT) AS part".formatted(parts, count))
            .repartitionById(parts, functions.col("part"))
            .sortWithinPartitions("popular", "block", "number");
    RowReader<FleetEdge> reader = RowReader.of(sorted.schema(), FleetEdge.class);
    JavaPairRDD<Integer, Fleet> fleets =
        sorted
            .javaRDD()
            .mapPartitionsWithIndex(
                (part, some) ->
                    List.of(new Tuple2<>(part, packed(part, parts, count, some, reader)))
                        .iterator(),
                true)
            .mapToPair(pair -> pair);
    return SchemeFleet.of(SOURCE, name, scheme.blocks(), fleets);
  }

  /** A row of {@code schemas/simulate/fleet_scheme.sql}. */
  private record Scheme(String scheme, long edges, SchemeBlocks blocks) {}

  private List<Scheme> schemes() {
    return RowReader.all(run.select("simulate", "fleet_scheme"), Scheme.class);
  }

  /**
   * The blocks of each scheme, by its name.
   *
   * @throws NoInputException when there is no data
   */
  public Map<String, SchemeBlocks> blocks() throws IOException {
    Map<String, SchemeBlocks> blocks = new TreeMap<>();
    for (String family : FAMILIES) {
      edges(family).createOrReplaceTempView("fleet_edge");
      schemes().forEach(scheme -> blocks.put(scheme.scheme(), scheme.blocks()));
    }
    if (blocks.isEmpty()) {
      throw NoInputException.noBlocks(run.warehouse().location());
    }
    return blocks;
  }

  private static Fleet packed(
      int part, int parts, int owners, Iterator<Row> rows, RowReader<FleetEdge> reader) {
    int first = SchemeFleet.firstOwner(part, parts, owners);
    int count = SchemeFleet.firstOwner(part + 1, parts, owners) - first;
    ShareGraphBuilder privateBlocks = new ShareGraphBuilder(count);
    ShareGraphBuilder popularBlocks = new ShareGraphBuilder(count);
    while (rows.hasNext()) {
      FleetEdge edge = reader.record(rows.next());
      // Private and popular blocks share one numbering, because placements are drawn from the
      // number.
      long block = 2 * edge.block() + (edge.popular() ? 1 : 0);
      (edge.popular() ? popularBlocks : privateBlocks).add(block, edge.number() - first);
    }
    return new Fleet(privateBlocks.build(), popularBlocks.build());
  }
}
