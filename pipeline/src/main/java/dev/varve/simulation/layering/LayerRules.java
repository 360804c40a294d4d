package dev.varve.simulation.layering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The layer of every path, also of those that were never seen: the rule of the path itself counts,
 * or else that of the nearest directory around it.
 */
public final class LayerRules {
  private static final String ROOT = "/";

  private final Map<String, Integer> layers = new HashMap<>();
  private final List<LayerRule> rules;
  private final List<String> names;

  /**
   * Keeps the rules.
   *
   * @param rules with one for the root
   * @param names of the layers
   * @throws IllegalArgumentException when two rules have one path, a layer has no name or there is
   *     none for the root
   */
  public LayerRules(List<LayerRule> rules, List<String> names) {
    this.rules = List.copyOf(rules);
    this.names = List.copyOf(names);
    for (LayerRule rule : rules) {
      if (rule.layer() < 0 || rule.layer() >= names.size()) {
        throw new IllegalArgumentException(rule + ", but " + names.size() + " layers");
      }
      if (layers.put(rule.path(), rule.layer()) != null) {
        throw new IllegalArgumentException("two rules for " + rule.path());
      }
    }
    if (!layers.containsKey(ROOT)) {
      throw new IllegalArgumentException("no rule for the root");
    }
  }

  /**
   * The rules of a layer for each place, without those that say what the directory around says.
   *
   * @param placed layer by path or directory, {@code /} among them
   */
  static LayerRules of(Map<String, Integer> placed, List<String> names) {
    List<LayerRule> needed = new ArrayList<>();
    placed.forEach(
        (path, layer) -> {
          Integer around = path.equals(ROOT) ? null : around(placed, path);
          if (!layer.equals(around)) {
            needed.add(new LayerRule(path, layer));
          }
        });
    needed.sort(Comparator.comparing(LayerRule::path));
    return new LayerRules(needed, names);
  }

  /** The rules, each needed. */
  public List<LayerRule> rules() {
    return rules;
  }

  /** A name of each layer that a person recognises. */
  public List<String> names() {
    return names;
  }

  /**
   * The layer of a path.
   *
   * @param place that of an entry: clean, with a slash at the end of a directory
   */
  public int layer(String place) {
    String folded = NumberlessPath.of(place);
    Integer exact = layers.get(folded);
    return exact == null ? around(layers, folded) : exact;
  }

  private static int around(Map<String, Integer> layers, String path) {
    int slash = path.lastIndexOf('/', path.length() - 2);
    while (slash > 0) {
      Integer layer = layers.get(path.substring(0, slash + 1));
      if (layer != null) {
        return layer;
      }
      slash = path.lastIndexOf('/', slash - 1);
    }
    return layers.getOrDefault(ROOT, 0);
  }
}
