package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** W-TinyLFU as its rule reads, with lists that are searched and counts that are halved at once. */
class PlainWTinyLfuTest {
  private static final class Plain {
    private final long[] sizes;
    private final int[] counts;
    private final long windowBytes;
    private final long mainBytes;
    private final ArrayDeque<Integer> window = new ArrayDeque<>();
    private final ArrayDeque<Integer> probation = new ArrayDeque<>();
    private final ArrayDeque<Integer> shielded = new ArrayDeque<>();
    private int uses;

    Plain(long[] sizes, long capacityBytes) {
      this.sizes = sizes;
      counts = new int[sizes.length];
      windowBytes = capacityBytes / 100;
      mainBytes = capacityBytes - windowBytes;
    }

    private long bytes(Collection<Integer> queue) {
      return queue.stream().mapToLong(id -> sizes[id]).sum();
    }

    boolean request(int id) {
      int held = window.size() + probation.size() + shielded.size();
      counts[id] = Math.min(15, counts[id] + 1);
      if (++uses >= 10 * Math.max(1, held)) {
        uses /= 2;
        for (int other = 0; other < counts.length; other++) {
          counts[other] /= 2;
        }
      }
      Integer boxed = id;
      if (window.remove(boxed)) {
        window.addFirst(id);
        return true;
      }
      if (probation.remove(boxed) || shielded.remove(boxed)) {
        shielded.addFirst(id);
        while (bytes(shielded) > (long) (mainBytes * 0.8)) {
          probation.addFirst(shielded.removeLast());
        }
        return true;
      }
      if (sizes[id] > windowBytes) {
        contend(id);
      } else {
        window.addFirst(id);
        while (bytes(window) > windowBytes) {
          contend(window.removeLast());
        }
      }
      return false;
    }

    private void contend(int candidate) {
      List<Integer> victims = new ArrayList<>();
      List<Integer> next = new ArrayList<>();
      Stream.of(probation, shielded)
          .forEach(queue -> queue.descendingIterator().forEachRemaining(next::add));
      long used = bytes(next);
      while (used - bytes(victims) + sizes[candidate] > mainBytes) {
        if (victims.size() == next.size()) {
          return;
        }
        victims.add(next.get(victims.size()));
      }
      int sum = victims.stream().mapToInt(id -> counts[id]).sum();
      if (victims.isEmpty() || counts[candidate] > sum) {
        probation.removeAll(victims);
        shielded.removeAll(victims);
        probation.addFirst(candidate);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {100, 700, 3000, 20_000})
  void everyRequestHitsOrMissesAlike(long capacityBytes) {
    RandomGenerator random = new Seed(capacityBytes).random();
    long[] sizes = random.longs(120, 1, 60).toArray();
    Plain plain = new Plain(sizes, capacityBytes);
    CachePolicy policy = CachePolicies.named("w-tinylfu", sizes, capacityBytes, id -> {});
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
