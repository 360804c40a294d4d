package dev.varve.simulation.backup;

import dev.varve.content.matching.ChunkKey;
import java.io.Serializable;

/**
 * Routing of segments by SRB, the VM-oblivious scheme. A segment goes to one of p bins, each a
 * machine of its own, by the min-hash alone and without any state. Similar segments mostly have
 * equal min-hashes, so they mostly go to the same bin. The bin is {@link ChunkKey#spread} of the
 * min-hash's key, as an unsigned number, modulo p.
 *
 * @param machines p, the number of bins
 * @see <a href="https://doi.org/10.1109/MASCOT.2009.5366623">D. Bhagwat et al.: Extreme Binning</a>
 */
public record SrbRouting(int machines) implements Serializable {
  /** Checks the number. */
  public SrbRouting {
    if (machines < 1) {
      throw new IllegalArgumentException(machines + " machines");
    }
  }

  /** The bin of a segment, from 0; segments of zeros alone are not routed. */
  public int bin(long minHash) {
    return (int) Long.remainderUnsigned(ChunkKey.spread(minHash), machines);
  }
}
