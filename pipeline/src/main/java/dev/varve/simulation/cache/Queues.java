package dev.varve.simulation.cache;

import java.util.Arrays;

/**
 * Several double-ended queues over the same objects; an object is in at most one of them. Each
 * queue knows the sum of its objects' bytes. Memory: 9 bytes an object, all allocated at the start.
 */
final class Queues {
  /** Value for no queue, and for no object. */
  static final int NONE = -1;

  private final long[] sizes;
  private final int[] before;
  private final int[] behind;
  private final byte[] queueOf;
  private final int[] first;
  private final int[] last;
  private final long[] bytes;

  /** Empty queues over objects of these sizes; at most 127 queues. */
  Queues(long[] sizes, int queues) {
    this.sizes = sizes;
    before = new int[sizes.length];
    behind = new int[sizes.length];
    queueOf = new byte[sizes.length];
    Arrays.fill(queueOf, (byte) NONE);
    first = new int[queues];
    last = new int[queues];
    Arrays.fill(first, NONE);
    Arrays.fill(last, NONE);
    bytes = new long[queues];
  }

  /** The queue that contains the object, or NONE. */
  int of(int id) {
    return queueOf[id];
  }

  /** The oldest object of a queue, or NONE. */
  int last(int queue) {
    return last[queue];
  }

  /** The neighbour of a queued object towards the first, or NONE. */
  int before(int id) {
    return before[id];
  }

  long bytes(int queue) {
    return bytes[queue];
  }

  long size(int id) {
    return sizes[id];
  }

  boolean isEmpty(int queue) {
    return first[queue] == NONE;
  }

  /** Moves an object to the front of a queue, from the queue that contained it, if any. */
  void toFront(int queue, int id) {
    if (queueOf[id] != NONE) {
      remove(id);
    }
    int next = first[queue];
    before[id] = NONE;
    behind[id] = next;
    if (next == NONE) {
      last[queue] = id;
    } else {
      before[next] = id;
    }
    first[queue] = id;
    queueOf[id] = (byte) queue;
    bytes[queue] += sizes[id];
  }

  /**
   * Takes an object out of its queue.
   *
   * @throws IllegalStateException when it is in none
   */
  void remove(int id) {
    int queue = queueOf[id];
    if (queue == NONE) {
      throw new IllegalStateException("object " + id + " is in no queue");
    }
    if (before[id] == NONE) {
      first[queue] = behind[id];
    } else {
      behind[before[id]] = behind[id];
    }
    if (behind[id] == NONE) {
      last[queue] = before[id];
    } else {
      before[behind[id]] = before[id];
    }
    queueOf[id] = NONE;
    bytes[queue] -= sizes[id];
  }

  /**
   * Walks all queues; for tests.
   *
   * @throws IllegalStateException when links, marks and bytes do not agree
   */
  void audit() {
    int queued = 0;
    for (int queue = 0; queue < first.length; queue++) {
      long sum = 0;
      int previous = NONE;
      for (int id = first[queue]; id != NONE; id = behind[id]) {
        if (queueOf[id] != queue || before[id] != previous || queued++ == sizes.length) {
          throw new IllegalStateException("object " + id + " is linked wrongly");
        }
        sum += sizes[id];
        previous = id;
      }
      if (last[queue] != previous || bytes[queue] != sum) {
        throw new IllegalStateException(
            "queue " + queue + " has " + sum + " bytes and not " + bytes[queue]);
      }
    }
    for (byte queue : queueOf) {
      queued -= queue == NONE ? 0 : 1;
    }
    if (queued != 0) {
      throw new IllegalStateException(-queued + " objects are marked and not linked");
    }
  }
}
