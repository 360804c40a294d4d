package dev.varve.jobs.pull;

import dev.varve.jobs.file.Locations;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.model.Seed;
import dev.varve.request.KnownBlobs;
import dev.varve.request.MatchedTrace;
import dev.varve.request.PullRequests;
import dev.varve.request.PulledImage;
import dev.varve.request.SyntheticRequests;
import dev.varve.request.TraceFiles;
import dev.varve.request.TraceLimits;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The requests for the layers of a range, out of a trace or made up.
 *
 * @param trace as people write its location, or empty
 * @param layers numbers of the layers of the range, at least one
 * @param storedBytes of each of them
 * @param known their digests, and those of configs
 * @param images with layers of the range alone
 */
@SuppressWarnings("ArrayRecordComponent") // carried to a task, which nobody compares
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
  /** The outcome of entries that are not dropped. */
  static final String REPLAYED = "REPLAYED";

  /**
   * Reads a trace to its end, so that a fault in it ends the run before any layer is placed.
   *
   * @param known configs, whatever the layers are
   * @return what becomes of its entries
   * @throws dev.varve.model.MalformedBlobException that names the file and the place
   */
  static List<PullTables.TraceRow> outcomes(String trace, KnownBlobs known, Configuration hadoop)
      throws IOException {
    HadoopStore store = new HadoopStore(hadoop);
    List<PullTables.TraceRow> outcomes = new ArrayList<>();
    try (MatchedTrace entries =
        MatchedTrace.open(
            store, files(trace, store, hadoop), TraceLimits.USUAL, new long[] {1}, known, 0)) {
      while (entries.next() != null) {}
      outcomes.add(PullTables.TraceRow.of(REPLAYED, entries.kept()));
      entries
          .dropped()
          .forEach((reason, count) -> outcomes.add(PullTables.TraceRow.of(reason.name(), count)));
    }
    return outcomes;
  }

  private static List<String> files(String trace, HadoopStore store, Configuration hadoop)
      throws IOException {
    return TraceFiles.of(store, List.of(Locations.of(trace, hadoop).toString()));
  }

  /** Whether there is no layer to pull. */
  boolean isEmpty() {
    return layers.length == 0 || (trace.isEmpty() && images.isEmpty());
  }

  /** Rows of {@link RequestRows}. */
  Iterator<Row> rows(SerializableConfiguration hadoop) throws IOException {
    return RequestRows.of(requests(hadoop.value()), layers, range.name(), settings.most());
  }

  private PullRequests requests(Configuration hadoop) throws IOException {
    if (trace.isEmpty()) {
      return new SyntheticRequests(
          numbered(), settings.sessions(), settings.gap(), seed.at("pulls"));
    }
    HadoopStore store = new HadoopStore(hadoop);
    return MatchedTrace.open(
        store,
        files(trace, store, hadoop),
        TraceLimits.USUAL,
        storedBytes,
        known,
        settings.mostThinkMicros());
  }

  /** The images with layers numbered by their places in the range. */
  private List<PulledImage> numbered() {
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
