package dev.varve.deletion;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The oldest snapshot of every VM that has two or more goes from a store that all VMs share, by
 * exact deletion in two ways: one mark and sweep of everything, and group after group of VMs, of
 * which each keeps its marks. Works on any part of the keys, as parts know nothing of each other.
 */
public final class FleetSweep {
  private final int groups;
  private final Map<String, Integer> snapshotsOfVms;
  private final ReferenceList all = new ReferenceList();
  private final List<Map<String, ReferenceList>> deleted = new ArrayList<>();
  private final List<Map<String, ReferenceList>> live = new ArrayList<>();

  /** Some chunks of the snapshot of this number in its VM's order. */
  public record Piece(String vm, int number, ChunkReferences references) implements Serializable {}

  /**
   * What sweeps of parts add up to.
   *
   * @param references read to mark
   * @param memoryBytes of all marks
   */
  public record Cost(long references, long freedBytes, long memoryBytes, long nanos)
      implements Serializable {
    /** Of no part. */
    public static final Cost NONE = new Cost(0, 0, 0, 0);

    /** Of both parts together. */
    public Cost plus(Cost other) {
      return new Cost(
          references + other.references,
          freedBytes + other.freedBytes,
          memoryBytes + other.memoryBytes,
          nanos + other.nanos);
    }

    /** With a later sweep of the same part, whose marks take the place of the earlier ones. */
    Cost then(MarkAndSweep.Sweep sweep) {
      return new Cost(
          references + sweep.references(),
          freedBytes + sweep.freedBytes(),
          sweep.memoryBytes(),
          nanos + sweep.nanos());
    }
  }

  /** Of one mark and sweep of everything; of one group after another, each marked anew. */
  public record Costs(Cost whole, Cost grouped) implements Serializable {
    /** Of no part. */
    public static final Costs NONE = new Costs(Cost.NONE, Cost.NONE);

    /** Of both parts together. */
    public Costs plus(Costs other) {
      return new Costs(whole.plus(other.whole), grouped.plus(other.grouped));
    }
  }

  /**
   * Over no chunks yet.
   *
   * @param groups that VMs are dealt into by their names
   * @param snapshotsOfVms how many snapshots each VM has
   */
  public FleetSweep(int groups, Map<String, Integer> snapshotsOfVms) {
    this.groups = groups;
    this.snapshotsOfVms = snapshotsOfVms;
    for (int group = 0; group < groups; group++) {
      deleted.add(new TreeMap<>());
      live.add(new TreeMap<>());
    }
  }

  /** Takes some chunks of a snapshot; in any order. */
  public void add(Piece piece) {
    boolean goes = piece.number() == 0 && snapshotsOfVms.getOrDefault(piece.vm(), 0) > 1;
    int group = Math.floorMod(piece.vm().hashCode(), groups);
    ReferenceList list =
        (goes ? deleted : live)
            .get(group)
            .computeIfAbsent(piece.vm() + "\0" + piece.number(), name -> new ReferenceList());
    for (int chunk = 0; chunk < piece.references().chunks(); chunk++) {
      long key = piece.references().keys()[chunk];
      list.add(key, piece.references().bytes()[chunk]);
      all.add(key, piece.references().bytes()[chunk]);
    }
  }

  /** Deletes in both ways what has come. */
  public Costs sweep() {
    ChunkReferences stored = all.references();
    List<List<ChunkReferences>> kept = live.stream().map(FleetSweep::lists).toList();
    MarkAndSweep one = new MarkAndSweep(1);
    one.mark(0, kept.stream().flatMap(List::stream).toList());
    Cost whole = Cost.NONE.then(one.sweep(stored, everything(stored)));
    return new Costs(whole, grouped(stored, kept));
  }

  private Cost grouped(ChunkReferences stored, List<List<ChunkReferences>> kept) {
    MarkAndSweep marks = new MarkAndSweep(groups);
    for (int group = 0; group < groups; group++) {
      List<ChunkReferences> both = new ArrayList<>(kept.get(group));
      both.addAll(lists(deleted.get(group)));
      marks.mark(group, both);
    }
    BitSet held = everything(stored);
    marks.sweep(stored, held); // the marks that were there before
    Cost cost = Cost.NONE;
    for (int group = 0; group < groups; group++) {
      marks.mark(group, kept.get(group));
      cost = cost.then(marks.sweep(stored, held));
    }
    return cost;
  }

  private static List<ChunkReferences> lists(Map<String, ReferenceList> snapshots) {
    return snapshots.values().stream().map(ReferenceList::references).toList();
  }

  private static BitSet everything(ChunkReferences stored) {
    BitSet held = new BitSet(stored.chunks());
    held.set(0, stored.chunks());
    return held;
  }
}
