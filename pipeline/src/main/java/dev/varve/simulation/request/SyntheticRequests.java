package dev.varve.simulation.request;

import dev.varve.model.Seed;
import dev.varve.simulation.request.PullRequest.Kind;
import dev.varve.simulation.request.PullRequest.Verb;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Requests drawn from a seed, in order of time. A session is a GET manifest and, when it pulls, a
 * GET for each layer of the image that the client does not have. Each such GET follows the manifest
 * after a gap of its own. A client's first session always pulls. A session that does not pull only
 * checks whether the image pulled last has changed; this is why some manifests are not followed by
 * layers. What a session does depends on the seed, its number and what came before, on nothing
 * else. Memory: the layers of each client, about 10 bytes a layer, and the requests of open
 * sessions.
 */
public final class SyntheticRequests implements PullRequests {
  private static final double MICROS_A_SECOND = 1e6;
  private static final int NOTHING = -1;

  private record Pending(long atMicros, long ordinal, PullRequest request) {}

  private final List<PulledImage> images;
  private final SessionSettings settings;
  private final Gap gap;
  private final ImagePopularity popularity;
  private final Seed seed;
  private final IntOpenHashSet[] cached;
  private final int[] pulledLast;
  private final long[] lastMicros;
  private final BitSet seenImages = new BitSet();
  private final BitSet pushedLayers = new BitSet();
  private final PriorityQueue<Pending> pending =
      new PriorityQueue<>(
          Comparator.comparingLong(Pending::atMicros).thenComparingLong(Pending::ordinal));
  private RandomGenerator random;
  private long session;
  private long startMicros;
  private long nextOrdinal;

  /**
   * @param images at least one; sessions refer to their repositories and layers
   * @param gap between a manifest and each of its layers
   */
  public SyntheticRequests(List<PulledImage> images, SessionSettings settings, Gap gap, Seed seed) {
    this.images = images;
    this.settings = settings;
    this.gap = gap;
    this.seed = seed;
    popularity = new ImagePopularity(images, settings, seed);
    cached = new IntOpenHashSet[settings.clients()];
    Arrays.setAll(cached, client -> new IntOpenHashSet(0));
    pulledLast = new int[settings.clients()];
    Arrays.fill(pulledLast, NOTHING);
    lastMicros = new long[settings.clients()];
    Arrays.fill(lastMicros, Long.MAX_VALUE);
    random = seed.at("session").at(0).random();
  }

  /** The law that images are drawn by. */
  public ImagePopularity popularity() {
    return popularity;
  }

  @Override
  public @Nullable PullRequest next() {
    while (session < settings.sessions()
        && (pending.isEmpty() || pending.element().atMicros() >= startMicros)) {
      startSession();
    }
    Pending first = pending.poll();
    return first == null ? null : withThinkTime(first.request());
  }

  /** Lays out the session that is next to start. */
  private void startSession() {
    int client = random.nextInt(settings.clients());
    boolean pulls = pulledLast[client] == NOTHING || random.nextDouble() < settings.pullRatio();
    if (pulls) {
      pull(popularity.draw(random), client);
    } else {
      int repository = images.get(pulledLast[client]).repository();
      add(startMicros, client, repository, Verb.GET, PullRequest.NO_LAYER);
    }
    session++;
    random = seed.at("session").at(session).random();
    double seconds = -Math.log1p(-random.nextDouble()) / settings.sessionsASecond();
    startMicros += Math.round(seconds * MICROS_A_SECOND);
  }

  private void pull(int number, int client) {
    PulledImage image = images.get(number);
    pulledLast[client] = number;
    long manifestMicros = startMicros;
    if (!seenImages.get(number)) {
      seenImages.set(number);
      if (random.nextDouble() < settings.pushRatio()) {
        push(image, client);
        manifestMicros += gap.micros(random);
      }
    }
    add(manifestMicros, client, image.repository(), Verb.GET, PullRequest.NO_LAYER);
    if (random.nextDouble() < settings.freshRatio()) {
      cached[client].clear();
    }
    for (int layer : image.layers()) {
      if (cached[client].add(layer)) {
        long atMicros = manifestMicros + gap.micros(random);
        add(atMicros, client, image.repository(), Verb.GET, layer);
      }
    }
  }

  private void push(PulledImage image, int client) {
    for (int layer : image.layers()) {
      if (!pushedLayers.get(layer)) {
        pushedLayers.set(layer);
        add(startMicros, client, image.repository(), Verb.PUT, layer);
      }
    }
    add(startMicros, client, image.repository(), Verb.PUT, PullRequest.NO_LAYER);
  }

  private void add(long atMicros, int client, int repository, Verb verb, int layer) {
    Kind kind = layer == PullRequest.NO_LAYER ? Kind.MANIFEST : Kind.LAYER;
    PullRequest request = new PullRequest(atMicros, 0, client, repository, verb, kind, layer);
    pending.add(new Pending(atMicros, nextOrdinal++, request));
  }

  private PullRequest withThinkTime(PullRequest request) {
    long gapMicros = Math.max(0, request.atMicros() - lastMicros[request.client()]);
    lastMicros[request.client()] = request.atMicros();
    return new PullRequest(
        request.atMicros(),
        Math.min(gapMicros, settings.mostThinkMicros()),
        request.client(),
        request.repository(),
        request.verb(),
        request.kind(),
        request.layer());
  }
}
