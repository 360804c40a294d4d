package dev.varve.benchmarks.population;

/**
 * Which content stands at each of many places: a content of c copies at c places in a row. 3 % of
 * as many contents as places are distinct, half of them have four copies, nine tenths at most ten,
 * 0.6 % one. The tenth with more follows Zipf's law with exponent 1/2, so that the most popular one
 * is about as frequent as the most frequent file of a large registry.
 *
 * @param places in all
 * @param popular contents with more than ten copies: the first ones
 * @param popularPlaces of these
 */
record RepeatCounts(long places, long popular, long popularPlaces) {
  private static final double DISTINCT_RATIO = 0.03;
  private static final int[] COPIES = {7, 4, 3, 2, 1};
  private static final double[] SHARES = {0.144, 0.5, 0.1, 0.15, 0.006};

  static RepeatCounts of(long places) {
    long rest = 0;
    long restPlaces = 0;
    for (int step = 0; step < COPIES.length; step++) {
      rest += contents(places, step);
      restPlaces += contents(places, step) * COPIES[step];
    }
    long contents = Math.round(places * DISTINCT_RATIO);
    return new RepeatCounts(places, Math.max(1, contents - rest), places - restPlaces);
  }

  private static long contents(long places, int step) {
    return (long) (places * DISTINCT_RATIO * SHARES[step]);
  }

  /** The content at a place, a number from 0; popular ones are first. */
  long content(long place) {
    if (place < popularPlaces) {
      double share = (place + 0.5) / popularPlaces;
      return Math.min(popular - 1, (long) (popular * share * share));
    }
    long at = place - popularPlaces;
    long first = popular;
    for (int step = 0; ; step++) {
      long contents = contents(places, step);
      if (at < contents * COPIES[step]) {
        return first + at / COPIES[step];
      }
      at -= contents * COPIES[step];
      first += contents;
    }
  }

  boolean isPopular(long content) {
    return content < popular;
  }
}
