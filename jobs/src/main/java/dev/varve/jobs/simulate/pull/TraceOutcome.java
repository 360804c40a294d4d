package dev.varve.jobs.simulate.pull;

import dev.varve.jobs.store.Store;
import dev.varve.simulation.request.KnownBlobs;
import dev.varve.simulation.request.MatchedTrace;
import dev.varve.simulation.request.TraceFiles;
import dev.varve.simulation.request.TraceLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A row of {@code pull_trace}.
 *
 * @param outcome REPLAYED, or why entries were left out
 * @param entries of the trace
 * @param late of them, earlier than an entry before them in their file
 * @param failed of them, answered with an error
 */
record TraceOutcome(String outcome, long entries, long late, long failed) {
  /** The outcome of entries that are not dropped. */
  private static final String REPLAYED = "REPLAYED";

  private TraceOutcome(String outcome, MatchedTrace.Count count) {
    this(outcome, count.entries(), count.late(), count.failed());
  }

  /**
   * Opens a trace.
   *
   * @param layerBytes bytes of each layer that entries may request
   * @param maxThinkMicros upper limit of a client's pause between two requests, in microseconds
   */
  static MatchedTrace open(
      String trace, long[] layerBytes, KnownBlobs known, long maxThinkMicros, Store store)
      throws IOException {
    List<String> files = TraceFiles.of(store, List.of(store.qualified(trace)));
    return MatchedTrace.open(store, files, TraceLimits.USUAL, layerBytes, known, maxThinkMicros);
  }

  /**
   * The outcomes of a trace, which is read to its end: a fault in it ends the run before any layer
   * is placed.
   *
   * @param known digests of the blobs that entries may request: configs, and layers if any are
   *     known
   * @throws dev.varve.model.MalformedBlobException that names the file and the place
   */
  static List<TraceOutcome> all(String trace, KnownBlobs known, Store store) throws IOException {
    List<TraceOutcome> outcomes = new ArrayList<>();
    try (MatchedTrace entries = open(trace, new long[] {1}, known, 0, store)) {
      while (entries.next() != null) {}
      outcomes.add(new TraceOutcome(REPLAYED, entries.kept()));
      entries
          .dropped()
          .forEach((reason, count) -> outcomes.add(new TraceOutcome(reason.name(), count)));
    }
    return outcomes;
  }

  /** All outcomes, for people. */
  static String summary(List<TraceOutcome> outcomes) {
    long late = outcomes.stream().mapToLong(TraceOutcome::late).sum();
    long failed = outcomes.stream().mapToLong(TraceOutcome::failed).sum();
    StringBuilder text = new StringBuilder();
    text.append(
        outcomes.stream()
            .map(row -> "%s %,d".formatted(row.outcome(), row.entries()))
            .collect(Collectors.joining(", ")));
    if (failed > 0) {
      text.append("; %,d were answered with an error".formatted(failed));
    }
    if (late > 0) {
      text.append(
          "; %,d are earlier than one before them in their file, and sent with that"
              .formatted(late));
    }
    return text.toString();
  }
}
