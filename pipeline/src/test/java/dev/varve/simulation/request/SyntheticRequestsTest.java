package dev.varve.simulation.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.Seed;
import dev.varve.simulation.request.PullRequest.Kind;
import dev.varve.simulation.request.PullRequest.Verb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticRequestsTest {
  private static final Seed SEED = new Seed(7);

  /** Images of a base that ten share, and three layers of their own. */
  private static List<PulledImage> images(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            image ->
                new PulledImage(
                    image,
                    new int[] {image / 10, count + image, 2 * count + image, 3 * count + image}))
        .toList();
  }

  private static List<PulledImage> unshared(int count) {
    return IntStream.range(0, count)
        .mapToObj(image -> new PulledImage(image, new int[] {image}))
        .toList();
  }

  private static SessionSettings settings(
      long sessions, double pull, double fresh, double share, double push) {
    return new SessionSettings(sessions, 10, 50, pull, fresh, 0.01, share, push, 2_000_000);
  }

  private static List<PullRequest> all(PullRequests requests) throws IOException {
    List<PullRequest> all = new ArrayList<>();
    for (PullRequest next = requests.next(); next != null; next = requests.next()) {
      all.add(next);
    }
    return all;
  }

  private static double topShare(List<PullRequest> requests) {
    Map<Integer, Long> counts = new HashMap<>();
    requests.stream()
        .filter(request -> request.verb() == Verb.GET && request.kind() == Kind.LAYER)
        .forEach(request -> counts.merge(request.layer(), 1L, Long::sum));
    long[] sorted = counts.values().stream().mapToLong(Long::longValue).sorted().toArray();
    // all layers are requested in these worlds, so that one in a hundred of them is the top
    int top = (int) Math.ceil(sorted.length / 100.0);
    return (double) Arrays.stream(sorted, sorted.length - top, sorted.length).sum()
        / Arrays.stream(sorted).sum();
  }

  @Test
  void zipfOfExponentOneIsTheHarmonicSeries() {
    // H(10) = 2.928968, H(1000) = 7.485471
    ZipfRanks ranks = new ZipfRanks(1000, 1);
    assertThat(IntStream.range(0, 10).mapToDouble(ranks::probability).sum())
        .isCloseTo(2.928968 / 7.485471, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({"1000,0.42", "1000,0.59", "100000,0.42"})
  void withoutSharingTheExponentIsThatOfTheShares(int images, double share) {
    ImagePopularity law =
        new ImagePopularity(unshared(images), settings(1000, 1, 1, share, 0), SEED);
    // the shares of Zipf's law by its definition
    double top = 0;
    double sum = 0;
    for (int rank = 1; rank <= images; rank++) {
      double weight = Math.pow(rank, -law.exponent());
      top += rank <= images / 100 ? weight : 0;
      sum += weight;
    }
    assertThat(top / sum).isCloseTo(share, within(1e-9));
    assertThat(law.topRequestRatio()).isCloseTo(share, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"0.3,0.42", "1,0.42", "1,0.59"})
  void thePublishedShareOfRequestsGoesToTheTopLayers(double fresh, double share)
      throws IOException {
    SyntheticRequests requests =
        new SyntheticRequests(
            images(500), settings(60_000, 0.5, fresh, share, 0), Gaps.named("constant", 0), SEED);
    assertThat(requests.popularity().topRequestRatio()).isCloseTo(share, within(1e-6));
    assertThat(topShare(all(requests))).isCloseTo(share, within(0.02));
  }

  /** Two images, alike, of a shared layer and one of their own; one client pulls twice. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.4", // the shared layer once; of its own each with 1 - 1/4: 1 / 2.5
    "1, 0.5", // the shared one twice, of its own each once: 2 / 4
    "0.5, 0.46153846" // 1 + 1/2; and each 1/2, then 1/2 where not held, 3/4: 1.5 / 3.25
  })
  void expectedRequestsAreThoseWorkedByHand(double fresh, double share) {
    List<PulledImage> images =
        List.of(new PulledImage(0, new int[] {0, 1}), new PulledImage(1, new int[] {0, 2}));
    SessionSettings settings = new SessionSettings(2, 1, 1, 1, fresh, 0.01, 0, 0, 0);
    assertThat(new ImagePopularity(images, settings, SEED).topRequestRatio())
        .isCloseTo(share, within(1e-8));
  }

  @Test
  void aShareBelowThatOfEqualImagesGivesExponentZero() {
    // ten images are one layer each; the top hundredth is one layer, with a tenth of all
    ImagePopularity law = new ImagePopularity(unshared(10), settings(1000, 1, 1, 0.05, 0), SEED);
    assertThat(law.exponent()).isCloseTo(0, within(1e-9));
    assertThat(law.topRequestRatio()).isCloseTo(0.1, within(1e-9));
  }

  @Test
  void theSameSeedGivesTheSameRequestsInOrderOfTime() throws IOException {
    SessionSettings settings = settings(2000, 0.5, 0.2, 0.42, 0.5);
    List<PullRequest> first =
        all(new SyntheticRequests(images(100), settings, Gaps.named("exponential", 3e6), SEED));
    List<PullRequest> second =
        all(new SyntheticRequests(images(100), settings, Gaps.named("exponential", 3e6), SEED));
    assertThat(first).isEqualTo(second).isNotEmpty();
    assertThat(first).extracting(PullRequest::atMicros).isSorted();
    // 2000 sessions at ten a second: 200 s, within three standard deviations of 200 / sqrt(2000)
    long last =
        first.stream()
            .filter(request -> request.kind() == Kind.MANIFEST)
            .mapToLong(PullRequest::atMicros)
            .max()
            .orElse(0);
    assertThat(last / 1e6).isCloseTo(200, within(20.0));
    Map<Integer, Long> before = new HashMap<>();
    for (PullRequest request : first) {
      Long at = before.put(request.client(), request.atMicros());
      assertThat(request.thinkMicros())
          .isEqualTo(at == null ? 0 : Math.min(2_000_000, request.atMicros() - at));
    }
  }

  @Test
  void aClientAsksOnlyForLayersThatItDoesNotHold() throws IOException {
    List<PulledImage> images = images(100);
    List<PullRequest> requests =
        all(
            new SyntheticRequests(
                images, settings(5000, 0.6, 0, 0.42, 0), Gaps.named("constant", 1000), SEED));
    Set<List<Integer>> held = new HashSet<>();
    int followed = 0;
    Set<List<Integer>> of = new HashSet<>();
    for (PullRequest request : requests) {
      assertThat(request.verb()).isEqualTo(Verb.GET);
      if (request.kind() == Kind.LAYER) {
        assertThat(held.add(List.of(request.client(), request.layer()))).isTrue();
        assertThat(images.get(request.repository()).layers()).contains(request.layer());
        if (of.add(List.of(request.client(), request.repository()))) {
          followed++;
        }
      }
    }
    assertThat(requests.stream().filter(request -> request.kind() == Kind.MANIFEST)).hasSize(5000);
    assertThat(followed).isLessThan(3000);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.04, 0.27})
  void thePublishedShareOfManifestsIsNotFollowed(double pull) throws IOException {
    SessionSettings settings = settings(50_000, pull, 1, 0.42, 0);
    List<PullRequest> requests =
        all(new SyntheticRequests(images(100), settings, Gaps.named("constant", 0), SEED));
    // with clients that hold nothing each session that pulls asks for all four layers
    long layers = requests.stream().filter(request -> request.kind() == Kind.LAYER).count();
    assertThat(layers / 4.0 / 50_000).isCloseTo(pull, within(0.01));
  }

  @Test
  void aSessionThatPullsNothingLooksAtTheImageThatItsClientPulledLast() throws IOException {
    SessionSettings settings = settings(5000, 0.2, 1, 0.42, 0);
    Map<Integer, Integer> pulled = new HashMap<>();
    int looks = 0;
    List<PullRequest> requests =
        all(new SyntheticRequests(images(100), settings, Gaps.named("constant", 0), SEED));
    for (int at = 0; at < requests.size(); at++) {
      PullRequest request = requests.get(at);
      boolean followed = at + 1 < requests.size() && requests.get(at + 1).kind() == Kind.LAYER;
      if (request.kind() == Kind.MANIFEST && followed) {
        pulled.put(request.client(), request.repository());
      } else if (request.kind() == Kind.MANIFEST) {
        assertThat(pulled.get(request.client())).isEqualTo(request.repository());
        looks++;
      }
    }
    assertThat(looks).isBetween(3700, 4100);
  }

  @Test
  void whatIsPushedIsPushedOnceAndBeforeItIsAskedFor() throws IOException {
    List<PullRequest> requests =
        all(
            new SyntheticRequests(
                images(100), settings(5000, 1, 1, 0.42, 1), Gaps.named("constant", 1000), SEED));
    Set<Integer> layers = new HashSet<>();
    Set<Integer> manifests = new HashSet<>();
    for (PullRequest request : requests) {
      boolean isLayer = request.kind() == Kind.LAYER;
      Set<Integer> pushed = isLayer ? layers : manifests;
      int thing = isLayer ? request.layer() : request.repository();
      assertThat(request.verb() == Verb.PUT ? pushed.add(thing) : pushed.contains(thing)).isTrue();
    }
    assertThat(manifests).hasSizeGreaterThan(90);
  }

  @ParameterizedTest
  @CsvSource({"constant,1", "exponential,0.368", "log-normal,0.309"})
  void gapsHaveTheirMeanAndShape(String name, double aboveMean) {
    // above the mean: e^-1 of an exponential, 1 - Phi(1/2) of a log-normal of deviation 1
    Gap gap = Gaps.named(name, 1e6);
    var random = SEED.random();
    long[] micros = IntStream.range(0, 200_000).mapToLong(draw -> gap.micros(random)).toArray();
    assertThat(Arrays.stream(micros).average().orElse(0)).isCloseTo(1e6, within(2e4));
    assertThat(Arrays.stream(micros).filter(draw -> draw >= 1_000_000).count() / 2e5)
        .isCloseTo(aboveMean, within(0.005));
  }

  @Test
  void badUseIsReported() {
    assertThatThrownBy(() -> Gaps.named("normal", 1)).hasMessageContaining("normal");
    assertThatThrownBy(() -> Gaps.named("constant", -1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> settings(1, 1.5, 1, 0.42, 0)).hasMessageContaining("pull ratio 1.5");
    assertThatThrownBy(() -> new ImagePopularity(List.of(), settings(1, 1, 1, 0.42, 0), SEED))
        .hasMessageContaining("no images");
  }
}
