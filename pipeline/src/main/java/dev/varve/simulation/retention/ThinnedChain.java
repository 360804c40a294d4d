package dev.varve.simulation.retention;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A VM's snapshots of which some are gone: each that stays follows its nearest ancestor that stays,
 * as if the others had never been taken.
 *
 * @param parents by snapshot number; {@link #NONE} of a first one, {@link #GONE} of one that is
 *     gone
 * @param lastChildren by snapshot number; {@link #NONE} of one without children that stay
 * @param unchanged whether a snapshot has the parent that it had
 */
@SuppressWarnings("ArrayRecordComponent") // looked up for every segment, not compared
public record ThinnedChain(int[] parents, int[] lastChildren, boolean[] unchanged)
    implements Serializable {
  /** There is no such snapshot. */
  public static final int NONE = -1;

  /** The snapshot is gone. */
  public static final int GONE = -2;

  /**
   * Thins a chain.
   *
   * @param parents number of each snapshot's parent, a smaller one, or {@link #NONE}
   * @param kept whether each stays
   */
  public static ThinnedChain of(int[] parents, boolean[] kept) {
    int[] thinned = new int[parents.length];
    int[] lastChildren = new int[parents.length];
    boolean[] unchanged = new boolean[parents.length];
    Arrays.fill(lastChildren, NONE);
    for (int number = 0; number < parents.length; number++) {
      int parent = parents[number];
      while (parent >= 0 && !kept[parent]) {
        parent = parents[parent];
      }
      thinned[number] = kept[number] ? parent : GONE;
      unchanged[number] = kept[number] && parent == parents[number];
      if (kept[number] && parent >= 0) {
        lastChildren[parent] = number;
      }
    }
    return new ThinnedChain(thinned, lastChildren, unchanged);
  }

  /** Whether a snapshot stays. */
  public boolean keeps(int number) {
    return parents[number] != GONE;
  }
}
