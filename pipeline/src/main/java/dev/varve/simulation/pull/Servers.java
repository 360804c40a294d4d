package dev.varve.simulation.pull;

/**
 * Cores and links of servers, as queues that serve first what comes first. Calls must be in the
 * order of simulated time. Each reserves a core or link, and returns the moment from which it is
 * free for the caller.
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

  /** Reserves a core for work that is ready now; returns when the work begins. */
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

  /** Reserves the link for bytes to a client; returns when sending begins. */
  long send(int server, long nowNanos, long bytes) {
    return occupy(sending, server, nowNanos, bytes);
  }

  /** Reserves the link for bytes from a client; returns when receiving begins. */
  long receive(int server, long nowNanos, long bytes) {
    return occupy(receiving, server, nowNanos, bytes);
  }

  /**
   * Reserves the links of two servers for bytes from one to the other; returns when the transfer
   * begins.
   */
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
