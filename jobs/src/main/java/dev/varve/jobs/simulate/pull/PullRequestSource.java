package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.model.Seed;
import dev.varve.simulation.request.KnownBlobs;
import dev.varve.simulation.request.PullRequest;
import dev.varve.simulation.request.PullRequests;
import dev.varve.simulation.request.PulledImage;
import dev.varve.simulation.request.SyntheticRequests;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The requests for the layers of a range, from a trace or synthetic.
 *
 * @param trace location of a trace as the user wrote it; empty for synthetic requests
 * @param layers numbers of the layers of the range, at least one
 * @param storedBytes of each of them
 * @param known digests of these layers, and of configs
 * @param images images of the repositories before the first request, reduced to layers of the
 *     range; empty for a trace
 */
@SuppressWarnings("ArrayRecordComponent") // sent to tasks, never compared
record PullRequestSource(
    String trace,
    LayerRange range,
    int[] layers,
    long[] storedBytes,
    KnownBlobs known,
    List<PulledImage> images,
    PullSettings.Requests settings,
    Seed seed)
    implements Serializable {
  private static final Columns COLUMNS = Tables.columns("pull_request");

  /**
   * The sources of requests, one for each range that has layers.
   *
   * @throws NoInputException when no range has any
   */
  static List<PullRequestSource> all(Run run, PullSettings settings, Catalogue catalogue)
      throws IOException {
    List<PullRequestSource> sources = new ArrayList<>();
    boolean hasTrace = !settings.trace().isEmpty();
    for (LayerRange range : settings.layerBytes()) {
      int[] layers = catalogue.layers(range);
      List<PulledImage> images = hasTrace ? List.of() : catalogue.images(range);
      if (layers.length == 0 || (!hasTrace && images.isEmpty())) {
        run.note("no layer to pull has " + range.name() + ": left out");
      } else {
        run.note("requests for %,d layers".formatted(layers.length));
        sources.add(
            new PullRequestSource(
                settings.trace(),
                range,
                layers,
                catalogue.storedBytes(layers),
                hasTrace ? catalogue.known(layers) : KnownBlobs.NONE,
                images,
                settings.requests(),
                settings.seed()));
      }
    }
    if (sources.isEmpty()) {
      throw NoInputException.noLayers(run.warehouse().location());
    }
    return sources;
  }

  /**
   * Makes the requests of each range, and shows them as view {@code requests_N}. View {@code
   * every_request} has the requests of all ranges, view {@code ranking_request} those of the first
   * range.
   */
  static void makeViews(Run run, List<PullRequestSource> sources) throws IOException {
    Engine engine = run.engine();
    String folder = run.publication().folder().toString();
    List<RowFile.Written> written =
        engine.tasks(
            sources,
            (source, context) -> {
              String name = "requests-%d.parquet".formatted(context.attempt());
              return source.write(Locations.in(folder, name), context.store());
            });
    run.count("requests", written.stream().mapToLong(RowFile.Written::rows).sum());
    List<String> files = written.stream().map(RowFile.Written::path).toList();
    engine.files("every_request", COLUMNS, files);
    engine.files("ranking_request", COLUMNS, files.subList(0, 1));
    for (int range = 0; range < files.size(); range++) {
      engine.files("requests_" + range, COLUMNS, List.of(files.get(range)));
    }
  }

  /** Writes the requests in their order, as rows that are read by this run alone. */
  private RowFile.Written write(String path, Store store) throws IOException {
    Binder<RequestRow> rows = Binder.of("pull_request", COLUMNS, RequestRow.class);
    RowFile file = RowFile.ofScratch(COLUMNS, path, store);
    try (file;
        PullRequests requests = requests(store)) {
      for (long number = 0; number < settings.maxRequests(); number++) {
        PullRequest request = requests.next();
        if (request == null) {
          break;
        }
        file.add(rows.row(RequestRow.of(range.name(), number, request, layers)));
      }
    }
    return file.written();
  }

  private PullRequests requests(Store store) throws IOException {
    return trace.isEmpty()
        ? new SyntheticRequests(
            imagesOfRange(), settings.sessions(), settings.gap(), seed.at("pulls"))
        : TraceOutcome.open(trace, storedBytes, known, settings.maxThinkMicros(), store);
  }

  /** The images with layers numbered by their places in the range. */
  private List<PulledImage> imagesOfRange() {
    return images.stream()
        .map(
            image ->
                new PulledImage(
                    image.repository(),
                    Arrays.stream(image.layers())
                        .map(layer -> Arrays.binarySearch(layers, layer))
                        .toArray()))
        .toList();
  }
}
