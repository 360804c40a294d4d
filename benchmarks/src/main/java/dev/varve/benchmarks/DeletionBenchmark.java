package dev.varve.benchmarks;

import dev.varve.model.Seed;
import dev.varve.simulation.deletion.ChunkReferences;
import dev.varve.simulation.deletion.DeletionFold;
import dev.varve.simulation.deletion.DeletionOrders;
import dev.varve.simulation.deletion.DeletionResult;
import dev.varve.simulation.deletion.MarkAndSweep;
import dev.varve.simulation.deletion.RepairRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Deletion by summaries beside mark and sweep, of one VM and of a fleet in groups: {@code java
 * -Xmx2g -cp benchmarks.jar dev.varve.benchmarks.DeletionBenchmark}.
 */
public final class DeletionBenchmark {
  private static final Seed SEED = new Seed(1);
  private static final int SNAPSHOTS = 10;
  private static final int CHUNKS = 2_000_000;
  private static final int GROUPS = 5;
  private static final int GROUP_VMS = 10;
  private static final int GROUP_CHUNKS = 100_000;

  private DeletionBenchmark() {}

  /** Prints one line a measurement. */
  public static void main(String... words) {
    List<ChunkReferences> chain = chain(SEED.at("vm").random(), CHUNKS);
    System.out.printf("one VM, %d snapshots of %,d chunks%n", SNAPSHOTS, CHUNKS);
    List<DeletionResult> rows =
        new DeletionFold(
                0.01,
                DeletionOrders.named("oldest-first", SEED),
                RepairRules.named("never", 1),
                Integer.MAX_VALUE)
            .run("vm", chain);
    for (DeletionResult row : rows) {
      System.out.printf(
          "  deletion %d: %.0f ms, vectors %,d KB, leaked %.4f %%, predicted %.4f %%%n",
          row.deletions(),
          row.deleteNanos() / 1e6,
          row.filterBytes() >> 10,
          100 * row.leakedRatio(),
          100 * row.predictedRatio());
    }
    MarkAndSweep one = new MarkAndSweep(1);
    one.mark(0, chain.subList(1, SNAPSHOTS));
    print("mark and sweep of the VM", one.sweep(chain.get(0), held(chain.get(0))));
    fleet();
  }

  private static void fleet() {
    MarkAndSweep fleet = new MarkAndSweep(GROUPS);
    List<ChunkReferences> dirty = new ArrayList<>();
    ChunkReferences stored = new ChunkReferences(new long[0], new int[0]);
    for (int group = 0; group < GROUPS; group++) {
      List<ChunkReferences> live = new ArrayList<>();
      for (int vm = 0; vm < GROUP_VMS; vm++) {
        RandomGenerator random = SEED.at("fleet").at(group * GROUP_VMS + vm).random();
        live.addAll(chain(random, GROUP_CHUNKS));
      }
      if (group == 0) {
        dirty = live;
        stored = live.get(0);
      }
      fleet.mark(group, live);
    }
    System.out.printf(
        "a fleet of %d VMs, %d snapshots of %,d chunks each, in %d groups%n",
        GROUPS * GROUP_VMS, SNAPSHOTS, GROUP_CHUNKS, GROUPS);
    print("all groups marked", fleet.sweep(stored, held(stored)));
    fleet.mark(0, dirty.subList(1, dirty.size()));
    print("one group marked anew", fleet.sweep(stored, held(stored)));
  }

  private static void print(String what, MarkAndSweep.Sweep sweep) {
    System.out.printf(
        "  %s: %.0f ms, %,d references, marks %,d KB, freed %,d chunks%n",
        what,
        sweep.nanos() / 1e6,
        sweep.references(),
        sweep.memoryBytes() >> 10,
        sweep.freedChunks());
  }

  private static BitSet held(ChunkReferences stored) {
    BitSet held = new BitSet();
    held.set(0, stored.chunks());
    return held;
  }

  /** Each snapshot replaces a fortieth of the one before. */
  private static List<ChunkReferences> chain(RandomGenerator random, int chunks) {
    List<ChunkReferences> chain = new ArrayList<>();
    long[] keys = random.longs(chunks).toArray();
    int[] bytes = new int[chunks];
    Arrays.fill(bytes, 4096);
    chain.add(ChunkReferences.of(keys, bytes));
    for (int snapshot = 1; snapshot < SNAPSHOTS; snapshot++) {
      int start = (snapshot - 1) * (chunks / 40);
      for (int i = start; i < start + chunks / 40; i++) {
        keys[i] = random.nextLong();
      }
      chain.add(ChunkReferences.of(keys, bytes));
    }
    return chain;
  }
}
