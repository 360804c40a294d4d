package dev.varve.jobs.simulate.layering;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.condition.Condition;
import dev.varve.jobs.engine.condition.Kind;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.simulate.squash.SquashedImages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code simulate layers}: tables {@code layer_plan}, {@code _rule} and {@code _result}. */
@Simulation.About(
    name = "layers",
    help = {
      "Plans how images should be cut into layers, so that updates fetch less. A line is the images of",
      "a repository and platform, by time. From its first images plans learn what changes together; by",
      "the others they are compared with the layers as built, with the packing of chunkah, and with what",
      "no plan can beat. Report layer-plan-rules prints the commands that cut images so."
    },
    examples = {
      "--warehouse /data/w",
      "--warehouse /data/w --where \"repository like 'team/%%'\" --max-layers 24",
      "--warehouse /data/w --where \"repository like 'team/%%'\" --together"
    },
    switches =
        @Simulation.Switch(
            name = LayersSimulation.TOGETHER,
            help =
                "One plan for all chosen lines of a platform, so that what their images have in common"
                    + " goes into common layers."),
    reports = {"layer-plan", "layer-plan-layers"})
public final class LayersSimulation implements Simulation {
  static final String TOGETHER = "together";

  /** Name of policy {@code history} for several lines together. */
  private static final String SHARED = "shared";

  private static final String FOLDER = "simulate";
  private static final String CHOSEN = "/* chosen */ true";
  private static final Map<String, Kind> COLUMNS =
      Map.of("repository", Kind.TEXT, "platform", Kind.TEXT);
  private static final String[] STEP_ORDER = {"plan", "place", "path", "ordinal"};
  private static final String[] PLAN_ORDER = {"repository", "platform", "policy", "max_layers"};

  @Override
  public Job read(Request request) {
    LayeringSettings settings = request.settings().bind("layers", LayeringSettings.class);
    String condition = "true";
    try {
      condition = settings.where().isBlank() ? "true" : Condition.sql(settings.where(), COLUMNS);
    } catch (IllegalArgumentException e) {
      request
          .settings()
          .fault("layers.where: " + e.getMessage() + "; lines have repository, platform");
    }
    return new Layers(settings, condition, request.switches().contains(TOGETHER));
  }

  private record Limit(int maxLayers) {}

  /**
   * The lines to plan.
   *
   * @param condition in SQL, on their columns
   * @param together whether those of a platform have one plan
   */
  private record Layers(LayeringSettings settings, String condition, boolean together)
      implements Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return runs.executeOnExisting("simulate layers", Map.of(), location, this::run);
    }

    @Override
    public String summary(RunSummary run) {
      return "layers of %s, %s"
          .formatted(
              run.count("planned_lines", "image line"), run.count("planned_images", "image"));
    }

    private void run(Run run) throws IOException {
      run.registerViews();
      Engine engine = run.engine();
      Query images =
          Query.of(FOLDER, "layering_image")
              .with("together", together ? 1 : 0)
              .with("learn", settings.learnRatio());
      engine.materialize(
          "layering_image",
          new Query(
              FOLDER, images.name(), images.sql().replace(CHOSEN, condition), images.parameters()));
      if (engine.isEmpty("layering_image")) {
        throw NoInputException.noLines(run.warehouse().location(), settings.where());
      }
      run.count("planned_images", engine.count(Query.of("SELECT * FROM layering_image")));
      run.count(
          "planned_lines", engine.count(Query.of("SELECT * FROM layering_image WHERE newest")));
      run.note("squashing images");
      engine.materialize("squash_image", Query.of(FOLDER, "layering_squash"));
      SquashedImages.makeView(engine);
      engine.fold(
          Ordered.unordered(Query.of(FOLDER, "layering_entry"), TreeEntry.class),
          Fold.each(TreeEntry::identify),
          new Output("layering_tree", TreeEntry.Identified.class));
      plan(run);
      write(run);
    }

    private void plan(Run run) throws IOException {
      LayeringSettings captured = settings;
      String historyName = together ? SHARED : PlanFold.HISTORY;
      run.note("learning plans");
      run.engine()
          .fold(
              steps("layering_learned"),
              () -> new PlanFold(captured, historyName),
              new Output("planned_rule", PlanFold.PlannedRule.class),
              new Output("planned_layer", PlanFold.PlannedLayer.class));
      run.note("judging plans");
      run.engine()
          .fold(
              steps("layering_judged"),
              JudgeFold::new,
              new Output("judged_plan", JudgeFold.JudgedPlan.class),
              new Output("judged_layer", JudgeFold.JudgedLayer.class));
    }

    private static Ordered<PlanStep> steps(String query) {
      return Ordered.by(Query.of(FOLDER, query), PlanStep.class, STEP_ORDER).grouped(1);
    }

    private void write(Run run) throws IOException {
      Engine engine = run.engine();
      engine.records(
          "layer_limit", Limit.class, settings.maxLayers().stream().map(Limit::new).toList());
      engine.materialize("layering_lines", Query.of(FOLDER, "layering_line"));
      engine.materialize("layers_built", Query.of(FOLDER, "layering_built"));
      run.write("layer_plan_result", FOLDER, PLAN_ORDER);
      run.write("layer_plan", FOLDER, with("layer"));
      run.write("layer_plan_rule", FOLDER, with("path"));
    }

    private static String[] with(String last) {
      List<String> order = new ArrayList<>(List.of(PLAN_ORDER));
      order.add(last);
      return order.toArray(String[]::new);
    }
  }
}
