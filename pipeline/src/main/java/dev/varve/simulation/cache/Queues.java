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
  private final int[] neighbourBefore;
  private final int[] neighbourBehind;
  private final byte[] queueOf;
  private final int[] firstOf;
  private final int[] lastOf;
  private final long[] bytes;

  /** Empty queues over objects of these sizes; at most 127 queues. */
  Queues(long[] sizes, int queues) {
    this.sizes = sizes;
    neighbourBefore = new int[sizes.length];
    neighbourBehind = new int[sizes.length];
    queueOf = new byte[sizes.length];
    Arrays.fill(queueOf, (byte) NONE);
    firstOf = new int[queues];
    lastOf = new int[queues];
    Arrays.fill(firstOf, NONE);
    Arrays.fill(lastOf, NONE);
    bytes = new long[queues];
  }

  /** The queue that contains the object, or NONE. */
  int queueOf(int id) {
    return queueOf[id];
  }

  /** The oldest object of a queue, or NONE. */
  int lastOf(int queue) {
    return lastOf[queue];
  }

  /** The neighbour of a queued object towards the first, or NONE. */
  int neighbourBefore(int id) {
    return neighbourBefore[id];
  }

  long bytes(int queue) {
    return bytes[queue];
  }

  long bytesOf(int id) {
    return sizes[id];
  }

  boolean isEmpty(int queue) {
    return firstOf[queue] == NONE;
  }

  /** Moves an object to the front of a queue, from the queue that contained it, if any. */
  void toFront(int queue, int id) {
    if (queueOf[id] != NONE) {
      remove(id);
    }
    int next = firstOf[queue];
    neighbourBefore[id] = NONE;
    neighbourBehind[id] = next;
    if (next == NONE) {
      lastOf[queue] = id;
    } else {
      neighbourBefore[next] = id;
    }
    firstOf[queue] = id;
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
    if (neighbourBefore[id] == NONE) {
      firstOf[queue] = neighbourBehind[id];
    } else {
      neighbourBehind[neighbourBefore[id]] = neighbourBehind[id];
    }
    if (neighbourBehind[id] == NONE) {
      lastOf[queue] = neighbourBefore[id];
    } else {
      neighbourBefore[neighbourBehind[id]] = neighbourBefore[id];
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
    for (int queue = 0; queue < firstOf.length; queue++) {
      long sum = 0;
      int previous = NONE;
      for (int id = firstOf[queue]; id != NONE; id = neighbourBehind[id]) {
        if (queueOf[id] != queue || neighbourBefore[id] != previous || queued++ == sizes.length) {
          throw new IllegalStateException("object " + id + " is linked wrongly");
        }
        sum += sizes[id];
        previous = id;
      }
      if (lastOf[queue] != previous || bytes[queue] != sum) {
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
