package dev.varve.simulation.layering;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Packages that paths tell of as components, with their measured rates of change, packed as chunkah
 * does. All other files are one component, the least stable.
 */
final class Chunkah implements LayerPolicy {
  private static final double STABILITY_DAYS = 7;
  private static final String UNCLAIMED = "chunkah/unclaimed";

  @Override
  public LayerRules plan(LearnedLine line, int maxLayers) {
    if (line.units().isEmpty()) {
      return new OneLayer().plan(line, maxLayers);
    }
    List<List<Component>> groups = ChunkahPacking.pack(components(line), maxLayers);
    Map<String, Integer> layers = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (List<Component> group : groups) {
      group.forEach(one -> layers.put(one.name(), names.size()));
      names.add(name(group));
    }
    Map<String, Integer> placed = new TreeMap<>();
    placed.put("/", layers.getOrDefault(UNCLAIMED, 0));
    line.units().forEach(unit -> placed.put(unit.place(), layers.get(component(unit))));
    return LayerRules.of(placed, names);
  }

  private static List<Component> components(LearnedLine line) {
    Map<String, Long> bytes = new TreeMap<>();
    Map<String, BitSet> changed = new HashMap<>();
    List<Integer> updates = line.updates();
    for (PlanUnit unit : line.units()) {
      String name = component(unit);
      bytes.merge(name, unit.bytes(), Long::sum);
      BitSet all = changed.computeIfAbsent(name, one -> new BitSet());
      updates.stream().filter(unit.updates()::contains).forEach(all::set);
    }
    double weeksAnUpdate = line.daysAnUpdate() / STABILITY_DAYS;
    List<Component> components = new ArrayList<>();
    bytes.forEach(
        (name, size) -> {
          int events = changed.getOrDefault(name, new BitSet()).cardinality();
          double rate = events / (Math.max(1, updates.size()) * weeksAnUpdate);
          double stability = name.equals(UNCLAIMED) ? 0 : Math.exp(-rate);
          components.add(new Component(name, size, stability));
        });
    return components;
  }

  private static String component(PlanUnit unit) {
    return unit.packageName() == null ? UNCLAIMED : unit.packageName();
  }

  /** The largest components of a group, by name. */
  private static String name(List<Component> group) {
    List<String> largest =
        group.stream()
            .sorted(Comparator.comparingLong(Component::bytes).reversed())
            .limit(2)
            .map(Component::name)
            .toList();
    int others = group.size() - largest.size();
    return String.join(", ", largest) + (others == 0 ? "" : " and " + others + " more");
  }
}
