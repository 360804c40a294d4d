package dev.varve.benchmarks.population;

import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;

/**
 * What the contents of files are, by their number: 0 is the empty file, then come those of blocks
 * of files that lie together wherever they lie, popular ones first. Popular files are smaller by a
 * tenth, so that 14.3 % of all bytes are distinct where 3 % of the files are. Sizes are stretched
 * exponential, ln(1/x) to the third power, spread evenly over the contents of a kind.
 */
record FileContents(Seed seed, RepeatCounts repeats) {
  /** Files that come and go together. */
  static final int BLOCK = 16;

  static final long EMPTY = 0;

  private static final double POPULAR_BYTES = 15_600;
  private static final double RARE_BYTES = 166_000;
  private static final double GOLDEN = 0.6180339887498949;

  /** The third moment of an exponential variate. */
  private static final double CUBES = 6;

  /** Types of files, with their share of the contents and their size over the mean. */
  enum Type {
    TEXT(0.44, 0.318, ".txt"),
    ELF(0.11, 3.36, ".so"),
    ARCHIVE(0.04, 5.75, ".gz"),
    SCRIPT(0.12, 0.634, ".py"),
    BYTECODE(0.09, 0.634, ".pyc"),
    IMAGE(0.06, 0.634, ".png"),
    DATABASE(0.01, 0.634, ".db"),
    DATA(0.13, 0.634, ".dat");

    private final double share;
    private final double fold;
    final String suffix;

    Type(double share, double fold, String suffix) {
      this.share = share;
      this.fold = fold;
      this.suffix = suffix;
    }
  }

  private static final Type[] TYPES = Type.values();

  /** The content of a file of a block. */
  static long content(long block, int slot) {
    return block * BLOCK + slot + 1;
  }

  Type type(long content) {
    double drawn = unit(seed.at("type").at(content));
    int at = 0;
    while (at < TYPES.length - 1 && drawn >= TYPES[at].share) {
      drawn -= TYPES[at].share;
      at++;
    }
    return TYPES[at];
  }

  long bytes(long content) {
    if (content == EMPTY) {
      return 0;
    }
    double mean = repeats.isPopular((content - 1) / BLOCK) ? POPULAR_BYTES : RARE_BYTES;
    double part = content * GOLDEN;
    double log = -StrictMath.log(1 - (part - StrictMath.floor(part)));
    return 1 + (long) (mean * type(content).fold / CUBES * log * log * log);
  }

  Fingerprint fingerprint(long content) {
    return Digest.of(seed.at("content").at(content));
  }

  /** A number from 0 to 1. */
  static double unit(Seed drawn) {
    return (drawn.value() >>> 11) * 0x1p-53;
  }
}
