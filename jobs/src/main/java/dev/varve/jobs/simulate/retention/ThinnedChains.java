package dev.varve.jobs.simulate.retention;

import dev.varve.simulation.backup.DirtyBit;
import dev.varve.simulation.backup.SegmentReferences;
import dev.varve.simulation.retention.ThinnedChain;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The chains of all VMs as plans leave them. A plan is a set of snapshots that stay.
 *
 * @param chains by VM, one for each plan
 * @param plans how many there are, {@link #MAX_PLANS} at most
 */
record ThinnedChains(Map<String, List<ThinnedChain>> chains, int plans) implements Serializable {
  /** Most plans: a mask of type long has one bit for each plan. */
  static final int MAX_PLANS = Long.SIZE;

  /** A mask of the plans that keep a snapshot, one bit per plan. */
  long plansOf(String vm, int snapshot) {
    List<ThinnedChain> chainsOfVm = chainsOf(vm);
    long mask = 0;
    for (int plan = 0; plan < plans; plan++) {
      mask |= chainsOfVm.get(plan).keeps(snapshot) ? 1L << plan : 0;
    }
    return mask;
  }

  /**
   * A segment under a plan, with the nearest remaining ancestor as parent; null if the plan removes
   * its snapshot. Dirty bits refer to the original parent, so they are unknown with any other
   * parent.
   */
  @Nullable SegmentReferences segment(int plan, SegmentReferences segment) {
    ThinnedChain chain = chainsOf(segment.vm()).get(plan);
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

  private List<ThinnedChain> chainsOf(String vm) {
    List<ThinnedChain> chainsOfVm = chains.get(vm);
    if (chainsOfVm == null) {
      throw new IllegalStateException("a segment of a VM without snapshots: " + vm);
    }
    return chainsOfVm;
  }
}
