package dev.varve.simulation.pull;

/**
 * Cores and links of servers as queues: the first request is served first. Used in the order of
 * simulated time, each gives the moment from which it is free for the one who asks.
 */
final class Servers {
  private final CostModel costs;
  private final long[] cores;
  private final long[] sending;
  private final long[] receiving;

  Servers(int servers, CostModel costs) {
    this.costs = costs;
    cores = new long[Math.multiplyExact(servers, costs.cores())];
    sending = new long[servers];
    receiving = new long[servers];
  }

  /** Time when a core begins work that is ready now; it is busy until the work is done. */
  long compute(int server, long nowNanos, long nanos) {
    int first = server * costs.cores();
    int freest = first;
    for (int core = first + 1; core < first + costs.cores(); core++) {
      if (cores[core] < cores[freest]) {
        freest = core;
      }
    }
    long start = Math.max(nowNanos, cores[freest]);
    cores[freest] = start + nanos;
    return start;
  }

  /** Time when bytes begin to leave for a client. */
  long send(int server, long nowNanos, long bytes) {
    return occupy(sending, server, nowNanos, bytes);
  }

  /** Time when bytes of a client begin to come in. */
  long receive(int server, long nowNanos, long bytes) {
    return occupy(receiving, server, nowNanos, bytes);
  }

  /** Time when bytes begin to go from one server to another, which takes both links. */
  long transfer(int from, int to, long nowNanos, long bytes) {
    long start = occupy(sending, from, Math.max(nowNanos, receiving[to]), bytes);
    receiving[to] = start + costs.linkNanos(bytes);
    return start;
  }

  private long occupy(long[] links, int server, long nowNanos, long bytes) {
    long start = Math.max(nowNanos, links[server]);
    links[server] = start + costs.linkNanos(bytes);
    return start;
  }
}
