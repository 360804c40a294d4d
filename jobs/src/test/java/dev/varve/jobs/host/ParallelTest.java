package dev.varve.jobs.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ParallelTest {
  @Test
  void resultsComeInTheOrderOfTheSteps() throws Exception {
    CountDownLatch last = new CountDownLatch(1);
    List<String> results =
        Parallel.all(
            2,
            List.of(1, 2),
            one -> {
              if (one == 1) {
                await(last);
              } else {
                last.countDown();
              }
              return "step " + one;
            });
    assertThat(results).containsExactly("step 1", "step 2");
    assertThat(Parallel.all(4, List.<Integer>of(), one -> one)).isEmpty();
  }

  /** Spark plans views within views by recursion, several thousand frames deep. */
  @Test
  void stepsHaveDeepStacks() throws Exception {
    assertThat(Parallel.all(1, List.of(100_000), ParallelTest::depth)).containsExactly(100_000);
  }

  private static int depth(int calls) {
    return calls == 0 ? 0 : 1 + depth(calls - 1);
  }

  @Test
  void twoTasksGoOnAtTheSameTimeAndBothFaultsAreTold() throws Exception {
    CountDownLatch one = new CountDownLatch(1);
    CountDownLatch other = new CountDownLatch(1);
    Parallel.both(
        () -> {
          one.countDown();
          await(other);
        },
        () -> {
          other.countDown();
          await(one);
        });
    Throwable told =
        catchThrowable(
            () ->
                Parallel.both(
                    () -> {
                      throw new IOException("here");
                    },
                    () -> {
                      throw new IllegalStateException("beside");
                    }));
    assertThat(told).isInstanceOf(IOException.class).hasMessage("here");
    assertThat(told.getSuppressed()).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(
            catchThrowable(
                () ->
                    Parallel.both(
                        () -> {},
                        () -> {
                          throw new IOException("beside");
                        })))
        .isInstanceOf(IOException.class)
        .hasMessage("beside");
  }

  /** What a fault ends may be heard of before the fault itself. */
  @Test
  void theCauseIsToldAndNotWhatItCutShort() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Throwable told =
        catchThrowable(
            () ->
                Parallel.all(
                    2,
                    List.of("[SPARK_JOB_CANCELLED] Job 7 cancelled", "the disk is full"),
                    fault -> {
                      if (fault.startsWith("[")) {
                        await(begun);
                        throw new IllegalStateException(fault);
                      }
                      begun.countDown();
                      await(ended);
                      throw new IOException(fault);
                    },
                    ended::countDown));
    assertThat(told).isInstanceOf(IOException.class).hasMessage("the disk is full");
    assertThat(told.getSuppressed()).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theFirstFaultInTimeIsToldAndNothingMoreIsBegun() {
    CountDownLatch second = new CountDownLatch(1);
    Queue<Integer> begun = new ConcurrentLinkedQueue<>();
    Throwable told =
        catchThrowable(
            () ->
                Parallel.all(
                    2,
                    List.of(1, 2, 3, 4),
                    one -> {
                      begun.add(one);
                      if (one == 1) {
                        await(second);
                        throw new IllegalStateException("first");
                      }
                      second.countDown();
                      pause();
                      throw new IOException("later");
                    }));
    assertThat(begun).containsExactlyInAnyOrder(1, 2);
    assertThat(told).isInstanceOf(IllegalStateException.class).hasMessage("first");
    assertThat(told.getSuppressed()).singleElement().isInstanceOf(IOException.class);
  }

  @Test
  void whatHasBegunIsCutShortOnceAtTheFirstFault() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch cut = new CountDownLatch(1);
    Queue<String> cuts = new ConcurrentLinkedQueue<>();
    Throwable told =
        catchThrowable(
            () ->
                Parallel.all(
                    2,
                    List.of(1, 2),
                    one -> {
                      if (one == 1) {
                        begun.countDown();
                        await(cut);
                        throw new IllegalStateException("cancelled");
                      }
                      await(begun);
                      throw new IOException("first");
                    },
                    () -> {
                      cuts.add("cut");
                      cut.countDown();
                    }));
    assertThat(told).isInstanceOf(IOException.class).hasMessage("first");
    assertThat(told.getSuppressed()).singleElement().isInstanceOf(IllegalStateException.class);
    assertThat(cuts).hasSize(1);
  }

  @Test
  void whoIsInterruptedIsToldOfTheFaultToo() throws Exception {
    CountDownLatch failing = new CountDownLatch(1);
    Queue<Throwable> seen = new ConcurrentLinkedQueue<>();
    Thread caller =
        new Thread(
            () ->
                seen.add(
                    catchThrowable(
                        () ->
                            Parallel.all(
                                1,
                                List.of(1),
                                one -> {
                                  throw new IOException("disk full");
                                },
                                () -> {
                                  failing.countDown();
                                  pause();
                                }))));
    caller.start();
    failing.await();
    caller.interrupt();
    caller.join();
    assertThat(seen.remove())
        .isInstanceOf(InterruptedIOException.class)
        .satisfies(told -> assertThat(told.getSuppressed()).hasSize(1));
  }

  @Test
  void anErrorIsToldBeforeWhatCameOfIt() {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    assertThat(
            catchThrowable(
                () ->
                    Parallel.all(
                        2,
                        List.of(1, 2),
                        one -> {
                          if (one == 1) {
                            await(second);
                            first.countDown();
                            throw new IOException("shut down");
                          }
                          second.countDown();
                          await(first);
                          throw new OutOfMemoryError("the cause");
                        })))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("the cause");
  }

  @Test
  void whoIsInterruptedWaitsForWhatHasBegun() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    Thread caller =
        new Thread(
            () -> {
              Throwable told =
                  catchThrowable(
                      () ->
                          Parallel.all(
                              1,
                              List.of(1),
                              one -> {
                                begun.countDown();
                                long until = System.nanoTime() + 300_000_000;
                                while (System.nanoTime() < until) {
                                  Thread.onSpinWait(); // deaf to interrupts
                                }
                                seen.add("ended");
                                return one;
                              }));
              seen.add(told.getClass().getSimpleName());
              seen.add("interrupted " + Thread.currentThread().isInterrupted());
            });
    caller.start();
    begun.await();
    caller.interrupt();
    caller.join();
    assertThat(seen)
        .containsExactly("ended", InterruptedIOException.class.getSimpleName(), "interrupted true");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
