package dev.varve.simulation.layering;

import dev.varve.simulation.layering.ChangeProfile.Costs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Layers of what is expected to change together, by a model of changes that is learned from the
 * line. Their expected bytes are low for networks, registries, or both by weights.
 */
final class HistoryPolicy implements LayerPolicy {
  /** Sources that are grouped one by one; smaller ones by how often they changed. */
  private static final int MOST_SINGLE = 500;

  private final double storedWeight;
  private final double pulledWeight;

  HistoryPolicy(double storedWeight, double pulledWeight) {
    if (storedWeight < 0 || pulledWeight < 0) {
      throw new IllegalArgumentException("weights " + storedWeight + " and " + pulledWeight);
    }
    this.storedWeight = storedWeight;
    this.pulledWeight = pulledWeight;
  }

  @Override
  public LayerRules plan(LearnedLine line, int maxLayers) {
    if (line.units().isEmpty()) {
      return new OneLayer().plan(line, maxLayers);
    }
    Costs costs = new Costs(firstUpdates(line), storedWeight, pulledWeight);
    List<List<ChangeSource>> bundles = bundles(ChangeModel.of(line), costs);
    List<ChangeProfile> profiles = new ArrayList<>();
    for (List<ChangeSource> bundle : bundles) {
      ChangeProfile sum = new ChangeProfile(line.lines(), line.updates().size());
      bundle.forEach(source -> sum.add(source.profile()));
      profiles.add(sum);
    }
    Map<String, Integer> placed = new TreeMap<>();
    List<String> names = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    int rest = 0;
    for (List<Integer> group : SourceGrouping.of(profiles, costs, maxLayers)) {
      List<ChangeSource> layer = group.stream().flatMap(at -> bundles.get(at).stream()).toList();
      for (ChangeSource source : layer) {
        source.units().forEach(unit -> placed.put(unit.place(), names.size()));
      }
      ChangeProfile profile = new ChangeProfile(line.lines(), line.updates().size());
      layer.forEach(source -> profile.add(source.profile()));
      double stays = profile.bytes() * profile.stays();
      rest = stays < least ? names.size() : rest;
      least = Math.min(least, stays);
      names.add(name(layer));
    }
    placed.putIfAbsent("/", rest);
    return LayerRules.of(placed, names);
  }

  private static int[] firstUpdates(LearnedLine line) {
    int[] first = new int[line.lines() + 1];
    for (int image : line.updates()) {
      first[line.images().get(image).line() + 1]++;
    }
    for (int number = 0; number < line.lines(); number++) {
      first[number + 1] += first[number];
    }
    return first;
  }

  private static String name(List<ChangeSource> layer) {
    List<String> largest =
        layer.stream()
            .sorted(largestFirst().thenComparing(ChangeSource::name))
            .limit(3)
            .map(ChangeSource::name)
            .toList();
    int others = layer.size() - largest.size();
    return String.join(", ", largest) + (others == 0 ? "" : " and " + others + " more");
  }

  private static Comparator<ChangeSource> largestFirst() {
    return Comparator.comparingDouble((ChangeSource one) -> one.profile().bytes()).reversed();
  }

  /** The costliest sources each alone, the others by the number of their updates. */
  private static List<List<ChangeSource>> bundles(List<ChangeSource> sources, Costs costs) {
    List<ChangeSource> costliest =
        sources.stream()
            .sorted(
                Comparator.comparingDouble((ChangeSource one) -> one.profile().cost(costs))
                    .reversed())
            .toList();
    List<List<ChangeSource>> bundles = new ArrayList<>();
    Map<Integer, List<ChangeSource>> small = new TreeMap<>();
    for (ChangeSource source : costliest) {
      if (bundles.size() < MOST_SINGLE) {
        bundles.add(List.of(source));
      } else {
        small.computeIfAbsent(source.updates(), one -> new ArrayList<>()).add(source);
      }
    }
    bundles.addAll(small.values());
    return bundles;
  }
}
