package dev.varve.jobs.cli;

import dev.varve.jobs.answer.headline.Headline;
import dev.varve.jobs.answer.page.Page;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.rebuild.RebuildLayers;
import dev.varve.jobs.answer.rebuild.RebuildSettings;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.cli.console.Summaries;
import dev.varve.jobs.cli.option.CommonOptions;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.cli.screen.Screen;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.Derive;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.host.Parallel;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.ingest.snapshot.IngestSnapshots;
import dev.varve.jobs.ingest.snapshot.SnapshotSettings;
import dev.varve.jobs.simulate.startup.SyntheticStarts;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.file.OutputPlace;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.Seed;
import dev.varve.simulation.request.SyntheticTrace;
import dev.varve.synthetic.disk.SnapshotWorld;
import dev.varve.synthetic.disk.SnapshotWorldSize;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verb {@code demo}: makes a synthetic registry and synthetic VMs, and runs all verbs on them. */
@Command(
    name = "demo",
    description = {
      "Makes a small registry and some VMs, and runs everything on them.",
      "They come from a seed; VMs have chains of disk images; one layer and one image are damaged.",
      "What runs: ingest, derive, rebuild, every simulation, check and the reports, which are written",
      "as a page for a browser, too. Nothing outside the folder DIR is touched."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  varve demo --out varve-demo"})
final class DemoCommand implements Callable<Integer> {
  /** Number of layers that verb rebuild tries, which takes seconds. */
  private static final int REBUILT_LAYERS = 20;

  private static final String TRACE = "trace.json.gz";
  private static final String STARTS = "starts.csv";
  private static final String PAGE = "report.html";

  /** Number of requests in the synthetic trace of pulls. */
  private static final long TRACED_REQUESTS = 3000;

  /** Number of images in the synthetic trace of pulls. */
  private static final int TRACED_IMAGES = 100;

  /** Number of simulations that run in parallel. */
  private static final int PARALLEL_SIMULATIONS = 2;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "A local folder to write to; varve-demo unless given.")
  private String folder = "varve-demo";

  private Path out = Path.of("");

  @Option(names = "--seed", paramLabel = "N", description = "Another seed makes another world.")
  private long seed = 1;

  @Mixin private CommonOptions common = new CommonOptions();

  @Override
  public Integer call() throws Exception {
    if (!Locations.isLocal(folder)) {
      throw new InvalidSettingsException(
          List.of("--out: " + folder + " is on another file system; name a local folder"));
    }
    out = Locations.local(folder);
    SettingReader settings =
        common.settings(
            "demo",
            List.of(
                "pulls.trace=" + out.resolve(TRACE), "startup.accesses=" + out.resolve(STARTS)));
    RegistrySettings registry = RegistrySettings.read(settings);
    SnapshotSettings snapshots = SnapshotSettings.read(settings);
    Derive derive = Derive.read(settings);
    RebuildLayers rebuild =
        new RebuildLayers(
            settings.bind("rebuild", RebuildSettings.class),
            registry.reading().limits(),
            registry.access());
    Map<Simulation, Simulation.Job> simulations = new LinkedHashMap<>();
    for (Simulation simulation : Simulations.ALL) {
      simulations.put(
          simulation, simulation.read(new Simulation.Request(settings, Set.of(), Set.of())));
    }
    try (Runs runs = common.openRuns("demo", settings)) {
      checkSeed();
      SyntheticTrace.write(out.resolve(TRACE), TRACED_REQUESTS, TRACED_IMAGES, new Seed(seed));
      Path location = out.resolve("warehouse");
      String target = uri(location);
      // Making the registry takes longer than making the disks, so disks are already read
      // meanwhile.
      Parallel.both(
          () -> {
            print(makeDisks());
            print(
                Summaries.snapshots(
                    new IngestSnapshots(snapshots)
                        .run(runs, List.of(uri(out.resolve("vms"))), target),
                    location.toString(),
                    snapshots.digest()));
          },
          () -> runs.reporter().note(makeRegistry()));
      runs.executeTogether(
          target,
          () -> {
            Parallel.both(
                () -> {
                  print(
                      Summaries.registry(
                          new IngestRegistry(registry)
                              .run(runs, List.of(uri(out.resolve("registry"))), target),
                          location.toString(),
                          registry));
                  SyntheticStarts.write(runs, target, out.resolve(STARTS));
                  print(
                      Summaries.rebuild(
                          rebuild.run(
                              runs,
                              new RebuildLayers.Sample(
                                  REBUILT_LAYERS, String.valueOf(seed), List.of()),
                              target),
                          location.toString()));
                  derive.run(runs, target);
                },
                () -> {
                  for (Verb verb : verbs(simulations, tables -> !readsRegistry(tables))) {
                    verb.run(runs, target);
                  }
                });
            List<Verb> rest =
                verbs(simulations, tables -> readsRegistry(tables) && !readsStartupResults(tables));
            // The last simulations take longest: started first, they leave no idle core at the end.
            Collections.reverse(rest);
            Parallel.all(PARALLEL_SIMULATIONS, rest, verb -> verb.run(runs, target));
            for (Verb verb :
                verbs(
                    simulations, tables -> readsRegistry(tables) && readsStartupResults(tables))) {
              verb.run(runs, target);
            }
          });
      return answer(settings, location);
    }
  }

  /** Verb that runs on a warehouse. */
  private interface Verb {
    RunSummary run(Runs runs, String target) throws IOException;
  }

  /** The verbs of the simulations whose input tables match a condition. */
  private static List<Verb> verbs(
      Map<Simulation, Simulation.Job> all, Predicate<Set<String>> inputTables) {
    List<Verb> verbs = new ArrayList<>();
    all.forEach(
        (simulation, job) -> {
          if (inputTables.test(Tables.readBy("simulate " + simulation.name()))) {
            verbs.add(job::run);
          }
        });
    return verbs;
  }

  private static boolean readsRegistry(Set<String> read) {
    return !Collections.disjoint(read, Tables.madeBy("ingest registry"));
  }

  /**
   * Whether input tables are results of simulation {@code startup}, so that it has to run first.
   */
  static boolean readsStartupResults(Set<String> read) {
    return !Collections.disjoint(read, Set.of("startup_result", "startup_file"));
  }

  private static String uri(Path path) {
    return path.toAbsolutePath().toUri().toString();
  }

  private String makeRegistry() throws IOException {
    Path registry = out.resolve("registry");
    RegistryWorld.Summary world = RegistryWorld.write(new Seed(seed), WorldSize.demo(), registry);
    return "made      a registry of %d repositories, %d images, %d layers (%s) in %s"
        .formatted(
            world.repositories(),
            world.images(),
            world.layers(),
            Sizes.bytes(world.compressedBytes()),
            registry);
  }

  private String makeDisks() throws IOException {
    Path disks = out.resolve("vms");
    SnapshotWorld.Summary fleet =
        SnapshotWorld.write(new Seed(seed), SnapshotWorldSize.demo(), disks);
    return "made      %d snapshots of VMs' disks (%s, %s stored) in %s%n"
        .formatted(
            fleet.snapshots().size(),
            Sizes.bytes(fleet.virtualBytes()),
            Sizes.bytes(fleet.fileBytes()),
            disks);
  }

  private int answer(SettingReader settings, Path location) throws IOException {
    try (Queries queries = CommonOptions.openQueries("demo", settings, location.toString())) {
      Headline headline = Headline.of(queries);
      System.out.println();
      headline.lines(Screen.here().style()).forEach(System.out::println);
      Path page = out.resolve(PAGE);
      Page.all(new Page.Source(queries, location.toString(), headline.sections()), page);
      System.out.println("All reports with plots, for a browser: " + page);
      return headline.isFaultless() ? ExitCodes.DONE : ExitCodes.REJECTED;
    }
  }

  /**
   * Fails if the folder contains data of another seed. Its disks have the same names, so an ingest
   * would take them for disks already read.
   */
  private void checkSeed() throws IOException {
    Path seedFile = out.resolve("seed");
    String requested = String.valueOf(seed);
    if (!Files.exists(seedFile)) {
      OutputPlace.of(seedFile).write(requested);
    } else if (!Files.readString(seedFile).equals(requested)) {
      throw new InvalidSettingsException(
          List.of(
              out
                  + " contains the world of seed "
                  + Files.readString(seedFile)
                  + ": name another --out"));
    }
  }

  private void print(String lines) {
    if (!common.isQuiet()) {
      System.err.print(lines);
    }
  }
}
