package dev.varve.simulation.pull;

import dev.varve.simulation.request.PullRequest;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.io.Serializable;

/**
 * Rule for the times at which requests are sent.
 *
 * @param clients number of replaying clients. Each takes the next request of the stream when its
 *     last one is answered. 0 to send each request at its recorded time, even while others are
 *     unanswered
 * @param gapMicros time between a GET manifest and each layer that its client gets after it; {@link
 *     #AS_REQUESTED} for the gaps of the stream. Used only when clients is above 0
 */
public record Pace(int clients, long gapMicros) implements Serializable {
  /** Value of {@code gapMicros} for the gaps of the stream itself. */
  public static final long AS_REQUESTED = -1;

  private static final long NANOS_A_MICRO = 1000;

  /** Checks the ranges. */
  public Pace {
    if (clients < 0 || gapMicros < AS_REQUESTED || (clients == 0 && gapMicros >= 0)) {
      throw new IllegalArgumentException(
          clients + " clients with a gap of " + gapMicros + " µs between manifest and layer");
    }
  }

  boolean isOpen() {
    return clients == 0;
  }

  /** The last sends of each client in a replay; 20 bytes for each client of the stream. */
  final class LastSends {
    private final Int2LongOpenHashMap last = new Int2LongOpenHashMap();

    /** The earliest moment at which the request may be sent. */
    long dueNanos(PullRequest request) {
      if (isOpen()) {
        return request.atMicros() * NANOS_A_MICRO;
      }
      if (gapMicros == AS_REQUESTED) {
        return last.get(request.client()) + request.thinkMicros() * NANOS_A_MICRO;
      }
      return getsLayer(request) && last.containsKey(request.client())
          ? last.get(request.client()) + gapMicros * NANOS_A_MICRO
          : 0;
    }

    /**
     * Notes the moment when a request is sent. With a fixed gap only manifests are noted, as gaps
     * are counted from these.
     */
    void sent(PullRequest request, long nowNanos) {
      if (!isOpen() && (gapMicros == AS_REQUESTED || getsManifest(request))) {
        last.put(request.client(), nowNanos);
      }
    }
  }

  private static boolean getsLayer(PullRequest request) {
    return request.verb() == PullRequest.Verb.GET && request.kind() == PullRequest.Kind.LAYER;
  }

  private static boolean getsManifest(PullRequest request) {
    return request.verb() == PullRequest.Verb.GET && request.kind() == PullRequest.Kind.MANIFEST;
  }
}
