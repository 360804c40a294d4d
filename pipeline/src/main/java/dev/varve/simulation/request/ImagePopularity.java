package dev.varve.simulation.request;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Choice of the image of a session: Zipf's law over the images in a random order. The exponent is
 * fitted so that the top layers get a given share of the requests for layers. The expected requests
 * for a layer have a closed form. A client has m sessions that pull. Each needs the layer with the
 * probability q, the sum of the probabilities of all images with it. Before each session the client
 * has lost the layer with the probability f. Let a = (1 - f) (1 - q) and h = q / (1 - a). After k
 * sessions the client has the layer with the probability h (1 - a^k). A session requests the layer
 * when it needs it and the client does not have it. The m sessions together make {@code m q f / (1
 * - a) + (1 - f) h^2 (1 - a^m)} requests.
 */
public final class ImagePopularity {
  private final int[] imageOfRank;
  private final List<PulledImage> images;
  private final SessionSettings settings;
  private final int layerCount;
  private final double exponent;
  private final ZipfRanks ranks;

  /**
   * Fits the exponent.
   *
   * @param images at least one
   */
  public ImagePopularity(List<PulledImage> images, SessionSettings settings, Seed seed) {
    if (images.isEmpty()) {
      throw new IllegalArgumentException("no images to pull");
    }
    this.images = images;
    this.settings = settings;
    imageOfRank = order(images.size(), seed.at("popularity").random());
    layerCount =
        1 + images.stream().flatMapToInt(image -> Arrays.stream(image.layers())).max().orElse(-1);
    exponent = ZipfRanks.exponentFor(settings.topRequestRatio(), this::topRequestRatio);
    ranks = new ZipfRanks(images.size(), exponent);
  }

  /** The fitted exponent, in 0..4: an end where the images do not allow the published share. */
  public double exponent() {
    return exponent;
  }

  /** The expected share of the requests for layers that go to the top ones. */
  public double topRequestRatio() {
    return topRequestRatio(exponent);
  }

  /** Draws the number of an image. */
  int draw(RandomGenerator random) {
    return imageOfRank[ranks.draw(random)];
  }

  private double topRequestRatio(double exponent) {
    ZipfRanks law = new ZipfRanks(images.size(), exponent);
    double[] needed = new double[layerCount];
    int[] lastRank = new int[layerCount];
    Arrays.fill(lastRank, -1);
    for (int rank = 0; rank < imageOfRank.length; rank++) {
      for (int layer : images.get(imageOfRank[rank]).layers()) {
        needed[layer] += lastRank[layer] == rank ? 0 : law.probability(rank);
        lastRank[layer] = rank;
      }
    }
    double[] requests =
        Arrays.stream(needed)
            .filter(needProbability -> needProbability > 0)
            .map(this::requests)
            .toArray();
    Arrays.sort(requests);
    int top = (int) Math.ceil(settings.topRatio() * requests.length);
    double allRequests = Arrays.stream(requests).sum();
    double topRequests = Arrays.stream(requests, requests.length - top, requests.length).sum();
    return allRequests == 0 ? 0 : topRequests / allRequests;
  }

  /** Expected requests of one client for a layer that a session needs with the probability q. */
  private double requests(double needProbability) {
    double sessions = settings.sessions() * settings.pullRatio() / settings.clients();
    double fresh = settings.freshRatio();
    double changeProbability = Math.min(1, fresh + needProbability - fresh * needProbability);
    double settledRatio = needProbability / changeProbability;
    double settledShare =
        sessions == 0 ? 0 : -Math.expm1(sessions * Math.log1p(-changeProbability));
    return sessions * settledRatio * fresh
        + (1 - fresh) * settledRatio * settledRatio * settledShare;
  }

  private static int[] order(int count, RandomGenerator random) {
    int[] order = new int[count];
    for (int at = 0; at < count; at++) {
      int other = random.nextInt(at + 1);
      order[at] = order[other];
      order[other] = at;
    }
    return order;
  }
}
