package dev.varve.simulation.request;

import dev.varve.model.ByteStore;
import dev.varve.simulation.request.PullRequest.Kind;
import dev.varve.simulation.request.PullRequest.Verb;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A registry trace of the published format whose blobs are replaced by layers of the warehouse, by
 * the published rules. Kept are GET and PUT of manifests and blobs with bytes; {@link DropReason}
 * lists the entries that are dropped. A pushed blob has no digest in its URI. The first later GET
 * of the same repository and size names it, even one that is dropped itself. So the files are read
 * twice, first to look ahead. A blob with the digest of a layer in the warehouse is that layer.
 * Each other blob, in the order of first kept requests, takes the layer whose size is closest to
 * that of its first GET. Each layer is taken once until all are used, then again from the start.
 * Requests come in the order of {@link RegistryTrace}.
 *
 * <p>The memory of {@link TraceSurvey}, and 100 bytes for each manifest that is put.
 */
public final class MatchedTrace implements PullRequests {
  private static final int NONE = -1;

  private final TraceSurvey survey;
  private final RegistryTrace trace;
  private final ClosestLayers layers;
  private final long mostThinkMicros;
  private final int[] layerOf;
  private final long[] lastMicros;
  private final LongSet configs;
  private final Set<String> manifests = new HashSet<>();
  private final Map<DropReason, Count> dropped = new EnumMap<>(DropReason.class);
  private Count kept = Count.ZERO;
  private int pushes;
  private long latestMicros = Long.MIN_VALUE;

  private MatchedTrace(
      TraceSurvey survey,
      RegistryTrace trace,
      long[] layerBytes,
      KnownBlobs known,
      long mostThinkMicros) {
    this.survey = survey;
    this.trace = trace;
    this.mostThinkMicros = mostThinkMicros;
    layers = new ClosestLayers(layerBytes);
    layerOf = new int[survey.blobs()];
    Arrays.fill(layerOf, NONE);
    takeKnown(known.layers(), layerBytes);
    configs = new LongOpenHashSet(known.configs());
    lastMicros = new long[survey.clients()];
    Arrays.fill(lastMicros, Long.MAX_VALUE);
  }

  private void takeKnown(long[] keys, long[] layerBytes) {
    Long2IntOpenHashMap numbers =
        new Long2IntOpenHashMap(keys, IntStream.range(0, keys.length).toArray());
    for (int blob = 0; blob < layerOf.length; blob++) {
      int layer = numbers.getOrDefault(survey.blobKey(blob), NONE);
      if (layer != NONE) {
        layerOf[blob] = layer;
        layers.markUsed(layer, layerBytes[layer]);
      }
    }
  }

  /**
   * Entries of a trace.
   *
   * @param late number of these entries with an earlier time than the entry before them in their
   *     file
   * @param failed number of these entries that were answered with an error; the published rules
   *     keep them
   */
  public record Count(long entries, long late, long failed) {
    private static final Count ZERO = new Count(0, 0, 0);
    private static final int FIRST_ERROR = 400;

    private static Count of(RegistryRequest entry, long latestMicros) {
      return new Count(
          1, entry.atMicros() < latestMicros ? 1 : 0, entry.status() >= FIRST_ERROR ? 1 : 0);
    }

    private Count plus(Count other) {
      return new Count(entries + other.entries, late + other.late, failed + other.failed);
    }
  }

  /**
   * Reads the trace once, and opens it again at its start.
   *
   * @param locations of its files, see {@link TraceFiles}
   * @param layerBytes bytes of each layer of ours, as stored, by its number; at least one
   * @param known their digests, and those of configs
   * @param mostThinkMicros cap of the time that clients think
   * @throws dev.varve.model.MalformedBlobException when a file is damaged
   */
  public static MatchedTrace open(
      ByteStore store,
      List<String> locations,
      TraceLimits limits,
      long[] layerBytes,
      KnownBlobs known,
      long mostThinkMicros)
      throws IOException {
    try (RegistryTrace ahead = new RegistryTrace(store, locations, limits)) {
      TraceSurvey survey = TraceSurvey.of(ahead, limits);
      return new MatchedTrace(
          survey, new RegistryTrace(store, locations, limits), layerBytes, known, mostThinkMicros);
    }
  }

  @Override
  public @Nullable PullRequest next() throws IOException {
    for (RegistryRequest entry = trace.next(); entry != null; entry = trace.next()) {
      Count count = Count.of(entry, latestMicros);
      latestMicros = Math.max(latestMicros, entry.atMicros());
      DropReason reason = DropReason.of(entry);
      int blob = NONE;
      if (reason == null) {
        blob = blob(entry);
        reason = reason(entry, blob);
      }
      if (reason == null) {
        kept = kept.plus(count);
        return matched(entry, blob);
      }
      dropped.merge(reason, count, Count::plus);
    }
    return null;
  }

  /** Requests returned so far. */
  public Count kept() {
    return kept;
  }

  /** Number of entries dropped so far, by reason; reasons that did not occur are absent. */
  public Map<DropReason, Count> dropped() {
    return Collections.unmodifiableMap(dropped);
  }

  /** Clients are 0..clients-1, of which some may have no request that is kept. */
  public int clients() {
    return survey.clients();
  }

  /** Repositories are 0..repositories-1, of which some may have no request that is kept. */
  public int repositories() {
    return survey.repositories();
  }

  @Override
  public void close() throws IOException {
    trace.close();
  }

  private int blob(RegistryRequest entry) {
    return switch (entry.kind()) {
      case BLOB -> survey.blob(entry);
      case UPLOAD -> survey.pushed(pushes++);
      case MANIFEST, OTHER -> NONE;
    };
  }

  private @Nullable DropReason reason(RegistryRequest entry, int blob) {
    if (blob >= 0 && configs.contains(survey.blobKey(blob))) {
      return DropReason.CONFIG;
    }
    return switch (entry.kind()) {
      case BLOB ->
          survey.reads(survey.client(entry), survey.repository(entry))
              ? null
              : DropReason.NO_MANIFEST;
      case UPLOAD -> blob == TraceSurvey.UNNAMED ? DropReason.NEVER_NAMED : null;
      case MANIFEST ->
          entry.method().equals("PUT") && !manifests.add(entry.repository() + " " + entry.id())
              ? DropReason.REPEATED_MANIFEST
              : null;
      case OTHER -> DropReason.TARGET;
    };
  }

  private PullRequest matched(RegistryRequest entry, int blob) {
    if (blob != NONE && layerOf[blob] == NONE) {
      layerOf[blob] = layers.takeClosest(survey.blobBytes(blob));
    }
    int client = survey.client(entry);
    long gap = Math.max(0, entry.atMicros() - lastMicros[client]);
    lastMicros[client] = entry.atMicros();
    return new PullRequest(
        entry.atMicros() - survey.earliestMicros(),
        Math.min(gap, mostThinkMicros),
        client,
        survey.repository(entry),
        entry.method().equals("GET") ? Verb.GET : Verb.PUT,
        blob == NONE ? Kind.MANIFEST : Kind.LAYER,
        blob == NONE ? PullRequest.NO_LAYER : layerOf[blob]);
  }
}
