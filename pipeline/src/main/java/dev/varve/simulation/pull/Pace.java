package dev.varve.simulation.pull;

import dev.varve.simulation.request.PullRequest;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.io.Serializable;

/**
 * Times at which requests are sent.
 *
 * @param clients that replay: each takes the next request of the stream when its last one is
 *     answered; 0 to send each request at its time, whatever is unanswered
 * @param gapMicros between a GET manifest and each layer that its client gets after it, nothing
 *     else being waited for; {@link #AS_REQUESTED} for the gaps of the stream. Only with clients
 */
public record Pace(int clients, long gapMicros) implements Serializable {
  /** Gaps are those of the stream. */
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

  /** A replay's memory of who sent what; 20 bytes for each client of the stream. */
  final class LastSends {
    private final Int2LongOpenHashMap last = new Int2LongOpenHashMap();

    /** The moment before which the request is not sent. */
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

    /** Remembers when a request is sent: any, or a manifest where gaps are counted from it. */
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
