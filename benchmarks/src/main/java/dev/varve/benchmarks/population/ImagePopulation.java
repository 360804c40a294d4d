package dev.varve.benchmarks.population;

import dev.varve.model.Seed;
import dev.varve.simulation.access.Scatter;

/**
 * Images over a population of layers: half have at most 8 layers, nine tenths at most 18, none more
 * than 120. An image has layers of its own upon those of a base, few bases far more often than
 * others; 40 % have the layer without files. Four repositories hold five images.
 */
public final class ImagePopulation {
  private static final double REPOSITORIES_PER_LAYER = 457_627 / 1_792_609.0;
  private static final double EMPTY_RATIO = 184_171 / 457_627.0;
  private static final int IMAGES_OF_FOUR = 5;
  private static final int FAMILY = 10;

  private final Seed seed;
  private final long layers;
  private final long bases;
  private final long images;
  private final Scatter own;

  /** Images of so many layers. */
  public ImagePopulation(Seed seed, long layers) {
    this.seed = seed.at("images");
    this.layers = layers;
    bases = Math.max(2, layers / 50);
    images = Math.max(1, Math.round(layers * REPOSITORIES_PER_LAYER * IMAGES_OF_FOUR / 4));
    own = Scatter.of(layers - bases, this.seed.at("own"));
  }

  /** How many there are. */
  public long images() {
    return images;
  }

  /** The digest of an image's manifest. */
  public String digest(long image) {
    return Digest.text(seed.at("manifest"), image, images);
  }

  /** The digest of an image's config. */
  public String config(long image) {
    return Digest.text(Digest.of(seed.at("config").at(image)));
  }

  /** The repository that holds an image. */
  public String repository(long image) {
    long number = image * 4 / IMAGES_OF_FOUR;
    return "team-" + number / 7 + "/app-" + number;
  }

  /** The tag that leads to an image. */
  public String tag(long image) {
    return image % IMAGES_OF_FOUR == 1 ? "v1" : "latest";
  }

  /** When an image was built, in microseconds since the epoch. */
  public long createdAtMicros(long image) {
    long seconds = Long.remainderUnsigned(seed.at("created").at(image).value(), 94_608_000);
    return (1_400_000_000 + seconds) * 1_000_000;
  }

  /** Its layers by their numbers, the base first. */
  public long[] layers(long image) {
    long first = image * (layers - bases) / images;
    int owned = (int) ((image + 1) * (layers - bases) / images - first);
    boolean empty = FileContents.unit(seed.at("empty").at(image)) < EMPTY_RATIO;
    int of = count(FileContents.unit(seed.at("layers").at(image)));
    int inherited = Math.max(1, of - owned - (empty ? 1 : 0));
    double drawn = FileContents.unit(seed.at("base").at(image));
    long family = FAMILY * (long) (Math.max(1, bases / FAMILY) * drawn * drawn * drawn);
    long[] all = new long[inherited + owned + (empty ? 1 : 0)];
    for (int depth = 0; depth < inherited; depth++) {
      all[depth] = 1 + (family + depth) % (bases - 1);
    }
    for (int at = 0; at < owned; at++) {
      all[inherited + at] = bases + own.permuted(first + at);
    }
    return all;
  }

  /** Layers of an image of which so large a share of images has fewer. */
  static int count(double share) {
    if (share < 0.5) {
      return (int) Math.ceil(StrictMath.pow(8, share / 0.5));
    }
    if (share < 0.9) {
      return (int) Math.ceil(8 * StrictMath.pow(18 / 8.0, (share - 0.5) / 0.4));
    }
    return (int) Math.ceil(18 * StrictMath.pow(120 / 18.0, StrictMath.pow((share - 0.9) / 0.1, 4)));
  }
}
