package dev.varve.jobs.simulate.layering;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.layering.LayerPolicy;
import dev.varve.simulation.layering.LayerRule;
import dev.varve.simulation.layering.LayerRules;
import dev.varve.simulation.layering.LearnedLine;
import dev.varve.simulation.layering.LineImage;
import dev.varve.simulation.layering.LineLearner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Learns the layers of each plan by every policy and limit, from steps sorted by plan, place, path
 * and ordinal. Memory: what {@link LineLearner} keeps of one plan.
 */
final class PlanFold implements Fold<PlanStep> {
  static final String HISTORY = "history";

  private final LayeringSettings settings;
  private final String historyName;
  private final List<LineImage> images = new ArrayList<>();
  private int plan = -1;
  private @Nullable LineLearner learner;

  /** A row of view {@code planned_rule}. */
  record PlannedRule(int plan, String policy, int maxLayers, String path, int layer) {}

  /** A row of view {@code planned_layer}. */
  record PlannedLayer(int plan, String policy, int maxLayers, int layer, String name) {}

  /**
   * A fold that has learned nothing.
   *
   * @param historyName name of the results of policy {@value #HISTORY}
   */
  PlanFold(LayeringSettings settings, String historyName) {
    this.settings = settings;
    this.historyName = historyName;
  }

  @Override
  public void add(PlanStep step, Consumer<Record> output) {
    if (step.plan() != plan) {
      finish(output);
      plan = step.plan();
    }
    if (step.image() != null) {
      images.add(step.image().lineImage());
    } else if (step.entry() != null) {
      learner().add(step.lineEntry(step.entry()));
    }
  }

  private LineLearner learner() {
    if (learner == null) {
      learner = new LineLearner(images);
    }
    return learner;
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (images.isEmpty()) {
      return;
    }
    LearnedLine learned = learner().finish();
    for (String policy : LayerPolicy.NAMES) {
      for (int maxLayers : settings.maxLayers()) {
        String name = policy.equals(HISTORY) ? historyName : policy;
        emit(name, maxLayers, settings.policy(policy).plan(learned, maxLayers), output);
      }
    }
    images.clear();
    learner = null;
  }

  private void emit(String policy, int maxLayers, LayerRules rules, Consumer<Record> output) {
    for (LayerRule rule : rules.rules()) {
      output.accept(new PlannedRule(plan, policy, maxLayers, rule.path(), rule.layer()));
    }
    for (int layer = 0; layer < rules.names().size(); layer++) {
      output.accept(new PlannedLayer(plan, policy, maxLayers, layer, rules.names().get(layer)));
    }
  }
}
