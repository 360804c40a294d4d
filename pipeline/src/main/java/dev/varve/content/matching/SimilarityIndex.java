package dev.varve.content.matching;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Finds the segments of one snapshot that may contain the chunks of a given segment. First come
 * those with an equal min-hash in ascending position, up to a limit, then the segment at the same
 * position, unless it is among them.
 *
 * <p>Segments are named by their ordinal in the arrays given. Memory: 28 to 44 bytes a segment (its
 * position 8, the link to the next of equal min-hash 4, its share of a table of min-hashes 16 to
 * 32). With the min-hashes given, 36 to 52 while it is built.
 *
 * @see <a href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 *     deduplication for converged cloud architectures, level 2</a>
 */
public final class SimilarityIndex {
  /** Candidates of equal min-hash in the published scheme. */
  public static final int PUBLISHED_LIMIT = 10;

  private static final int NONE = -1;

  private final long[] positions;
  private final int limit;
  private final Long2IntOpenHashMap heads;
  private final int[] next;

  /**
   * @param positions ascending, without repeats
   * @param minHashes one for each position
   * @param limit most candidates of equal min-hash, not counting the one at the same position
   */
  public SimilarityIndex(long[] positions, long[] minHashes, int limit) {
    if (positions.length != minHashes.length || limit < 0) {
      throw new IllegalArgumentException(
          positions.length + " positions, " + minHashes.length + " min-hashes, limit " + limit);
    }
    this.positions = positions;
    this.limit = limit;
    heads = new Long2IntOpenHashMap(positions.length);
    heads.defaultReturnValue(NONE);
    next = new int[positions.length];
    // Inserted from last to first, each at the head of its list, so that the lists are ascending.
    for (int ordinal = positions.length - 1; ordinal >= 0; ordinal--) {
      if (ordinal > 0 && positions[ordinal - 1] >= positions[ordinal]) {
        throw new IllegalArgumentException("positions do not ascend at " + positions[ordinal]);
      }
      next[ordinal] = heads.put(minHashes[ordinal], ordinal);
    }
  }

  /** The most ordinals that {@link #candidates} writes. */
  public int mostCandidates() {
    return limit + 1;
  }

  /**
   * Writes the ordinals of the candidates in the order in which they are to be searched.
   *
   * @param into has capacity for {@link #mostCandidates}
   * @return how many there are
   */
  public int candidates(long minHash, long position, int[] into) {
    int count = 0;
    boolean same = false;
    for (int ordinal = heads.get(minHash);
        ordinal != NONE && count < limit;
        ordinal = next[ordinal]) {
      same |= positions[ordinal] == position;
      into[count++] = ordinal;
    }
    int ordinal = same ? NONE : Arrays.binarySearch(positions, position);
    if (ordinal >= 0) {
      into[count++] = ordinal;
    }
    return count;
  }
}
