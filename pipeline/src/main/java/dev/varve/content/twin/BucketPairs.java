package dev.varve.content.twin;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The pairs within buckets that are worth comparing in detail. Members come bucket by bucket,
 * within it by number of contents, then by number of layer. Each member is paired with a limited
 * number of the members just before it, which are closest to it in size. All other pairs are only
 * counted. So time grows linearly with the members of a bucket, and memory is bounded by the limit.
 */
public final class BucketPairs {
  /** Probability that two different values have equal sketches of one byte. */
  private static final double CHANCE_EQUALITY = 1.0 / 256;

  /** Standard deviations that an estimate may be below the requested similarity. */
  private static final double SLACK_DEVIATIONS = 4;

  private final double similarity;
  private final int mostCompared;
  private final double leastEstimate;
  private final Deque<BucketMember> before = new ArrayDeque<>();
  private long bucketMembers;
  private long pairsLeftOut;
  private BucketMember last = new BucketMember(-1, 0, 0, 0, new byte[0]);

  /**
   * @param similarity least Jaccard similarity of the requested pairs
   * @param values number of values of a signature
   * @param mostCompared number of earlier members that one member is compared with at most
   */
  public BucketPairs(double similarity, int values, int mostCompared) {
    this.similarity = similarity;
    this.mostCompared = mostCompared;
    this.leastEstimate =
        similarity
            - SLACK_DEVIATIONS * Math.sqrt(similarity * (1 - similarity) / values)
            - CHANCE_EQUALITY;
  }

  /**
   * Adds the next member; its pairs with earlier members go to the output.
   *
   * @throws IllegalArgumentException when the member is out of order
   */
  public void add(BucketMember member, Consumer<CandidatePair> output) {
    if (!member.shares(last)) {
      before.clear();
      bucketMembers = 0;
    } else if (!member.isAfter(last)) {
      throw new IllegalArgumentException("layer " + member.layer() + " after " + last.layer());
    }
    pairsLeftOut += bucketMembers - before.size();
    for (BucketMember other : before) {
      pair(member, other, output);
    }
    if (before.size() == mostCompared) {
      before.removeFirst();
    }
    before.addLast(member);
    bucketMembers++;
    last = member;
  }

  /**
   * Number of pairs that were not compared, because their buckets are too large. A pair counts once
   * for each of its buckets.
   */
  public long pairsLeftOut() {
    return pairsLeftOut;
  }

  /**
   * Compares two members. Their Jaccard similarity is at most the ratio of their sizes, so members
   * too different in size are left out.
   */
  private void pair(BucketMember member, BucketMember other, Consumer<CandidatePair> output) {
    if (other.contents() < similarity * member.contents()) {
      return;
    }
    double estimate = estimate(member.sketch(), other.sketch());
    if (estimate >= leastEstimate) {
      output.accept(new CandidatePair(member.layer(), other.layer(), estimate));
    }
  }

  /**
   * Estimated similarity of two sets from their sketches (Li, Koenig, b-bit minwise hashing, WWW
   * 2010, with b = 8).
   */
  static double estimate(byte[] one, byte[] other) {
    int equal = 0;
    for (int index = 0; index < one.length; index++) {
      if (one[index] == other[index]) {
        equal++;
      }
    }
    double share = (double) equal / one.length;
    return Math.max(0, (share - CHANCE_EQUALITY) / (1 - CHANCE_EQUALITY));
  }
}
