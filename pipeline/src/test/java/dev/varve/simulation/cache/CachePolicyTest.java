package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Seed;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every policy keeps, seen from outside. */
class CachePolicyTest {
  private static final int OBJECTS = 60;

  static Stream<String> names() {
    return CachePolicies.NAMES.stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void itHoldsWhatWasAdmittedAndNotEvictedWithinItsCapacity(String name) {
    for (long capacityBytes : new long[] {0, 1, 50, 400, 3000, 1_000_000}) {
      RandomGenerator random = new Seed(capacityBytes).at(name).random();
      long[] sizes = random.longs(OBJECTS, 0, 200).toArray();
      Set<Integer> held = new HashSet<>();
      CachePolicy policy =
          CachePolicies.named(
              name, sizes, capacityBytes, id -> assertThat(held.remove(id)).isTrue());
      for (int step = 0; step < 2000; step++) {
        int id = Math.min(random.nextInt(OBJECTS), random.nextInt(OBJECTS));
        assertThat(policy.contains(id)).isEqualTo(held.contains(id));
        if (held.contains(id) && random.nextInt(4) > 0) {
          policy.hit(id);
        } else {
          boolean had = !held.add(id);
          boolean has = policy.admit(id);
          assertThat(has || !had).isTrue();
          if (!has) {
            held.remove(id);
          }
        }
        assertThat(policy.usedBytes())
            .isEqualTo(held.stream().mapToLong(member -> sizes[member]).sum())
            .isLessThanOrEqualTo(policy.capacityBytes());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void anObjectLargerThanTheCacheIsNeverTaken(String name) {
    CachePolicy policy = CachePolicies.named(name, new long[] {101, 1}, 100, id -> {});
    policy.admit(1);
    long before = policy.usedBytes();
    for (int attempt = 0; attempt < 20; attempt++) {
      assertThat(policy.admit(0)).isEqualTo(name.equals("unbounded"));
    }
    assertThat(policy.usedBytes() - before).isEqualTo(name.equals("unbounded") ? 101 : 0);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aHitOfWhatIsNotHeldIsAFault(String name) {
    CachePolicy policy = CachePolicies.named(name, new long[] {1}, 100, id -> {});
    assertThatThrownBy(() -> policy.hit(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void badUseIsReported() {
    long[] sizes = {1};
    assertThatThrownBy(() -> CachePolicies.named("fifo", sizes, 1, id -> {}))
        .hasMessageContaining("fifo")
        .hasMessageContaining("sieve");
    assertThatThrownBy(() -> CachePolicies.named("lru", new long[] {-1}, 1, id -> {}))
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> CachePolicies.named("lru", sizes, -1, id -> {}))
        .hasMessageContaining("-1");
  }
}
