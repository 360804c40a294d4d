package dev.varve.jobs.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.SettingReader;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Waves of 5 minutes, of parts of 1 GiB each. */
class PaceTest {
  private static final long GIB = 1L << 30;
  private static final List<Long> PARTS = Collections.nCopies(1000, GIB);

  private final Pace pace = new Pace(256 * GIB, Duration.ofMinutes(5), 2);

  private int next() {
    return pace.next(PARTS, part -> part).size();
  }

  @Test
  void aWaveTakesFiveMinutesAtTheSpeedOfTheOneBefore() {
    assertThat(next()).isEqualTo(4);
    pace.adapt(4 * GIB, Duration.ofMinutes(2));
    assertThat(next()).isEqualTo(10);
    pace.adapt(10 * GIB, Duration.ofMinutes(10));
    assertThat(next()).isEqualTo(5);
  }

  @Test
  void itGrowsFourfoldAtMostUpToTheMostBytes() {
    for (int gibibytes : List.of(4, 16, 64, 256)) {
      assertThat(next()).isEqualTo(gibibytes);
      pace.adapt(gibibytes * GIB, Duration.ofMillis(1));
    }
    assertThat(next()).isEqualTo(256);
  }

  @Test
  void itHasAGibibyteHoweverSlowTheInputIs() {
    pace.adapt(4 * GIB, Duration.ofDays(1));
    assertThat(next()).isEqualTo(1);
    pace.adapt(1, Duration.ofDays(1));
    assertThat(next()).isEqualTo(1);
    pace.adapt(0, Duration.ZERO);
    assertThat(next()).isEqualTo(1);
  }

  /** Half a GiB for each processor: eight of them have the 4 GiB that fewer have, too. */
  @Test
  void theFirstGrowsWithTheProcessors() {
    for (int[] one : new int[][] {{1, 4}, {8, 4}, {9, 5}, {100, 50}, {1000, 256}}) {
      Pace first = new Pace(256 * GIB, Duration.ofMinutes(5), one[0]);
      assertThat(first.next(PARTS, part -> part)).hasSize(one[1]);
    }
  }

  /** 32 GiB for each: 8 have 256, 10 have 320, 512 have 16,384, which is the most. */
  @Test
  void whatIsNotPublishedGrowsWithTheProcessorsUnlessItIsSet() {
    IngestSettings unset = settings();
    for (long[] one : new long[][] {{1, 256}, {8, 256}, {10, 320}, {512, 16_384}, {5000, 16_384}}) {
      assertThat(unset.publishBytes((int) one[0])).isEqualTo(one[1] * GIB);
    }
    IngestSettings set = settings("ingest.publish-bytes=20 MB");
    assertThat(set.publishBytes(1)).isEqualTo(20_000_000);
    assertThat(set.publishBytes(5000)).isEqualTo(20_000_000);
  }

  private static IngestSettings settings(String... assignments) {
    return SettingReader.of(null, null, List.of(assignments)).bind("ingest", IngestSettings.class);
  }

  @Test
  void aPartIsNotSplit() {
    Pace small = new Pace(10, Duration.ofMinutes(5), 2);
    assertThat(small.next(List.of(7L, 7L, 7L), part -> part)).containsExactly(7L, 7L);
    assertThat(small.next(List.of(100L, 1L), part -> part)).containsExactly(100L);
    assertThat(small.next(List.of(0L, 0L), part -> part)).containsExactly(0L, 0L);
  }
}
