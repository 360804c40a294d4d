package dev.varve.simulation.deletion;

import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Snapshot chains from a seed: each drops some chunks of the one before and adds new ones. */
final class Chains {
  private Chains() {}

  static RandomGenerator random(String test, long number) {
    return new Seed(77).at(test).at(number).random();
  }

  /**
   * @param firstChunks u
   * @param newChunks du of every later snapshot, which replaces as many of the one before
   */
  static List<ChunkReferences> chain(
      RandomGenerator random, int snapshots, int firstChunks, int newChunks) {
    List<ChunkReferences> chain = new ArrayList<>();
    long[] keys = new long[firstChunks];
    int[] bytes = new int[firstChunks];
    for (int snapshot = 0; snapshot < snapshots; snapshot++) {
      for (int i = 0; i < (snapshot == 0 ? firstChunks : newChunks); i++) {
        int at = (int) (((long) snapshot * newChunks + i) % firstChunks);
        keys[at] = random.nextLong();
        bytes[at] = 2048 + random.nextInt(4097);
      }
      chain.add(ChunkReferences.of(keys, bytes));
    }
    return chain;
  }

  /** Few keys, that come, go and come back, in any number, even none. */
  static List<ChunkReferences> tangle(RandomGenerator random) {
    List<ChunkReferences> chain = new ArrayList<>();
    int snapshots = 1 + random.nextInt(12);
    int universe = 1 + random.nextInt(400);
    for (int snapshot = 0; snapshot < snapshots; snapshot++) {
      long[] keys = new long[random.nextInt(universe + 1)];
      int[] bytes = new int[keys.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = (long) random.nextInt(universe) - universe / 2; // 0 and negative ones too
        bytes[i] = (int) (4000 + keys[i]);
      }
      chain.add(ChunkReferences.of(keys, bytes));
    }
    return chain;
  }
}
