package dev.varve.simulation.layering;

import java.util.List;

/** All files in one layer: the most that an update can ship. */
final class OneLayer implements LayerPolicy {
  @Override
  public LayerRules plan(LearnedLine line, int maxLayers) {
    return new LayerRules(List.of(new LayerRule("/", 0)), List.of("all"));
  }
}
