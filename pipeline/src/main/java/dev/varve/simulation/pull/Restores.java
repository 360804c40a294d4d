package dev.varve.simulation.pull;

import dev.varve.simulation.cache.CachePolicy;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Restores of layers from their slices, and the cache of restored layers. All slices of a layer are
 * built in parallel, each on its server. The master merges them when it has received the last one.
 * A layer that is requested again meanwhile is not built twice.
 *
 * <p>The cache is one for the whole registry. A layer is admitted when it is ready.
 */
final class Restores {
  private final PulledLayers layers;
  private final CostModel costs;
  private final Servers servers;
  private final Events events;
  private final CachePolicy cache;
  private final Int2ObjectOpenHashMap<Restore> restoresByLayer = new Int2ObjectOpenHashMap<>();

  Restores(
      PulledLayers layers, CostModel costs, Servers servers, Events events, CachePolicy cache) {
    this.layers = layers;
    this.costs = costs;
    this.servers = servers;
    this.events = events;
    this.cache = cache;
  }

  /** Receiver of a restored layer. */
  interface Receiver {
    /**
     * Called when the layer is ready at its master.
     *
     * @param latency since it was requested
     * @param builders number of servers that built it for this request
     */
    void ready(long nowNanos, Outcome outcome, Latency latency, int builders);
  }

  private record Waiting(long sinceNanos, Outcome outcome, Receiver receiver) {}

  /** A restore that is not finished; its latency is that of the slice that arrived last. */
  private static final class Restore {
    private final long beganNanos;
    private final List<Waiting> waiting = new ArrayList<>(1);
    private int missing;
    private long arrivedNanos = -1;
    private Latency latency = Latency.NONE;

    Restore(long beganNanos, int missing) {
      this.beganNanos = beganNanos;
      this.missing = missing;
    }
  }

  /** Serves a client's request for a layer, once the layer's recipe was found. */
  void get(int layer, long nowNanos, Receiver receiver) {
    if (cache.contains(layer)) {
      cache.hit(layer);
      receiver.ready(nowNanos, Outcome.HIT, Latency.NONE, 0);
      return;
    }
    Restore restore = restoresByLayer.get(layer);
    if (restore != null) {
      restore.waiting.add(new Waiting(nowNanos, Outcome.WAIT, receiver));
    } else {
      restore = start(layer, nowNanos);
      restore.waiting.add(new Waiting(nowNanos, Outcome.MISS, receiver));
    }
  }

  /** Restores a layer ahead of any request, unless it is cached or being restored. */
  void restoreAhead(int layer, long nowNanos) {
    if (!cache.contains(layer) && !restoresByLayer.containsKey(layer)) {
      start(layer, nowNanos);
    }
  }

  /** Puts a layer that was pushed whole into the cache. */
  void cachePushed(int layer) {
    cache.admit(layer);
  }

  private Restore start(int layer, long nowNanos) {
    int builders = layers.builders(layer);
    Restore restore = new Restore(nowNanos, builders);
    restoresByLayer.put(layer, restore);
    long archiveBytes = 0;
    for (int slice = 0; slice < builders; slice++) {
      archiveBytes += archiveBytes(layer, slice);
    }
    for (int slice = 0; slice < builders; slice++) {
      build(layer, slice, archiveBytes, restore);
    }
    return restore;
  }

  /**
   * Archive bytes of a slice, a header for each entry and the contents, by which the compressed
   * bytes of the layer are divided among its slices.
   */
  private long archiveBytes(int layer, int slice) {
    return CostModel.HEADER_BYTES * layers.entries(layer, slice)
        + layers.contentBytes(layer, slice);
  }

  private void build(int layer, int slice, long layerArchiveBytes, Restore restore) {
    int server = layers.server(layer, slice);
    long archiveBytes = archiveBytes(layer, slice);
    Latency built =
        Latency.built(
            costs.sliceLookupNanos(),
            costs.archiveNanos(layers.entries(layer, slice), layers.contentBytes(layer, slice)),
            costs.compressNanos(archiveBytes));
    long start = servers.compute(server, restore.beganNanos, built.nanos());
    Latency latency = built.plus(Latency.queued(start - restore.beganNanos));
    long bytes =
        layerArchiveBytes == 0
            ? layers.restoredBytes(layer)
            : Math.round((double) layers.restoredBytes(layer) * archiveBytes / layerArchiveBytes);
    events.schedule(
        start + built.nanos(), now -> move(layer, server, bytes, latency, restore, now));
  }

  private void move(
      int layer, int server, long bytes, Latency latency, Restore restore, long nowNanos) {
    int master = layers.master(layer);
    Latency moved = latency;
    if (server != master) {
      long start = servers.transfer(server, master, nowNanos, bytes);
      moved =
          latency
              .plus(Latency.queued(start - nowNanos))
              .plus(Latency.moved(costs.linkNanos(bytes) + costs.linkLatencyNanos()));
    }
    long arrived = restore.beganNanos + moved.nanos();
    if (arrived > restore.arrivedNanos) {
      restore.arrivedNanos = arrived;
      restore.latency = moved;
    }
    restore.missing--;
    if (restore.missing == 0) {
      events.schedule(restore.arrivedNanos, now -> merge(layer, restore, now));
    }
  }

  private void merge(int layer, Restore restore, long nowNanos) {
    if (layers.builders(layer) > 1) {
      long merging = costs.mergeNanos(layers.restoredBytes(layer));
      long start = servers.compute(layers.master(layer), nowNanos, merging);
      restore.latency =
          restore.latency.plus(Latency.queued(start - nowNanos)).plus(Latency.merged(merging));
    }
    events.schedule(restore.beganNanos + restore.latency.nanos(), now -> end(layer, restore, now));
  }

  private void end(int layer, Restore restore, long nowNanos) {
    restoresByLayer.remove(layer);
    cache.admit(layer);
    for (Waiting waiting : restore.waiting) {
      boolean missed = waiting.outcome == Outcome.MISS;
      if (!missed && cache.contains(layer)) {
        cache.hit(layer);
      }
      Latency latency = missed ? restore.latency : Latency.waited(nowNanos - waiting.sinceNanos);
      waiting.receiver.ready(nowNanos, waiting.outcome, latency, layers.builders(layer));
    }
  }
}
