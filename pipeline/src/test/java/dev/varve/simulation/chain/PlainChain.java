package dev.varve.simulation.chain;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Caches as the text says them: every file on the way down to the owner is looked into, and each
 * cache is a list with the last used in front. Slow, and the reference of the fast ones.
 */
final class PlainChain {
  final long[] hits;
  final long[] misses;
  final long[] resident;

  private final Chain chain;
  private final TableRule rule;
  private final Deque<Long>[] caches;
  private final long[] rooms;
  private final boolean shared;

  @SuppressWarnings({"unchecked", "rawtypes"})
  PlainChain(Chain chain, TableRule rule, long cacheBytes, boolean shared) {
    this.chain = chain;
    this.rule = rule;
    this.shared = shared;
    int files = chain.files().size();
    hits = new long[files];
    misses = new long[files];
    resident = new long[files];
    caches = new Deque[files];
    rooms = new long[files];
    for (int file = 0; file < files; file++) {
      caches[file] = file > 0 && shared ? caches[0] : new ArrayDeque<>();
      int slice = chain.files().get(file).clusterBytes() == 0 ? 1 : sliceBytes(file);
      rooms[file] = Math.max(1, cacheBytes / slice);
    }
  }

  private int sliceBytes(int file) {
    return Math.min(4096, chain.files().get(file).clusterBytes());
  }

  /** Looks up the cluster at an offset, whose owner is this file, or -1. */
  void read(long offset, int owner) {
    for (int file = chain.files().size() - 1; file >= Math.max(0, owner); file--) {
      ChainFile of = chain.files().get(file);
      if (of.clusterBytes() == 0) {
        continue;
      }
      long entry = offset / of.clusterBytes();
      long table = entry / (of.clusterBytes() / of.entryBytes());
      BitSet tables = of.tables();
      if (rule == TableRule.LAZY && !tables.get((int) table)) {
        continue;
      }
      long slice = entry * of.entryBytes() / sliceBytes(file);
      long key = shared ? slice * 10_000 + file : slice;
      if (caches[file].remove(key)) {
        hits[file]++;
      } else {
        misses[file]++;
        if (caches[file].size() == rooms[file]) {
          long gone = caches[file].removeLast();
          resident[shared ? (int) (gone % 10_000) : file]--;
        }
        resident[file]++;
      }
      caches[file].addFirst(key);
    }
  }
}
