package dev.varve.content.twin;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The pairs within buckets that are worth comparing in detail. Members come bucket by bucket, those
 * with fewer contents first, then by number. Each member is paired with a limited number of those
 * that came just before it, which are closest to it in size. All other pairs are only counted. So
 * the cost of a bucket is that number for each member, and memory for as many members.
 */
public final class BucketPairs {
  /** Sketches agree by chance once in as many values. */
  private static final double CHANCE = 1.0 / 256;

  /** Standard deviations that an estimate may be below the requested similarity. */
  private static final double SLACK = 4;

  private final double similarity;
  private final int most;
  private final double leastEstimate;
  private final Deque<BucketMember> before = new ArrayDeque<>();
  private long seen;
  private long leftOut;
  private BucketMember last = new BucketMember(-1, 0, 0, 0, new byte[0]);

  /**
   * @param similarity the least that counts
   * @param values of a signature
   * @param most members that one member is compared with
   */
  public BucketPairs(double similarity, int values, int most) {
    this.similarity = similarity;
    this.most = most;
    this.leastEstimate =
        similarity - SLACK * Math.sqrt(similarity * (1 - similarity) / values) - CHANCE;
  }

  /**
   * The next member; pairs with those before it go to the output.
   *
   * @throws IllegalArgumentException when it does not follow the one before
   */
  public void add(BucketMember member, Consumer<CandidatePair> output) {
    if (!member.shares(last)) {
      before.clear();
      seen = 0;
    } else if (!member.isAfter(last)) {
      throw new IllegalArgumentException("layer " + member.layer() + " after " + last.layer());
    }
    leftOut += seen - before.size();
    for (BucketMember other : before) {
      pair(member, other, output);
    }
    if (before.size() == most) {
      before.removeFirst();
    }
    before.addLast(member);
    seen++;
    last = member;
  }

  /** Pairs that were not looked at, because their buckets are too large; some twice. */
  public long leftOut() {
    return leftOut;
  }

  /** J is at most the ratio of the sizes, so layers too different in size cannot be near. */
  private void pair(BucketMember member, BucketMember other, Consumer<CandidatePair> output) {
    if (other.contents() < similarity * member.contents()) {
      return;
    }
    double estimate = estimate(member.sketch(), other.sketch());
    if (estimate >= leastEstimate) {
      output.accept(new CandidatePair(member.layer(), other.layer(), estimate));
    }
  }

  /** Li, Koenig, b-bit minwise hashing, WWW 2010, with b = 8. */
  static double estimate(byte[] one, byte[] other) {
    int equal = 0;
    for (int index = 0; index < one.length; index++) {
      if (one[index] == other[index]) {
        equal++;
      }
    }
    double share = (double) equal / one.length;
    return Math.max(0, (share - CHANCE) / (1 - CHANCE));
  }
}
