package dev.varve.simulation.backup;

import dev.varve.content.matching.ChunkKey;
import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Small fleets grown from empty disks: segments are written anew or from a shared stock, copied,
 * moved, changed in one chunk, zeroed. Few distinct chunks, so that everything happens often.
 */
final class RandomFleet {
  private final RandomGenerator random;
  private final List<List<Integer>> stock = new ArrayList<>();

  private RandomFleet(Seed seed) {
    random = seed.random();
    for (int i = 0; i < 6; i++) {
      stock.add(word());
    }
  }

  /** Every VM's segments, in order. */
  static List<List<SegmentReferences>> of(Seed seed) {
    RandomFleet fleet = new RandomFleet(seed);
    List<List<SegmentReferences>> vms = new ArrayList<>();
    int count = fleet.random.nextInt(6);
    for (int vm = 0; vm < count; vm++) {
      vms.add(fleet.vm("vm" + vm));
    }
    return vms;
  }

  private List<SegmentReferences> vm(String vm) {
    List<SegmentReferences> segments = new ArrayList<>();
    int positions = random.nextInt(1, 30);
    int[] parents = parents(random.nextInt(1, 7));
    List<TreeMap<Integer, List<Integer>>> disks = new ArrayList<>();
    for (int snapshot = 0; snapshot < parents.length; snapshot++) {
      int parent = parents[snapshot];
      TreeMap<Integer, List<Integer>> disk =
          parent < 0 ? new TreeMap<>() : new TreeMap<>(disks.get(parent));
      disks.add(disk);
      Set<Integer> touched = new HashSet<>();
      int steps = random.nextInt(snapshot == 0 ? 2 * positions : positions / 2 + 1);
      for (int step = 0; step < steps; step++) {
        touched.addAll(step(disk, positions));
      }
      if (random.nextInt(25) == 0) {
        disk.clear();
      }
      for (Map.Entry<Integer, List<Integer>> held : disk.entrySet()) {
        int position = held.getKey();
        DirtyBit dirty = touched.contains(position) ? DirtyBit.SET : DirtyBit.CLEAR;
        boolean silent = parent < 0 || random.nextInt(4) == 0;
        segments.add(
            segment(
                vm,
                snapshot,
                parents,
                position,
                held.getValue(),
                silent ? DirtyBit.UNKNOWN : dirty));
      }
    }
    return segments;
  }

  /** Mostly the snapshot before; now and then any earlier one, or none. */
  private int[] parents(int snapshots) {
    int[] parents = new int[snapshots];
    for (int snapshot = 0; snapshot < snapshots; snapshot++) {
      parents[snapshot] = random.nextInt(3) > 0 ? snapshot - 1 : random.nextInt(snapshot + 1) - 1;
    }
    return parents;
  }

  private Set<Integer> step(Map<Integer, List<Integer>> disk, int positions) {
    int at = random.nextInt(positions);
    int from = random.nextInt(positions);
    List<Integer> source = disk.get(from);
    switch (random.nextInt(6)) {
      case 0 -> disk.put(at, word());
      case 1 -> disk.put(at, stock.get(random.nextInt(stock.size())));
      case 2 -> disk.put(at, List.of());
      case 3 -> {
        if (source != null) {
          disk.put(at, source);
        }
      }
      case 4 -> {
        if (source != null) {
          disk.remove(from);
          disk.put(at, source);
          return new HashSet<>(List.of(at, from));
        }
      }
      default -> {
        List<Integer> word = new ArrayList<>(disk.getOrDefault(at, List.of()));
        if (!word.isEmpty()) {
          word.set(random.nextInt(word.size()), chunk());
          disk.put(at, word);
        }
      }
    }
    return Set.of(at);
  }

  private List<Integer> word() {
    List<Integer> word = new ArrayList<>();
    int chunks = random.nextInt(9);
    for (int i = 0; i < chunks; i++) {
      word.add(chunk());
    }
    return word;
  }

  /** A zero chunk now and then, else one of sixty, the lower ones more often. */
  private int chunk() {
    return random.nextInt(9) == 0 ? 0 : 1 + random.nextInt(1 + random.nextInt(60));
  }

  private static SegmentReferences segment(
      String vm, int snapshot, int[] parents, int position, List<Integer> word, DirtyBit dirty) {
    int lastChild = SegmentReferences.NONE;
    for (int later = snapshot + 1; later < parents.length; later++) {
      lastChild = parents[later] == snapshot ? later : lastChild;
    }
    int chunks = word.size();
    long[] keys = new long[chunks];
    int[] ends = new int[chunks];
    boolean[] zeros = new boolean[chunks];
    int bytes = 0;
    for (int i = 0; i < chunks; i++) {
      keys[i] = ChunkKey.spread(word.get(i));
      bytes += 50 + word.get(i) % 37;
      ends[i] = bytes;
      zeros[i] = word.get(i) == 0;
    }
    long minHash =
        word.stream()
            .filter(chunk -> chunk != 0)
            .map(chunk -> ChunkKey.spread(chunk))
            .min(Long::compareUnsigned)
            .orElse(0L);
    return new SegmentReferences(
        vm,
        snapshot,
        parents[snapshot],
        lastChild,
        position,
        chunks == 0 ? 400 : bytes,
        new Seed(1).at(word.toString()).value(),
        minHash,
        keys,
        ends,
        zeros,
        dirty);
  }
}
