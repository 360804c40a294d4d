package dev.varve.jobs.ingest.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.ingest.registry.CostTrial.Spent;
import dev.varve.jobs.ingest.registry.CostTrial.Times;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Forecasts worked out by hand. */
class CostTrialTest {
  private static final long SECOND = 1_000_000_000;

  /** Two heads of 100 stored bytes together, and 250 of archives. */
  private static final Times HEADS =
      new Times(
              100,
              40,
              List.of(
                  new Spent("reading", 1, SECOND, 100),
                  new Spent("samples", 0.5, 2 * SECOND, 10),
                  new Spent("samples", 0.1, 0, 0)))
          .plus(
              new Times(
                  150,
                  60,
                  List.of(
                      new Spent("reading", 1, 4 * SECOND, 150),
                      new Spent("samples", 0.5, 2 * SECOND, 30),
                      new Spent("samples", 0.1, 8 * SECOND, 20))));

  @Test
  void partsOfOneTitleAreAddedAsIfTheyHadWorkedOnTheirShare() {
    // Reading: 5 s for 100 stored bytes. Samples: 4 s for 40 bytes, of which half of 250 are
    // sampled, 12.5 s; and 8 s for 20, of which 25 are, 10 s. Twice as many bytes on two threads.
    assertThat(HEADS.seconds(200, 10, 2))
        .containsExactly(Map.entry("reading", 5.0), Map.entry("samples", 22.5));
  }

  @Test
  void theLargestPartIsReadByOneThread() {
    // 160 bytes of 200 by one thread, though two threads would read 100 each.
    assertThat(HEADS.seconds(200, 160, 2))
        .containsExactly(Map.entry("reading", 8.0), Map.entry("samples", 36.0));
  }
}
