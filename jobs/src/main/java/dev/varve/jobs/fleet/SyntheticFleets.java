package dev.varve.jobs.fleet;

import dev.varve.availability.Fleet;
import dev.varve.availability.ShareGraph;
import dev.varve.availability.SyntheticFleet;
import dev.varve.model.Seed;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * A fleet from a seed. Every task generates the blocks of its own owners, so the whole fleet is
 * never in one memory.
 */
public final class SyntheticFleets {
  public static final String SOURCE = "synthetic";

  private SyntheticFleets() {}

  /** The fleet under vc and under vo. */
  public static List<Supplier<SchemeFleet>> of(
      JavaSparkContext context, SyntheticSettings fleet, FleetSettings settings) {
    return List.of(
        () -> centric(context, fleet, settings), () -> oblivious(context, fleet, settings));
  }

  private static SchemeFleet centric(
      JavaSparkContext context, SyntheticSettings fleet, FleetSettings settings) {
    long edges = fleet.privateBlocks() + Math.round(fleet.popularBlocks() * fleet.popularDegree());
    Seed seed = settings.seed();
    JavaPairRDD<Integer, Fleet> parts =
        parts(
            context,
            fleet.vms(),
            edges,
            settings,
            (from, to) ->
                new Fleet(
                    SyntheticFleet.graph(fleet.vms(), fleet.privateBlocks(), 1, 0, seed, from, to),
                    SyntheticFleet.graph(
                        fleet.vms(),
                        fleet.popularBlocks(),
                        fleet.popularDegree(),
                        fleet.privateBlocks(),
                        seed,
                        from,
                        to)));
    return SchemeFleet.of(SOURCE, "vc", centricBlocks(fleet, settings.blockBytes()), parts);
  }

  private static SchemeFleet oblivious(
      JavaSparkContext context, SyntheticSettings fleet, FleetSettings settings) {
    long edges = Math.round(fleet.obliviousBlocks() * fleet.obliviousDegree());
    Seed seed = settings.seed();
    JavaPairRDD<Integer, Fleet> parts =
        parts(
            context,
            fleet.vms(),
            edges,
            settings,
            (from, to) -> {
              ShareGraph graph =
                  SyntheticFleet.graph(
                      fleet.vms(),
                      fleet.obliviousBlocks(),
                      fleet.obliviousDegree(),
                      0,
                      seed,
                      from,
                      to);
              return Fleet.of(graph);
            });
    return SchemeFleet.of(SOURCE, "vo", obliviousBlocks(fleet, settings.blockBytes()), parts);
  }

  /** The blocks of each scheme. */
  public static Map<String, SchemeBlocks> blocks(SyntheticSettings fleet, long blockBytes) {
    return new TreeMap<>(
        Map.of("vc", centricBlocks(fleet, blockBytes), "vo", obliviousBlocks(fleet, blockBytes)));
  }

  private static SchemeBlocks centricBlocks(SyntheticSettings fleet, long blockBytes) {
    return new SchemeBlocks(
        fleet.privateBlocks(),
        fleet.privateBlocks() * blockBytes,
        fleet.popularBlocks(),
        fleet.popularBlocks() * blockBytes);
  }

  private static SchemeBlocks obliviousBlocks(SyntheticSettings fleet, long blockBytes) {
    return new SchemeBlocks(fleet.obliviousBlocks(), fleet.obliviousBlocks() * blockBytes, 0, 0);
  }

  /** Generates the fleet of a range of owners. */
  private interface Maker extends java.io.Serializable {
    Fleet owners(int from, int to);
  }

  private static JavaPairRDD<Integer, Fleet> parts(
      JavaSparkContext context, int vms, long edges, FleetSettings settings, Maker maker) {
    int parts = SchemeFleet.parts(edges, vms, settings.partEdges(), context.defaultParallelism());
    List<Integer> numbers = IntStream.range(0, parts).boxed().toList();
    return context
        .parallelize(numbers, parts)
        .mapToPair(
            part ->
                new Tuple2<>(
                    part,
                    maker.owners(
                        SchemeFleet.firstOwner(part, parts, vms),
                        SchemeFleet.firstOwner(part + 1, parts, vms))));
  }
}
