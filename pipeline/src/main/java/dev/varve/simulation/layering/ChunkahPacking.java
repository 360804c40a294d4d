package dev.varve.simulation.layering;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The packing of chunkah and rpm-ostree: large components alone, the others in tiers of stability,
 * and within a tier by a hash of the name.
 *
 * @see <a href="https://github.com/coreos/chunkah">coreos/chunkah</a>
 */
final class ChunkahPacking {
  private static final double OUTLIER_DEVIATIONS = 1.5;
  private static final double LEAST_DEVIATION = 0.01;
  private static final double MOST_ALONE = 0.8;

  private ChunkahPacking() {}

  /**
   * Groups of components.
   *
   * @param maxGroups at least 1
   */
  static List<List<Component>> pack(List<Component> components, int maxGroups) {
    if (components.size() <= maxGroups) {
      return each(components);
    }
    double limit = outlierBytes(components);
    List<Component> large = components.stream().filter(one -> one.bytes() >= limit).toList();
    int others = components.size() - large.size();
    int mostAlone = (int) Math.floor((maxGroups - (others == 0 ? 0 : 1)) * MOST_ALONE);
    List<Component> alone =
        large.stream()
            .sorted(Comparator.comparingLong(Component::bytes).reversed())
            .limit(mostAlone)
            .toList();
    List<Component> rest = new ArrayList<>(components);
    rest.removeAll(alone);
    List<List<Component>> groups = new ArrayList<>(each(alone));
    groups.addAll(byStability(rest, maxGroups - alone.size()));
    return groups;
  }

  private static List<List<Component>> each(List<Component> components) {
    return components.stream().map(List::of).toList();
  }

  private static double outlierBytes(List<Component> components) {
    double[] bytes = components.stream().mapToDouble(Component::bytes).toArray();
    double median = median(bytes);
    double deviation = median(Arrays.stream(bytes).map(one -> Math.abs(one - median)).toArray());
    return median
        + OUTLIER_DEVIATIONS * (deviation < median * LEAST_DEVIATION ? median : deviation);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static List<List<Component>> byStability(List<Component> rest, int groups) {
    if (rest.size() <= groups) {
      return each(rest);
    }
    double mean = rest.stream().mapToDouble(Component::stability).average().orElse(0);
    double variance =
        rest.stream().mapToDouble(one -> Math.pow(one.stability() - mean, 2)).average().orElse(0);
    double deviation = Math.sqrt(variance);
    List<List<Component>> tiers = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Component one : rest) {
      boolean stable = one.stability() >= mean + deviation;
      tiers.get(stable ? 0 : one.stability() <= mean - deviation ? 2 : 1).add(one);
    }
    List<List<Component>> filled = tiers.stream().filter(tier -> !tier.isEmpty()).toList();
    if (groups < filled.size()) {
      return byName(rest, groups);
    }
    List<List<Component>> result = new ArrayList<>();
    int left = groups;
    for (int tier = 0; tier < filled.size(); tier++) {
      int tiersLeft = filled.size() - tier - 1;
      long share = Math.round((double) filled.get(tier).size() / rest.size() * groups);
      int own = tiersLeft == 0 ? left : (int) Math.min(Math.max(1, share), left - tiersLeft);
      result.addAll(byName(filled.get(tier), own));
      left -= own;
    }
    return result;
  }

  /** By hash; a group that gets none is given the largest component of those with several. */
  private static List<List<Component>> byName(List<Component> components, int groups) {
    List<List<Component>> bins = new ArrayList<>();
    for (int bin = 0; bin < groups; bin++) {
      bins.add(new ArrayList<>());
    }
    for (Component one : components) {
      bins.get((int) Long.remainderUnsigned(fnv1a(one.name()), groups)).add(one);
    }
    for (int bin = groups - 1; bin >= 0; bin--) {
      if (bins.get(bin).isEmpty()) {
        takeLargest(bins, bins.get(bin));
      }
    }
    return bins.stream().filter(bin -> !bin.isEmpty()).toList();
  }

  private static void takeLargest(List<List<Component>> bins, List<Component> empty) {
    List<Component> from = List.of();
    int largest = -1;
    for (List<Component> bin : bins) {
      for (int at = 0; bin.size() > 1 && at < bin.size(); at++) {
        if (largest < 0 || bin.get(at).bytes() >= from.get(largest).bytes()) {
          from = bin;
          largest = at;
        }
      }
    }
    if (largest >= 0) {
      empty.add(from.get(largest));
      from.set(largest, from.get(from.size() - 1));
      from.remove(from.size() - 1);
    }
  }

  /** FNV-1a of the UTF-8 bytes with 0xFF at their end, which Rust puts behind a text. */
  static long fnv1a(String name) {
    long hash = 0xCBF29CE484222325L;
    for (byte one : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (one & 0xFF)) * 0x100000001B3L;
    }
    return (hash ^ 0xFF) * 0x100000001B3L;
  }
}
