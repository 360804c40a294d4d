package dev.varve.jobs.simulate.startup;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.simulate.squash.SquashedImages;
import dev.varve.jobs.store.Store;
import dev.varve.simulation.startup.ImageCategories;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code simulate startup}: tables {@code image_squash}, {@code image_category} and {@code
 * startup_*}. Images are squashed, and the accesses of starts matched with them.
 */
@Simulation.About(
    name = "startup",
    help = {
      "What the start of a container needs of its image, and what fetching only that would take.",
      "Layers are squashed as runtimes unpack them. Lists of what starts accessed are matched with",
      "the images: bytes needed, layers touched, hits of a shared cache, full pull against lazy.",
      "Without a list, the images are squashed alone. Lines that match nothing are in table",
      "startup_drop with their reason."
    },
    examples = {
      "--warehouse /data/w --accesses starts.csv",
      "--warehouse /data/w --accesses starts/ --categories categories.csv",
      "--warehouse /data/w --strace web/shop:1.2=shop.strace"
    },
    reports = {"startup-need", "start-overlap", "lazy-pull", "depth-profile"})
public final class StartupSimulation implements Simulation {
  private static final String FOLDER = "simulate";
  private static final String IMAGE = "image_digest";
  private static final String RUN = "run";
  private static final String LIST = "list";
  private static final String LINE = "line";

  @Override
  public Job read(Request request) {
    return new Starts(request.settings().bind("startup", StartupSettings.class));
  }

  /**
   * The first row of {@code startup_drop}.
   *
   * @param list location of the access list
   * @param line number of the line in it, from 1
   * @param image as the list names it; null in a faulty line
   * @param message why the access was dropped
   */
  private record Drop(String list, long line, @Nullable String image, String message) {
    @Override
    public String toString() {
      return "%s, line %d%s: %s"
          .formatted(list, line, image == null ? "" : ", image " + image, message);
    }
  }

  private record BlockSize(long blockBytes) {}

  private record Starts(StartupSettings settings) implements Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return runs.executeOnExisting("simulate startup", Map.of(), location, this::run);
    }

    @Override
    public String summary(RunSummary run) {
      String images = run.count("squashed_images", "image");
      return run.count("accesses") == 0
          ? images + ", squashed alone: --accesses and --strace name no starts"
          : "%s of %s: %,d accesses, %,d of them dropped"
              .formatted(
                  run.count("startup_result", "start"),
                  images,
                  run.count("accesses"),
                  run.count("startup_drop"));
    }

    private void run(Run run) throws IOException {
      Store store = run.store();
      AccessLists lists = AccessLists.of(settings, store);
      run.registerViews();
      addCategories(run, store);
      squash(run);
      matchAccesses(run, lists);
      run.write("startup_list", FOLDER, LIST);
      run.write("startup_drop", Query.of("SELECT * FROM dropped"), LIST, LINE);
      run.write("startup_file", FOLDER, IMAGE, RUN, "depth", "position");
      Engine engine = run.engine();
      engine.materialize("startup_results", Query.of(FOLDER, "startup_result"));
      run.write("startup_result", Query.of("SELECT * FROM startup_results"), IMAGE, RUN);
      engine.records("network", StartupSettings.Network.class, settings.networks());
      engine.records(
          "block_size",
          BlockSize.class,
          settings.blockBytes().stream().map(BlockSize::new).toList());
      run.write(
          "startup_pull",
          FOLDER,
          IMAGE,
          RUN,
          "mode",
          "block_bytes",
          "latency_millis",
          "bytes_per_second");
    }

    private void addCategories(Run run, Store store) throws IOException {
      if (settings.categories().isEmpty()) {
        run.add("image_category", CategoryFold.ImageCategory.class, List.of(), IMAGE);
        return;
      }
      ImageCategories categories = categories(store);
      run.engine()
          .fold(
              Ordered.by(Query.of(FOLDER, "startup_names"), CategoryFold.NamedImage.class, IMAGE)
                  .grouped(1),
              () -> new CategoryFold(categories),
              new Output("categorized", CategoryFold.ImageCategory.class));
      run.write("image_category", Query.of("SELECT * FROM categorized"), IMAGE);
    }

    /** Throws an exception that lists every faulty line. */
    private ImageCategories categories(Store store) throws IOException {
      String location = settings.categories();
      try (Reader text =
          AccessLists.text(store.qualified(location), StandardCharsets.UTF_8, store)) {
        ImageCategories categories = ImageCategories.read(text);
        if (!categories.faults().isEmpty()) {
          throw new InvalidSettingsException(
              categories.faults().stream().map(fault -> location + ": " + fault).toList());
        }
        return categories;
      } catch (FileNotFoundException e) {
        throw new InvalidSettingsException(List.of("there is no file " + location));
      }
    }

    private static void squash(Run run) throws IOException {
      Engine engine = run.engine();
      engine.materialize("squash_image", Query.of(FOLDER, "squash_image"));
      long images = engine.count(Query.of("SELECT * FROM squash_image"));
      if (images == 0) {
        throw NoInputException.noLayers(run.warehouse().location());
      }
      run.note("squashing %,d images".formatted(images));
      run.count("squashed_images", images);
      SquashedImages.makeView(engine);
      engine.materialize("image_squashes", Query.of(FOLDER, "image_squash"));
      run.write("image_squash", Query.of("SELECT * FROM image_squashes"), IMAGE, "depth");
    }

    /**
     * Shows the views that lead from the lines of access lists to the bytes needed of each file.
     */
    private void matchAccesses(Run run, AccessLists lists) throws IOException {
      Engine engine = run.engine();
      lists.makeViews(run);
      long accesses = engine.count(Query.of("SELECT * FROM listed"));
      run.count("accesses", accesses);
      engine.materialize("named", Query.of(FOLDER, "startup_named"));
      int maxLinks = settings.mostLinks();
      engine.fold(
          Ordered.by(
                  Query.of(FOLDER, "startup_resolving"), SymlinkFold.Step.class, "image", "place")
              .grouped(1),
          () -> new SymlinkFold(maxLinks),
          new Output("resolved", SymlinkFold.Resolved.class));
      engine.materialize("matched", Query.of(FOLDER, "startup_matched"));
      engine.view("dropped", Query.of(FOLDER, "startup_drop"));
      if (accesses > 0 && engine.isEmpty("matched")) {
        Query first = Query.of("SELECT * FROM dropped ORDER BY list, line LIMIT 1");
        throw NoInputException.noStarts(engine.onlyRow(first, Drop.class).toString());
      }
      List<Long> sizes = settings.blockBytes();
      engine.fold(
          Ordered.by(
                  Query.of(FOLDER, "startup_range"),
                  RangeFold.Range.class,
                  "image",
                  RUN,
                  "content_depth",
                  "content_position",
                  "offset")
              .grouped(2),
          () -> new RangeFold(sizes),
          new Output("needed", RangeFold.NeededFile.class),
          new Output("needed_block", RangeFold.NeededBlocks.class));
    }
  }
}
