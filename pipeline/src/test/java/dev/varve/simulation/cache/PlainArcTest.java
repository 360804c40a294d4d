package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ARC of objects with sizes as the sentences of docs/pulls.md read, with lists that are searched.
 */
class PlainArcTest {
  private static final class Plain {
    private final long[] sizes;
    private final long c;
    private final Deque<Integer> t1 = new ArrayDeque<>();
    private final Deque<Integer> t2 = new ArrayDeque<>();
    private final Deque<Integer> b1 = new ArrayDeque<>();
    private final Deque<Integer> b2 = new ArrayDeque<>();
    private double p;

    Plain(long[] sizes, long c) {
      this.sizes = sizes;
      this.c = c;
    }

    private long bytes(Deque<Integer> list) {
      return list.stream().mapToLong(id -> sizes[id]).sum();
    }

    boolean request(Integer id) {
      if (t1.remove(id) || t2.remove(id)) {
        t2.addFirst(id);
        return true;
      }
      long size = sizes[id];
      if (size > c) {
        return false;
      }
      boolean ofB1 = b1.contains(id);
      boolean ofB2 = b2.contains(id);
      if (ofB1) {
        p = Math.min((double) c, p + size * Math.max(1, (double) bytes(b2) / bytes(b1)));
        b1.remove(id);
      } else if (ofB2) {
        p = Math.max(0, p - size * Math.max(1, (double) bytes(b1) / bytes(b2)));
        b2.remove(id);
      }
      while (bytes(t1) + bytes(t2) + size > c) {
        boolean remembered = ofB1 || ofB2;
        boolean fills = bytes(t1) + bytes(b1) + size > c;
        if (!remembered && fills && b1.isEmpty()) {
          t1.removeLast();
          continue;
        }
        if (!remembered && fills) {
          b1.removeLast();
        } else if (!remembered && bytes(t1) + bytes(t2) + bytes(b1) + bytes(b2) >= 2 * c) {
          b2.pollLast();
        }
        replace(ofB2);
      }
      (ofB1 || ofB2 ? t2 : t1).addFirst(id);
      return false;
    }

    private void replace(boolean ofB2) {
      boolean above = bytes(t1) > p || (ofB2 && bytes(t1) == p);
      if (t2.isEmpty() || (above && !t1.isEmpty())) {
        b1.addFirst(t1.removeLast());
      } else {
        b2.addFirst(t2.removeLast());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {70, 700, 3000})
  void everyRequestHitsOrMissesAlike(long capacityBytes) {
    RandomGenerator random = new Seed(capacityBytes).random();
    long[] sizes = random.longs(120, 1, 80).toArray();
    Plain plain = new Plain(sizes, capacityBytes);
    CachePolicy policy = CachePolicies.named("arc", sizes, capacityBytes, id -> {});
    for (int request = 0; request < 20_000; request++) {
      double draw = random.nextDouble();
      int id = (int) (draw * draw * sizes.length);
      boolean held = policy.contains(id);
      assertThat(plain.request(id)).as("request %d", request).isEqualTo(held);
      if (held) {
        policy.hit(id);
      } else {
        policy.admit(id);
      }
    }
  }
}
