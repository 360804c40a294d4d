package dev.varve.simulation.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.varve.simulation.request.PullRequest;
import dev.varve.simulation.request.PullRequest.Kind;
import dev.varve.simulation.request.PullRequest.Verb;
import dev.varve.simulation.slice.SlicedLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues of servers, sums of pulls and the ranges of settings, by hand. */
class PullSumsTest {
  private static final CostModel.Restore RESTORE = new CostModel.Restore(2, 1, 0.5, 0.25);

  /** A link moves a byte a nanosecond. */
  private static CostModel costs(int cores) {
    return new CostModel(100, 10, RESTORE, cores, 1e9, 5);
  }

  @Test
  void workGoesToTheCoreThatIsFreeFirst() {
    Servers servers = new Servers(2, costs(3));
    assertThat(servers.compute(1, 0, 30)).isZero();
    assertThat(servers.compute(1, 0, 10)).isZero();
    assertThat(servers.compute(1, 5, 20)).isEqualTo(5); // the third core
    assertThat(servers.compute(1, 6, 1)).isEqualTo(10); // the second
    assertThat(servers.compute(1, 6, 50)).isEqualTo(11); // the second again
    assertThat(servers.compute(1, 6, 1)).isEqualTo(25); // the third
    assertThat(servers.compute(1, 40, 1)).isEqualTo(40);
    assertThat(servers.compute(0, 0, 7)).isZero();
  }

  @Test
  void aLinkSendsAndReceivesAtTheSameTime() {
    Servers servers = new Servers(3, costs(1));
    assertThat(servers.send(0, 0, 100)).isZero();
    assertThat(servers.receive(0, 0, 40)).isZero();
    assertThat(servers.send(0, 10, 1)).isEqualTo(100);
    assertThat(servers.receive(0, 10, 5)).isEqualTo(40);
    // from 1 to 0: both links, of which that of 0 receives until 45
    assertThat(servers.transfer(1, 0, 0, 30)).isEqualTo(45);
    assertThat(servers.send(1, 0, 1)).isEqualTo(75);
    assertThat(servers.receive(0, 0, 1)).isEqualTo(75);
    assertThat(servers.receive(1, 0, 1)).isZero();
    assertThat(servers.transfer(0, 2, 0, 1)).isEqualTo(101);
  }

