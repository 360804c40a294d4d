package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.engine.run.Run;
import dev.varve.model.Seed;

/**
 * Settings of the layout of a fleet's blocks over tasks.
 *
 * @param blockBytes size of the blocks that files are packed into, or of synthetic blocks
 * @param partEdges pairs of block and owner that one task stores in memory
 * @param seed seed of a synthetic fleet
 */
public record FleetSettings(long blockBytes, long partEdges, Seed seed) {
  /**
   * Least number of edges of a part. Smaller fleets are not split; their ranges of trials are
   * distributed over tasks instead.
   */
  private static final long MIN_PART_EDGES = 100_000;

  /**
   * The number of parts for this many edges: as few as fit into tasks, but enough for all cores.
   */
  int parts(Run run, long edges, int owners) {
    long partsForMemory = (edges + partEdges - 1) / partEdges;
    long partsForCores = Math.min(run.engine().parallelism(), edges / MIN_PART_EDGES);
    return (int) Math.max(1, Math.min(owners, Math.max(partsForMemory, partsForCores)));
  }
}
