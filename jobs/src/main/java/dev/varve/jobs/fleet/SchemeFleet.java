package dev.varve.jobs.fleet;

import dev.varve.availability.Fleet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * The blocks of one scheme and their owners, split by owner into parts that each fit into a task.
 *
 * @param source counted or synthetic
 * @param parts by number; a part's owners follow those of the part before it
 * @param blocks how many, and their bytes
 * @param privateBlocks private blocks that each owner touches
 * @param popularBlocks popular blocks that each owner touches
 */
public record SchemeFleet(
    String source,
    String scheme,
    JavaPairRDD<Integer, Fleet> parts,
    SchemeBlocks blocks,
    int[] privateBlocks,
    int[] popularBlocks) {

  /** Counts the blocks of every owner, and caches the parts for the trials. */
  public static SchemeFleet of(
      String source, String scheme, SchemeBlocks blocks, JavaPairRDD<Integer, Fleet> parts) {
    JavaPairRDD<Integer, Fleet> kept = parts.persist(StorageLevel.MEMORY_AND_DISK());
    List<Tuple2<Integer, int[][]>> counts =
        kept
            .mapValues(
                fleet ->
                    new int[][] {
                      fleet.privateBlocks().blocksOfOwners(), fleet.popularBlocks().blocksOfOwners()
                    })
            .collect()
            .stream()
            .sorted(Comparator.comparing(Tuple2::_1))
            .toList();
    return new SchemeFleet(source, scheme, kept, blocks, all(counts, 0), all(counts, 1));
  }

  private static int[] all(List<Tuple2<Integer, int[][]>> counts, int kind) {
    return counts.stream().flatMapToInt(part -> Arrays.stream(part._2()[kind])).toArray();
  }

  public int owners() {
    return privateBlocks.length;
  }

  /** Pairs of a block and an owner: a block that several owners touch counts several times. */
  public long edges() {
    return Arrays.stream(privateBlocks).asLongStream().sum()
        + Arrays.stream(popularBlocks).asLongStream().sum();
  }

  public double meanPrivateBlocks() {
    return mean(privateBlocks);
  }

  public double meanPopularBlocks() {
    return mean(popularBlocks);
  }

  private static double mean(int[] counts) {
    return (double) Arrays.stream(counts).asLongStream().sum() / counts.length;
  }

  public void release() {
    parts.unpersist();
  }

  /**
   * The number of parts for this many edges: as few as fit into tasks, but enough for all cores.
   */
  public static int parts(long edges, int owners, long partEdges, int cores) {
    long fitting = (edges + partEdges - 1) / partEdges;
    long busy = Math.min(cores, edges / SMALL_EDGES);
    return (int) Math.max(1, Math.min(owners, Math.max(fitting, busy)));
  }

  /** The first owner of a part; of {@code parts}, one past the last owner. */
  public static int firstOwner(int part, int parts, int owners) {
    return (int) (((long) part * owners + parts - 1) / parts);
  }

  /** Fewer edges are not worth a part of their own: ranges of trials are distributed instead. */
  private static final long SMALL_EDGES = 100_000;
}
