package dev.varve.jobs.pull;

import dev.varve.jobs.parquet.RowFile;
import dev.varve.jobs.row.Binder;
import dev.varve.jobs.row.Columns;
import dev.varve.jobs.schema.Tables;
import dev.varve.model.Seed;
import dev.varve.request.KnownBlobs;
import dev.varve.request.PullRequest;
import dev.varve.request.PullRequests;
import dev.varve.request.PulledImage;
import dev.varve.request.SyntheticRequests;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The requests for the layers of a range, from a trace or synthetic.
 *
 * @param trace as people write its location, or empty
 * @param layers numbers of the layers of the range, at least one
 * @param storedBytes of each of them
 * @param known their digests, and those of configs
 * @param images with layers of the range alone: what repositories contain before the first request;
 *     empty for a trace
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
  /** The columns of the requests. */
  static final Columns COLUMNS = Tables.columns("pull_request");

  /** Whether there is no layer to pull. */
  boolean isEmpty() {
    return layers.length == 0 || (trace.isEmpty() && images.isEmpty());
  }

  /** Writes the requests in their order, as rows that are read by this run alone. */
  RowFile.Written write(Path path, Configuration hadoop) throws IOException {
    Binder<RequestRow> rows = Binder.of("pull_request", COLUMNS, RequestRow.class);
    RowFile file = RowFile.ofScratch(COLUMNS, path, hadoop);
    try (file;
        PullRequests requests = requests(hadoop)) {
      for (long number = 0; number < settings.most(); number++) {
        PullRequest request = requests.next();
        if (request == null) {
          break;
        }
        file.add(rows.row(RequestRow.of(range.name(), number, request, layers)));
      }
    }
    return file.written();
  }

  private PullRequests requests(Configuration hadoop) throws IOException {
    return trace.isEmpty()
        ? new SyntheticRequests(numbered(), settings.sessions(), settings.gap(), seed.at("pulls"))
        : TraceOutcome.open(trace, storedBytes, known, settings.mostThinkMicros(), hadoop);
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
