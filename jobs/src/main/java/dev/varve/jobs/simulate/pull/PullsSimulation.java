package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.host.Parallel;
import dev.varve.model.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code simulate pulls}: pulls of layers that are stored as files on servers. */
@Simulation.About(
    name = "pulls",
    help = {
      "What pulls would cost once layers are kept as files, and what caches would give back.",
      "Layers are deduplicated onto servers in the order of their arrival. Requests, synthetic or",
      "of a trace, are replayed in simulated time: a layer is put together by all servers that",
      "store files of it, unless a cache has it ready. Every combination of the lists is in",
      "table pull_summary."
    },
    examples = {
      "--warehouse /data/w",
      "--warehouse /data/w --experiment cache",
      "--warehouse /data/w --trace dal09/ --clients 20,60"
    },
    sharedKeys = "simulation.seed",
    reports = {"storage-modes", "pull-latency", "cache-hit-ratio"})
public final class PullsSimulation implements Simulation {
  private static final String FOLDER = "simulate";

  @Override
  public Job read(Request request) {
    return new Pulls(PullSettings.read(request.settings(), request.options()));
  }

  /**
   * Tables {@code pull_*}: layers are placed on servers as files, and requests for them replayed by
   * every combination of the settings. A placement and a replay are each one fold; requests are
   * made while layers are placed.
   *
   * <p>Memory of a fold: of a placement, that of {@link dev.varve.simulation.slice.SlicePlacer}; of
   * a replay, that of {@link dev.varve.simulation.pull.PullReplay} and 8 to 16 bytes a pull for its
   * percentiles.
   */
  private record Pulls(PullSettings settings) implements Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return runs.executeOnExisting("simulate pulls", Map.of(), location, this::run);
    }

    @Override
    public String summary(RunSummary run) {
      return "%s by %s"
          .formatted(run.count("requests", "request"), run.count("settings", "setting"));
    }

    private void run(Run run) throws IOException {
      run.registerViews();
      Engine engine = run.engine();
      engine.materialize("arrived_layer", Query.of(FOLDER, "pull_arrival"));
      Catalogue catalogue = new Catalogue(engine);
      if (catalogue.layers() == 0) {
        throw NoInputException.noLayers(run.warehouse().location());
      }
      List<PullCosts> costs = costs(engine);
      run.add("pull_trace", TraceOutcome.class, outcomes(run, catalogue), "outcome");
      if (!settings.trace().isEmpty()) {
        List<ImagePull> pulls = ImagePull.all(engine, settings.trace(), run.store());
        run.add("image_pull", ImagePull.class, pulls, "repository", "image_digest");
      }
      List<PullRequestSource> sources = PullRequestSource.all(run, settings, catalogue);
      Parallel.both(
          () -> place(run, catalogue.layers()), () -> PullRequestSource.makeViews(run, sources));
      run.write("pull_slice", FOLDER, "servers", "layer_digest", "server");
      run.write("pull_layer", Query.of("SELECT * FROM arrived_layer"), "layer");
      run.write(
          "pull_request",
          Query.of("SELECT * FROM every_request WHERE request < :most")
              .with("most", settings.mostResults()),
          "layer_range",
          "request");
      run.add(
          "pull_storage",
          StorageModes.StorageRow.class,
          StorageModes.of(engine, settings.storage()),
          "mode");
      replay(run, sources, new Replays(settings, costs, catalogue));
      run.write("pull_result", union("results", sources), "setting", "request");
      run.write("pull_summary", union("summaries", sources), "setting", "from_bytes");
    }

    private List<PullCosts> costs(Engine engine) throws IOException {
      List<PullCosts> costs = new ArrayList<>();
      for (PullCosts codec : settings.codecCosts()) {
        costs.add(settings.costsMeasured() ? codec.measured(engine) : codec);
      }
      return costs;
    }

    /** The outcomes of the trace's entries, if there is a trace. */
    private List<TraceOutcome> outcomes(Run run, Catalogue catalogue) throws IOException {
      if (settings.trace().isEmpty()) {
        return List.of();
      }
      List<TraceOutcome> outcomes =
          TraceOutcome.all(settings.trace(), catalogue.known(new int[0]), run.store());
      run.note("entries of the trace: " + TraceOutcome.summary(outcomes));
      return outcomes;
    }

    /** Places the layers on each number of servers: view {@code placed_slice}. */
    private void place(Run run, int layers) throws IOException {
      run.note("placing the files of %,d layers".formatted(layers));
      Engine engine = run.engine();
      engine.fold(
          Ordered.unordered(Query.of(FOLDER, "pull_content"), SliceFold.LayerContent.class),
          Fold.each((content, output) -> output.accept(content.keyed())),
          new Output("keyed_content", SliceFold.Content.class));
      int shared =
          Math.toIntExact(
              engine.count(Query.of("SELECT DISTINCT key FROM keyed_content WHERE shared")));
      PullSettings.Placing placing = settings.placing();
      Seed seed = settings.seed();
      List<Fold.Start<SliceFold.Content>> folds = new ArrayList<>();
      for (int servers : settings.servers()) {
        folds.add(() -> new SliceFold(servers, placing.placer(servers, shared, seed)));
      }
      engine.fold(
          Ordered.by(
              Query.of("SELECT * FROM keyed_content"),
              SliceFold.Content.class,
              "layer",
              "negated_bytes",
              "key"),
          folds,
          new Output("placed_slice", SliceFold.PlacedSlice.class));
      engine.drop("keyed_content");
    }

    /** Replays the requests of each range: views {@code results_N} and {@code summaries_N}. */
    private static void replay(Run run, List<PullRequestSource> sources, Replays replays)
        throws IOException {
      Engine engine = run.engine();
      List<List<Fold.Start<RequestRow>>> folds = new ArrayList<>();
      for (PullRequestSource source : sources) {
        folds.add(replays.folds(source));
      }
      int settingCount = folds.stream().mapToInt(List::size).sum();
      run.count("settings", settingCount);
      run.note("replaying by %,d settings".formatted(settingCount));
      Parallel.all(
          Math.max(1, engine.parallelism() / folds.get(0).size()),
          IntStream.range(0, sources.size()).boxed().toList(),
          range -> {
            Query requests = Query.of("SELECT * FROM requests_" + range);
            engine.fold(
                Ordered.by(requests, RequestRow.class, "request"),
                folds.get(range),
                new Output("results_" + range, ReplayFold.ResultRow.class),
                new Output("summaries_" + range, SummaryRow.class));
            return true;
          },
          engine::cancel);
    }

    private static Query union(String views, List<PullRequestSource> sources) {
      return Query.of(
          IntStream.range(0, sources.size())
              .mapToObj(range -> "SELECT * FROM %s_%d".formatted(views, range))
              .collect(Collectors.joining(" UNION ALL ")));
    }
  }
}
