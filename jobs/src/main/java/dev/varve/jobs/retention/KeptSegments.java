package dev.varve.jobs.retention;

import dev.varve.backup.DirtyBit;
import dev.varve.backup.SegmentReferences;
import dev.varve.retention.ThinnedChain;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The segments that plans keep.
 *
 * @param chains of each VM, as each plan leaves them
 * @param plans how many there are, 64 at most
 */
record KeptSegments(Map<String, List<ThinnedChain>> chains, int plans) implements Serializable {
  static final int MOST_PLANS = Long.SIZE;

  /** The plans that keep a segment's snapshot, a bit each. */
  long plansOf(SegmentReferences segment) {
    List<ThinnedChain> of = of(segment);
    long mask = 0;
    for (int plan = 0; plan < plans; plan++) {
      mask |= of.get(plan).keeps(segment.snapshot()) ? 1L << plan : 0;
    }
    return mask;
  }

  /**
   * A segment as a plan has it, behind the nearest ancestor that stays; null when its snapshot is
   * gone. What a disk format says of changes holds for the parent that a snapshot had.
   */
  @Nullable SegmentReferences in(int plan, SegmentReferences segment) {
    ThinnedChain chain = of(segment).get(plan);
    int number = segment.snapshot();
    if (!chain.keeps(number)) {
      return null;
    }
    return new SegmentReferences(
        segment.vm(),
        number,
        chain.parents()[number],
        chain.lastChildren()[number],
        segment.position(),
        segment.bytes(),
        segment.fingerprint(),
        segment.minHash(),
        segment.keys(),
        segment.ends(),
        segment.zeros(),
        chain.unchanged()[number] ? segment.dirty() : DirtyBit.UNKNOWN);
  }

  private List<ThinnedChain> of(SegmentReferences segment) {
    List<ThinnedChain> of = chains.get(segment.vm());
    if (of == null) {
      throw new IllegalStateException("a segment of a VM without snapshots: " + segment.vm());
    }
    return of;
  }
}
