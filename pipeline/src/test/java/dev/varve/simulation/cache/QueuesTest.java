package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Seed;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QueuesTest {
  @Test
  void queuesAreThoseOfTheLibrary() {
    RandomGenerator random = new Seed(3).random();
    long[] sizes = random.longs(40, 0, 100).toArray();
    Queues queues = new Queues(sizes, 3);
    List<Deque<Integer>> expected =
        Stream.<Deque<Integer>>generate(ArrayDeque::new).limit(3).toList();
    for (int step = 0; step < 20_000; step++) {
      int id = random.nextInt(sizes.length);
      int queue = random.nextInt(3);
      boolean held = expected.stream().anyMatch(deque -> deque.remove(id));
      if (random.nextInt(3) > 0) {
        queues.toFront(queue, id);
        expected.get(queue).addFirst(id);
      } else if (held) {
        queues.remove(id);
      }
      assertThat(queues.bytes(queue))
          .isEqualTo(expected.get(queue).stream().mapToLong(member -> sizes[member]).sum());
      assertThat(queues.lastOf(queue))
          .isEqualTo(expected.get(queue).isEmpty() ? Queues.NONE : expected.get(queue).getLast());
      assertThat(queues.isEmpty(queue)).isEqualTo(expected.get(queue).isEmpty());
      assertThat(queues.queueOf(id) == queue).isEqualTo(expected.get(queue).contains(id));
      queues.audit();
    }
  }

  @Test
  void whatIsInNoQueueCannotBeTakenOut() {
    Queues queues = new Queues(new long[] {1}, 1);
    assertThatThrownBy(() -> queues.remove(0)).isInstanceOf(IllegalStateException.class);
  }
}
