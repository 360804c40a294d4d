package dev.varve.simulation.pull;

import dev.varve.simulation.cache.CachePolicies;
import dev.varve.simulation.request.PullRequest;
import dev.varve.simulation.request.PullRequest.Kind;
import dev.varve.simulation.request.PullRequest.Verb;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replay of requests to a registry in simulated time, as discrete events. Nothing depends on how
 * long the replay takes, so equal requests always give equal results. An event takes at most one
 * request from the stream, so events run as soon as the next request is known.
 *
 * <p>Memory: the layers, the cache's policy, the prediction, and the unanswered requests.
 */
public final class PullReplay {
  private final Registry registry;
  private final PulledLayers layers;
  private final CostModel costs;
  private final Pace pace;
  private final Pace.LastSends lastSends;
  private final Prediction prediction;
  private final Servers servers;
  private final Events events = new Events();
  private final Restores restores;
  private final Consumer<PullResult> results;
  private @Nullable PullRequest nextRequest;
  private long nextNumber;

  /**
   * A replay that has taken no request yet.
   *
   * @param results takes the results, in the order in which requests are answered
   */
  public PullReplay(Registry registry, Pace pace, Consumer<PullResult> results) {
    this.registry = registry;
    this.pace = pace;
    this.results = results;
    lastSends = pace.new LastSends();
    layers = registry.layers();
    costs = registry.costs();
    servers = new Servers(layers.servers(), costs);
    prediction = new Prediction(registry.repullThreshold());
    if (registry.backend().prefetch() == Backend.Prefetch.PRECONSTRUCT) {
      registry.images().forEach(prediction::image);
    }
    restores =
        new Restores(
            layers,
            costs,
            servers,
            events,
            CachePolicies.named(
                registry.backend().cache(),
                layers.restoredBytes(),
                registry.cacheBytes(),
                evicted -> {}));
    for (int client = 0; client < Math.max(1, pace.clients()); client++) {
      events.schedule(0, this::takeNext);
    }
  }

  /**
   * Adds the next request, for a layer of the registry, and runs events until one of them takes the
   * request.
   */
  public void add(PullRequest request) {
    nextRequest = request;
    while (nextRequest != null && events.next()) {}
  }

  /** Runs all events until every request is answered; called after the last request. */
  public void finish() {
    while (events.next()) {}
  }

  /** Takes the next request: a client is free, or the previous request was sent. */
  private void takeNext(long nowNanos) {
    PullRequest request = nextRequest;
    nextRequest = null;
    if (request != null) {
      Sent sent = new Sent(nextNumber++, request);
      long send = Math.max(nowNanos, lastSends.dueNanos(request));
      // Noted now and not when it is sent, as another client may take the next request before.
      lastSends.sent(request, send);
      events.schedule(send, sent::send);
    }
  }

  /** A request that was sent and is not answered. */
  private final class Sent {
    private final long number;
    private final PullRequest request;
    private long sentNanos;

    Sent(long number, PullRequest request) {
      this.number = number;
      this.request = request;
    }

    void send(long nowNanos) {
      sentNanos = nowNanos;
      if (pace.isOpen()) {
        takeNext(nowNanos);
      }
      boolean gets = request.verb() == Verb.GET;
      if (request.kind() == Kind.MANIFEST) {
        if (gets) {
          restoreExpected(nowNanos);
        }
        Outcome outcome = gets ? Outcome.MANIFEST : Outcome.PUSH;
        answer(outcome, Latency.lookup(costs.recipeLookupNanos()), 0);
      } else if (gets) {
        if (registry.backend().prefetch() == Backend.Prefetch.PRECONSTRUCT) {
          prediction.pulled(request.client(), request.repository(), request.layer());
        }
        events.schedule(nowNanos + costs.recipeLookupNanos(), this::recipeFound);
      } else {
        push(nowNanos);
      }
    }

    private void restoreExpected(long nowNanos) {
      if (registry.backend().prefetch() == Backend.Prefetch.PRECONSTRUCT) {
        prediction.expected(
            request.client(),
            request.repository(),
            layer ->
                events.schedule(
                    nowNanos + costs.recipeLookupNanos(),
                    now -> restores.restoreAhead(layer, now)));
      }
    }

    private void push(long nowNanos) {
      int layer = request.layer();
      boolean single = registry.backend().layout() == Backend.Layout.ONE_SERVER;
      int home = single ? 0 : layers.home(layer);
      long start = servers.receive(home, nowNanos, layers.storedBytes(layer));
      long took = costs.linkNanos(layers.storedBytes(layer)) + costs.linkLatencyNanos();
      switch (registry.backend().prefetch()) {
        case NONE -> {}
        case PRECONSTRUCT -> prediction.stored(request.repository(), layer);
        case PUSH -> events.schedule(start + took, now -> restores.cachePushed(layer));
      }
      answer(Outcome.PUSH, Latency.queued(start - nowNanos).plus(Latency.sent(took)), 0);
    }

    private void recipeFound(long nowNanos) {
      if (registry.backend().layout() == Backend.Layout.FILES) {
        restores.get(request.layer(), nowNanos, this::deliver);
      } else {
        deliver(nowNanos, Outcome.WHOLE, Latency.NONE, 0);
      }
    }

    private void deliver(long nowNanos, Outcome outcome, Latency soFar, int builders) {
      int layer = request.layer();
      long bytes =
          outcome == Outcome.WHOLE ? layers.storedBytes(layer) : layers.restoredBytes(layer);
      long start = servers.send(sender(layer), nowNanos, bytes);
      answer(
          outcome,
          Latency.lookup(costs.recipeLookupNanos())
              .plus(soFar)
              .plus(Latency.queued(start - nowNanos))
              .plus(Latency.sent(costs.linkNanos(bytes) + costs.linkLatencyNanos())),
          builders);
    }

    private int sender(int layer) {
      return switch (registry.backend().layout()) {
        case ONE_SERVER -> 0;
        case WHOLE -> layers.home(layer);
        case FILES -> layers.master(layer);
      };
    }

    private void answer(Outcome outcome, Latency latency, int builders) {
      results.accept(new PullResult(number, request, sentNanos, outcome, builders, latency));
      if (!pace.isOpen()) {
        events.schedule(sentNanos + latency.nanos(), PullReplay.this::takeNext);
      }
    }
  }
}
