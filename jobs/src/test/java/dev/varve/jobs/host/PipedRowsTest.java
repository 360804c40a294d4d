package dev.varve.jobs.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PipedRowsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1023, 1024, 1025, 100_000})
  void allComeInTheirOrder(int most) throws Exception {
    List<Integer> taken = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    PipedRows.<Integer>each(
        taker -> {
          threads.add(Thread.currentThread());
          IntStream.range(0, most).forEach(taker::accept);
        },
        taken::add);
    assertThat(taken).isEqualTo(IntStream.range(0, most).boxed().toList());
    assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
  }

  @Test
  void theFaultOfTheSourceIsToldAfterWhatItGave() {
    List<Integer> taken = new ArrayList<>();
    assertThatThrownBy(
            () ->
                PipedRows.<Integer>each(
                    taker -> {
                      taker.accept(1);
                      throw new IOException("the source");
                    },
                    taken::add))
        .isInstanceOf(IOException.class)
        .hasMessage("the source");
    assertThat(taken).containsExactly(1);
  }

  @Test
  void aSourceWithoutEndIsEndedByTheFaultOfTheTaker() {
    AtomicInteger given = new AtomicInteger();
    assertThatThrownBy(
            () ->
                PipedRows.<Integer>each(
                    taker -> {
                      while (true) {
                        taker.accept(given.getAndIncrement());
                      }
                    },
                    one -> {
                      if (one == 5000) {
                        throw new IllegalStateException("the disk is full");
                      }
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the disk is full")
        .hasNoSuppressedExceptions();
    // Four batches wait, one is filled, one was taken.
    assertThat(given.get()).isBetween(5001, 5000 + 7 * 1024);
  }
}
