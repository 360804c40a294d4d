package dev.varve.simulation.layering;

import java.util.List;

/** Rule that cuts images into layers, from what was learned of their line. Deterministic. */
public interface LayerPolicy {
  /** All names. Layers as built and files alone need no plan: they are counted by their entries. */
  List<String> NAMES = List.of("one-layer", "directories", "chunkah", "history");

  /**
   * A plan.
   *
   * @param maxLayers at least 1
   * @return rules with at most this many layers, each with something in it
   */
  LayerRules plan(LearnedLine line, int maxLayers);

  /**
   * The policy of a name.
   *
   * @param storedWeight worth of a stored byte; with 0, only what updates ship counts
   * @param pulledWeight worth of a byte that an update ships
   * @throws IllegalArgumentException when there is no such policy or a weight is negative
   */
  static LayerPolicy named(String name, double storedWeight, double pulledWeight) {
    return switch (name) {
      case "one-layer" -> new OneLayer();
      case "directories" -> new Directories();
      case "chunkah" -> new Chunkah();
      case "history" -> new HistoryPolicy(storedWeight, pulledWeight);
      default -> throw new IllegalArgumentException("no policy " + name + ", but " + NAMES);
    };
  }
}
