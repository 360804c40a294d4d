package dev.varve.jobs.simulate.layering;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.layering.FilesAlone;
import dev.varve.simulation.layering.LayerFigures;
import dev.varve.simulation.layering.LayerRule;
import dev.varve.simulation.layering.LayerRules;
import dev.varve.simulation.layering.LayerTally;
import dev.varve.simulation.layering.LineEntry;
import dev.varve.simulation.layering.LineImage;
import dev.varve.simulation.layering.PlanFigures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what the images of each plan take by its rules, from steps sorted by plan, place, path and
 * ordinal. Memory: the rules of one plan, and a sum for each layer of each image.
 */
final class JudgeFold implements Fold<PlanStep> {
  private final List<LineImage> images = new ArrayList<>();
  private final Map<Plan, List<LayerRule>> rules = new LinkedHashMap<>();
  private final List<Judged> judged = new ArrayList<>();
  private int plan = -1;
  private String place = "";
  private @Nullable FilesAlone alone;

  private record Plan(String policy, int maxLayers) {}

  /** A plan with its sums, and the layer of the path that was looked up last. */
  private static final class Judged {
    private final Plan plan;
    private final LayerRules rules;
    private final LayerTally tally;
    private int layer;

    private Judged(Plan plan, List<LayerRule> rules, List<LineImage> images) {
      this.plan = plan;
      int layers = 1 + rules.stream().mapToInt(LayerRule::layer).max().orElse(0);
      this.rules = new LayerRules(rules, Collections.nCopies(layers, plan.policy()));
      this.tally = new LayerTally(images);
    }
  }

  /**
   * A row of view {@code judged_plan}: components as in {@link PlanFigures}.
   *
   * @param maxLayers null of files alone
   * @param layers those with an entry in a newest image; null of files alone
   */
  record JudgedPlan(
      int plan,
      String policy,
      @Nullable Integer maxLayers,
      @Nullable Integer layers,
      long pulledBytes,
      long pulledFileBytes,
      long storedBytes,
      long storedFileBytes) {
    private static JudgedPlan of(
        int plan,
        String policy,
        @Nullable Integer maxLayers,
        @Nullable Integer layers,
        PlanFigures figures) {
      return new JudgedPlan(
          plan,
          policy,
          maxLayers,
          layers,
          figures.pulledCompressedBytes(),
          figures.pulledBytes(),
          figures.storedCompressedBytes(),
          figures.storedBytes());
    }
  }

  /** A row of view {@code judged_layer}: components as in {@link LayerFigures}. */
  record JudgedLayer(
      int plan,
      String policy,
      int maxLayers,
      int layer,
      long entries,
      long bytes,
      long compressedBytes,
      int learnedUpdates,
      int judgedUpdates) {}

  @Override
  public void add(PlanStep step, Consumer<Record> output) {
    if (step.plan() != plan) {
      finish(output);
      plan = step.plan();
    }
    if (step.image() != null) {
      images.add(step.image().lineImage());
    } else if (step.rule() != null) {
      PlanStep.Rule rule = step.rule();
      rules
          .computeIfAbsent(new Plan(rule.policy(), rule.maxLayers()), key -> new ArrayList<>())
          .add(new LayerRule(step.path(), rule.layer()));
    } else if (step.entry() != null) {
      count(step.lineEntry(step.entry()));
    }
  }

  private void count(LineEntry entry) {
    FilesAlone files = begin();
    files.add(entry);
    boolean sameplace = entry.place().equals(place);
    place = entry.place();
    for (Judged one : judged) {
      one.layer = sameplace ? one.layer : one.rules.layer(place);
      one.tally.add(one.layer, entry);
    }
  }

  /** Begins to count once all rules are known. */
  private FilesAlone begin() {
    if (alone == null) {
      alone = new FilesAlone(images);
      rules.forEach((key, all) -> judged.add(new Judged(key, all, images)));
      place = "";
    }
    return alone;
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (images.isEmpty()) {
      return;
    }
    output.accept(JudgedPlan.of(plan, "files-alone", null, null, begin().figures()));
    for (Judged one : judged) {
      PlanFigures figures = one.tally.figures();
      List<LayerFigures> layers = figures.layers();
      int newest = (int) layers.stream().filter(layer -> layer.files() > 0).count();
      output.accept(JudgedPlan.of(plan, one.plan.policy(), one.plan.maxLayers(), newest, figures));
      layers.forEach(layer -> output.accept(row(one.plan, layer)));
    }
    images.clear();
    rules.clear();
    judged.clear();
    alone = null;
  }

  private JudgedLayer row(Plan of, LayerFigures layer) {
    return new JudgedLayer(
        plan,
        of.policy(),
        of.maxLayers(),
        layer.layer(),
        layer.files(),
        layer.bytes(),
        layer.compressedBytes(),
        layer.learnedUpdates(),
        layer.judgedUpdates());
  }
}