  @Test
  void costsAreBytesTimesTheirPrice() {
    assertThat(costs(1).archiveNanos(3, 100)).isEqualTo(106);
    assertThat(costs(1).compressNanos(101)).isEqualTo(51);
    assertThat(costs(1).mergeNanos(400)).isEqualTo(100);
    assertThat(new CostModel(0, 0, RESTORE, 1, 125e6, 0).linkNanos(1000)).isEqualTo(8000);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "-1, 1", "1, 0", "1, -1", "1, NaN"})
  void aServerHasACoreAndALink(int cores, double bytesPerSecond) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CostModel(0, 0, RESTORE, cores, bytesPerSecond, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, -1, false",
    "0, -1, true",
    "0, 0, false",
    "0, -2, false",
    "1, 0, true",
    "1, -1, true",
    "1, -2, false"
  })
  void gapsAreThoseOfClients(int clients, long gapMicros, boolean valid) {
    if (valid) {
      assertThat(new Pace(clients, gapMicros).isOpen()).isEqualTo(clients == 0);
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> new Pace(clients, gapMicros));
    }
  }

  @Test
  void onlyBackendsOfFilesWithALimitHaveACache() {
    assertThat(Backend.NAMES.stream().filter(name -> !Backend.named(name).hasCache()))
        .containsExactlyInAnyOrder("one-server", "whole-layers", "dedup-none", "dedup-unbounded");
    assertThat(Backend.NAMES).contains("dedup-lru", "dedup-push", "dedup-preconstruct");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Backend.named("dedup"))
        .withMessageContaining("there is no backend dedup; choose one of ");
    assertThat(Outcome.WHOLE.label()).isEqualTo("whole");
  }

  @Test
  void classesDoubleFromAMegabyteTo128() {
    SizeClasses classes = SizeClasses.DOUBLING;
    assertThat(classes.count()).isEqualTo(9);
    assertThat(
            LongStream.of(0, 999_999, 1_000_000, 1_999_999, 64_000_000, 128_000_000)
                .mapToObj(bytes -> classes.classOf(bytes)))
        .containsExactly(0, 0, 1, 1, 7, 8);
    assertThat(classes.classOf(Long.MAX_VALUE)).isEqualTo(8);
  }

  /**
   * Layer 0 has 5 bytes, 50 restored; layer 1 has 10 bytes, 20 restored; one limit, at 10. Of 10
   * pulls of layer 0 that took 10, 20 to 100 ns the middle is 50, nine tenths 90, the last 100.
   */
  @Test
  void pullsAreAddedUpByTheSizesOfTheirLayers() {
    PulledLayers layers = new PulledLayers(1);
    layers.add(new SlicedLayer(0, 0, 0, List.of()), 5, 50, 1);
    layers.add(new SlicedLayer(1, 0, 0, List.of()), 10, 20, 1);
    PullTally tally = new PullTally(layers, new SizeClasses(List.of(10L)));
    for (int pull = 10; pull >= 1; pull--) {
      Outcome outcome = pull > 5 ? Outcome.HIT : pull > 1 ? Outcome.WAIT : Outcome.MISS;
      tally.add(result(Verb.GET, 0, outcome, 10L * pull));
    }
    tally.add(result(Verb.GET, 1, Outcome.WHOLE, 7));
    tally.add(result(Verb.PUT, 1, Outcome.PUSH, 1));
    tally.add(result(Verb.GET, PullRequest.NO_LAYER, Outcome.MANIFEST, 1));
    assertThat(tally.summaries())
        .containsExactly(
            new PullTally.Summary(
                null,
                null,
                new PullTally.Gets(11, 5, 4, 1, 510, 250),
                Latency.queued(557),
                new PullTally.Percentiles(50, 90, 100, 100)),
            new PullTally.Summary(
                0L,
                10L,
                new PullTally.Gets(10, 5, 4, 1, 500, 250),
                Latency.queued(550),
                new PullTally.Percentiles(50, 90, 100, 100)),
            new PullTally.Summary(
                10L,
                null,
                new PullTally.Gets(1, 0, 0, 0, 10, 0),
                Latency.queued(7),
                new PullTally.Percentiles(7, 7, 7, 7)));
    PullTally none = new PullTally(layers, new SizeClasses(List.of(10L)));
    assertThat(none.summaries())
        .containsExactly(
            new PullTally.Summary(null, null, PullTally.Gets.NONE, Latency.NONE, null));
  }

  private static PullResult result(Verb verb, int layer, Outcome outcome, long nanos) {
    PullRequest request = new PullRequest(0, 0, 0, 0, verb, Kind.LAYER, layer);
    return new PullResult(0, request, 0, outcome, 0, Latency.queued(nanos));
  }

  @Test
  void theEarliestHappensFirstAndOfOneMomentTheFirstScheduled() {
    Events events = new Events();
    List<String> happened = new ArrayList<>();
    events.schedule(5, now -> happened.add("late at " + now));
    events.schedule(3, now -> happened.add("one at " + now));
    events.schedule(3, now -> happened.add("two at " + now));
    while (events.next()) {}
    assertThat(happened).containsExactly("one at 3", "two at 3", "late at 5");
    events.schedule(5, now -> happened.add("now"));
    assertThat(events.next()).isTrue();
    assertThat(events.next()).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> events.schedule(4, now -> {}))
        .withMessage("4 ns is before 5 ns");
  }

  @Test
  void partsOfALatencyAddUp() {
    Latency parts =
        Latency.lookup(1)
            .plus(Latency.waited(2))
            .plus(Latency.queued(4))
            .plus(Latency.built(8, 16, 32))
            .plus(Latency.moved(64))
            .plus(Latency.merged(128))
            .plus(Latency.sent(256));
    assertThat(parts).isEqualTo(new Latency(1, 2, 4, 8, 16, 32, 64, 128, 256));
    assertThat(parts.plus(parts)).isEqualTo(new Latency(2, 4, 8, 16, 32, 64, 128, 256, 512));
    assertThat(parts.nanos()).isEqualTo(511);
  }
}
