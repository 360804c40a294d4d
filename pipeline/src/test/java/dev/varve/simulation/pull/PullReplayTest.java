package dev.varve.simulation.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.simulation.cache.CachePolicies;
import dev.varve.simulation.cache.Replay;
import dev.varve.simulation.request.PullRequest;
import dev.varve.simulation.request.PullRequest.Kind;
import dev.varve.simulation.request.PullRequest.Verb;
import dev.varve.simulation.request.PulledImage;
import dev.varve.simulation.slice.Slice;
import dev.varve.simulation.slice.SlicedLayer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PullReplayTest {
  /** Look-ups take 100 and 10 ns; a link moves a byte a nanosecond and delivers 5 ns later. */
  private static final CostModel COSTS =
      new CostModel(100, 10, new CostModel.Restore(2, 1, 0.5, 0.25), 1, 1e9, 5);

  /** Requests at their own times. */
  private static final Pace OPEN = new Pace(0, Pace.AS_REQUESTED);

  private static PullRequest get(long atMicros, int client, int layer) {
    return new PullRequest(atMicros, 0, client, 0, Verb.GET, Kind.LAYER, layer);
  }

  private static PullRequest manifest(long atMicros, int client) {
    return new PullRequest(atMicros, 0, client, 0, Verb.GET, Kind.MANIFEST, PullRequest.NO_LAYER);
  }

  private static PullRequest push(long atMicros, int layer) {
    return new PullRequest(atMicros, 0, 0, 0, Verb.PUT, Kind.LAYER, layer);
  }

  private static List<PullResult> replay(Registry registry, Pace pace, List<PullRequest> requests) {
    List<PullResult> results = new ArrayList<>();
    PullReplay replay = new PullReplay(registry, pace, results::add);
    requests.forEach(replay::add);
    replay.finish();
    results.sort(Comparator.comparingLong(PullResult::number));
    return results;
  }

  private static Registry registry(PulledLayers layers, String backend, long cacheBytes) {
    return new Registry(layers, COSTS, Backend.named(backend), cacheBytes, 6, List.of());
  }

  /**
   * Layer 0 on two servers: 3 files of 2,000 bytes on server 0, its master, with one directory; 1
   * file of 488 bytes on server 1. Stored 900 bytes, restored 1,000.
   */
  private static PulledLayers oneLayer() {
    PulledLayers layers = new PulledLayers(2);
    layers.add(
        new SlicedLayer(
            0, 1, 0, List.of(new Slice(0, 3, 1952, 3, 1952), new Slice(1, 1, 488, 1, 488))),
        900,
        1000,
        1);
    return layers;
  }

  /**
   * Slice 0 archives 4 entries and 1,952 bytes: 8 + 1,952 = 1,960 ns, and compresses 4 * 512 +
   * 1,952 = 4,000 bytes: 2,000 ns; ready at 100 + 10 + 3,960 = 4,070. Slice 1 archives 2 + 488 =
   * 490 ns, and compresses 1,000 bytes: 500 ns; its 1,000 * 1,000 / 5,000 = 200 bytes take 205 ns.
   * The first is the last; merging takes 250 ns, sending 1,005.
   */
  @Test
  void theLatencyOfAMissIsThatOfItsLastSlice() {
    PullResult result =
        replay(registry(oneLayer(), "dedup-none", 0), OPEN, List.of(get(0, 0, 0))).get(0);
    assertThat(result.outcome()).isEqualTo(Outcome.MISS);
    assertThat(result.builders()).isEqualTo(2);
    assertThat(result.latency()).isEqualTo(new Latency(100, 0, 0, 10, 1960, 2000, 0, 250, 1005));
    assertThat(result.latency().nanos()).isEqualTo(5325);
  }

  /** The second client asks 2,000 ns later: its recipe is found at 2,100, the layer at 4,320. */
  @Test
  void whoAsksMeanwhileWaits() {
    List<PullResult> results =
        replay(
            registry(oneLayer(), "dedup-lru", 1000),
            OPEN,
            List.of(get(0, 0, 0), get(2, 1, 0), get(100, 2, 0)));
    assertThat(results)
        .extracting(PullResult::outcome)
        .containsExactly(Outcome.MISS, Outcome.WAIT, Outcome.HIT);
    assertThat(results.get(1).latency())
        .isEqualTo(new Latency(100, 2220, 1000, 0, 0, 0, 0, 0, 1005));
    assertThat(results.get(2).latency()).isEqualTo(new Latency(100, 0, 0, 0, 0, 0, 0, 0, 1005));
  }

  /** A whole layer: 100 ns, and 900 bytes from server 1; the second waits for the link. */
  @Test
  void wholeLayersQueueForTheirLink() {
    List<PullResult> results =
        replay(registry(oneLayer(), "whole-layers", 0), OPEN, List.of(get(0, 0, 0), get(0, 1, 0)));
    assertThat(results)
        .extracting(PullResult::latency)
        .containsExactly(
            new Latency(100, 0, 0, 0, 0, 0, 0, 0, 905),
            new Latency(100, 0, 900, 0, 0, 0, 0, 0, 905));
  }

  @Test
  void aPushedLayerIsReadyOnceItCameIn() {
    List<PullResult> results =
        replay(
            registry(oneLayer(), "dedup-push", 1000),
            OPEN,
            List.of(push(0, 0), get(0, 0, 0), get(50, 0, 0)));
    assertThat(results)
        .extracting(PullResult::outcome)
        .containsExactly(Outcome.PUSH, Outcome.MISS, Outcome.HIT);
    assertThat(results.get(0).latency()).isEqualTo(Latency.sent(905));
  }

  /**
   * The manifest at 0 begins the restore at 100 ns, which is done at 4,320. Client 0 asks at 2,000
   * and waits; client 1, at 10,000, hits. Where the repository's layers are not known before, the
   * manifest tells nothing.
   */
  @Test
  void expectedLayersAreRestoredAhead() {
    Registry bare = registry(oneLayer(), "dedup-preconstruct", 1000);
    Registry known =
        new Registry(
            bare.layers(),
            COSTS,
            bare.backend(),
            1000,
            6,
            List.of(new PulledImage(0, new int[] {0})));
    List<PullRequest> requests = List.of(manifest(0, 0), get(2, 0, 0), get(10, 1, 0));
    assertThat(replay(known, OPEN, requests))
        .extracting(PullResult::outcome)
        .containsExactly(Outcome.MANIFEST, Outcome.WAIT, Outcome.HIT);
    assertThat(replay(bare, OPEN, requests))
        .extracting(PullResult::outcome)
        .containsExactly(Outcome.MANIFEST, Outcome.MISS, Outcome.HIT);
  }

  /** The cache holds one layer of two, so that each pull of one evicts the other. */
  @Test
  void whatAClientHasIsExpectedAfterSevenPullsOnly() {
    PulledLayers layers = new PulledLayers(1);
    layers.add(new SlicedLayer(0, 0, 0, List.of(new Slice(0, 1, 10, 1, 10))), 10, 10, 0);
    layers.add(new SlicedLayer(1, 0, 0, List.of(new Slice(0, 1, 10, 1, 10))), 10, 10, 0);
    List<PullRequest> requests = new ArrayList<>();
    for (int pull = 0; pull < 8; pull++) {
      requests.add(new PullRequest(pull * 1000L, 0, 9, 1, Verb.GET, Kind.LAYER, 1));
      requests.add(manifest(pull * 1000L + 100, 0));
      requests.add(get(pull * 1000L + 500, 0, 0));
    }
    List<Outcome> pulls =
        replay(registry(layers, "dedup-preconstruct", 10), OPEN, requests).stream()
            .filter(result -> result.request().layer() == 0)
            .map(PullResult::outcome)
            .toList();
    assertThat(pulls.subList(0, 7)).containsOnly(Outcome.MISS);
    assertThat(pulls.get(7)).isEqualTo(Outcome.HIT);
  }

  /** Requests that never overlap hit as the policy alone says, which is held elsewhere. */
  @Test
  void requestsFarApartHitAsThePolicySays() {
    SplittableRandom random = new SplittableRandom(3);
    PulledLayers layers = new PulledLayers(3);
    for (int layer = 0; layer < 50; layer++) {
      long bytes = 1 + random.nextLong(1000);
      layers.add(
          new SlicedLayer(layer, 0, 1, List.of(new Slice(layer % 3, 1, bytes, 1, bytes))),
          bytes,
          bytes,
          0);
    }
    int[] ids = random.ints(3000, 0, 50).map(id -> id * id / 50).toArray();
    List<PullRequest> requests = new ArrayList<>();
    for (int id : ids) {
      requests.add(get(requests.size() * 1000L, 0, id));
    }
    for (String policy : List.of("lru", "arc", "sieve", "s3-fifo", "w-tinylfu", "unbounded")) {
      BitSet hits = new BitSet();
      replay(registry(layers, "dedup-" + policy, 5000), OPEN, requests)
          .forEach(result -> hits.set((int) result.number(), result.outcome() == Outcome.HIT));
      assertThat(hits)
          .as(policy)
          .isEqualTo(
              Replay.hits(
                  CachePolicies.named(policy, layers.restoredBytes(), 5000, evicted -> {}), ids));
    }
  }

  /**
   * One link, requests at random times, one size: an M/D/1 queue. At a load of .8 the mean wait is
   * .8 / (2 (1 - .8)) = 2 services (Pollaczek and Khinchine).
   */
  @Test
  void randomRequestsWaitAsQueueingTheorySays() {
    PulledLayers layers = new PulledLayers(1);
    layers.add(new SlicedLayer(0, 0, 0, List.of()), 1_000_000, 1_000_000, 0);
    SplittableRandom random = new SplittableRandom(11);
    List<PullRequest> requests = new ArrayList<>();
    double micros = 0;
    for (int request = 0; request < 300_000; request++) {
      micros += -Math.log1p(-random.nextDouble()) * 1000 / .8;
      requests.add(get((long) micros, 0, 0));
    }
    double mean =
        replay(registry(layers, "whole-layers", 0), OPEN, requests).stream()
            .mapToLong(result -> result.latency().queueNanos())
            .average()
            .orElseThrow();
    assertThat(mean / 1_000_000).isCloseTo(2, within(0.1));
  }

  /** Four clients, one at a time on the link: 900 ns each, whoever thinks. */
  @Test
  void clientsWaitForTheirAnswers() {
    List<PullRequest> requests = new ArrayList<>();
    for (int request = 0; request < 1000; request++) {
      requests.add(get(0, request % 7, 0));
    }
    List<PullResult> busy =
        replay(registry(oneLayer(), "one-server", 0), new Pace(4, Pace.AS_REQUESTED), requests);
    long end =
        busy.stream().mapToLong(one -> one.sentNanos() + one.latency().nanos()).max().orElseThrow();
    assertThat(end).isEqualTo(100 + 1000 * 900 + 5);
    List<PullResult> alone =
        replay(registry(oneLayer(), "one-server", 0), new Pace(1, Pace.AS_REQUESTED), requests);
    assertThat(alone.get(999).sentNanos()).isEqualTo(999 * 1005);
  }

  /** Layers follow their client's manifest by the gap of the pace, whatever the stream says. */
  @Test
  void theGapIsCountedFromTheManifest() {
    List<PullRequest> requests =
        List.of(manifest(0, 5), get(9, 5, 0), get(9, 5, 0), manifest(9, 6), get(9, 6, 0));
    assertThat(
            replay(registry(oneLayer(), "one-server", 0), new Pace(5, 3), requests).stream()
                .map(PullResult::sentNanos))
        .containsExactly(0L, 3000L, 3000L, 0L, 3000L);
  }

  @Test
  void aLayerWithoutAManifestBeforeItWaitsForNone() {
    assertThat(
            replay(
                    registry(oneLayer(), "one-server", 0),
                    new Pace(1, 3),
                    List.of(get(0, 5, 0), manifest(9, 5)))
                .get(0)
                .sentNanos())
        .isZero();
  }

  /** However many clients replay them, as those that are free take requests before they are due. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 9})
  void aClientOfTheTraceThinksAfterItsOwnRequestBefore(int clients) {
    List<PullRequest> requests = new ArrayList<>(List.of(manifest(0, 5)));
    for (int request = 1; request < 5; request++) {
      requests.add(new PullRequest(10L * request, 10, 5, 0, Verb.GET, Kind.LAYER, 0));
    }
    assertThat(
            replay(
                    registry(oneLayer(), "one-server", 0),
                    new Pace(clients, Pace.AS_REQUESTED),
                    requests)
                .stream()
                .map(PullResult::sentNanos))
        .containsExactly(0L, 10_000L, 20_000L, 30_000L, 40_000L);
  }
}
