package dev.varve.simulation.deletion;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cost of deleting the first snapshot of every VM of a fleet that shares one store, by mark and
 * sweep. It is computed once for the whole fleet, and group by group of VMs with the marks of each
 * group kept. It works on any partition of the chunks by key; the costs of the parts add up.
 *
 * @see MarkAndSweep
 */
public final class FleetSweep {
  private final int groups;
  private final Map<String, Integer> snapshotsOfVms;
  private final ReferenceList all = new ReferenceList();
  private final List<Map<String, ReferenceList>> deleted = new ArrayList<>();
  private final List<Map<String, ReferenceList>> live = new ArrayList<>();

  /**
   * A fleet without chunks yet.
   *
   * @param groups number of groups of VMs; one deletes after the other
   * @param snapshotsOfVms how many snapshots each VM has: the first of two or more is deleted
   */
  public FleetSweep(int groups, Map<String, Integer> snapshotsOfVms) {
    this.groups = groups;
    this.snapshotsOfVms = snapshotsOfVms;
    for (int group = 0; group < groups; group++) {
      deleted.add(new TreeMap<>());
      live.add(new TreeMap<>());
    }
  }

  /**
   * Some chunks of one snapshot.
   *
   * @param snapshot number of the snapshot in its VM's order, from 0
   * @param references the chunks, each with its key and bytes
   */
  public record Piece(String vm, int snapshot, ChunkReferences references)
      implements Serializable {}

  /**
   * The cost of sweeps.
   *
   * @param references read to mark
   * @param freedBytes of chunks that no live snapshot contains
   * @param memoryBytes size of all marks after the last sweep
   * @param nanos time of marking and of sweeping
   */
  public record Cost(long references, long freedBytes, long memoryBytes, long nanos)
      implements Serializable {
    /** No cost. */
    public static final Cost NONE = new Cost(0, 0, 0, 0);

    /** Adds a further sweep over the same chunks; its marks replace those before. */
    Cost then(MarkAndSweep.Sweep sweep) {
      return new Cost(
          references + sweep.references(),
          freedBytes + sweep.freedBytes(),
          sweep.memoryBytes(),
          nanos + sweep.nanos());
    }

    /** Adds the cost of another part of the chunks. */
    public Cost plus(Cost other) {
      return new Cost(
          references + other.references,
          freedBytes + other.freedBytes,
          memoryBytes + other.memoryBytes,
          nanos + other.nanos);
    }
  }

  /**
   * The costs of both methods.
   *
   * @param whole one mark and sweep of everything
   * @param grouped as many sweeps as there are groups, each after one group was marked anew
   */
  public record Costs(Cost whole, Cost grouped) implements Serializable {
    /** No cost. */
    public static final Costs NONE = new Costs(Cost.NONE, Cost.NONE);

    /** Adds the costs of another part of the chunks. */
    public Costs plus(Costs other) {
      return new Costs(whole.plus(other.whole), grouped.plus(other.grouped));
    }
  }

  /** Adds chunks of a snapshot, in any order and any number of pieces. */
  public void add(Piece piece) {
    int group = Math.floorMod(piece.vm().hashCode(), groups);
    String snapshot = piece.vm() + "\0" + piece.snapshot();
    boolean isDeleted = piece.snapshot() == 0 && snapshotsOfVms.getOrDefault(piece.vm(), 0) > 1;
    (isDeleted ? deleted : live)
        .get(group)
        .computeIfAbsent(snapshot, name -> new ReferenceList())
        .addAll(piece.references());
    all.addAll(piece.references());
  }

  /** Sweeps all chunks added, by both methods. */
  public Costs costs() {
    ChunkReferences stored = all.references();
    List<List<ChunkReferences>> kept = live.stream().map(FleetSweep::referencesOf).toList();
    return new Costs(sweepOnce(stored, kept), sweepByGroups(stored, kept));
  }

  private static Cost sweepOnce(ChunkReferences stored, List<List<ChunkReferences>> kept) {
    MarkAndSweep marks = new MarkAndSweep(1);
    marks.mark(0, kept.stream().flatMap(List::stream).toList());
    return Cost.NONE.then(marks.sweep(stored, allStored(stored)));
  }

  private Cost sweepByGroups(ChunkReferences stored, List<List<ChunkReferences>> kept) {
    MarkAndSweep marks = new MarkAndSweep(groups);
    for (int group = 0; group < groups; group++) {
      List<ChunkReferences> beforeDeletion = new ArrayList<>(kept.get(group));
      beforeDeletion.addAll(referencesOf(deleted.get(group)));
      marks.mark(group, beforeDeletion);
    }
    BitSet stillStored = allStored(stored);
    marks.sweep(stored, stillStored); // the marks before the deletion are not part of the cost
    Cost cost = Cost.NONE;
    for (int group = 0; group < groups; group++) {
      marks.mark(group, kept.get(group));
      cost = cost.then(marks.sweep(stored, stillStored));
    }
    return cost;
  }

  private static List<ChunkReferences> referencesOf(Map<String, ReferenceList> snapshots) {
    return snapshots.values().stream().map(ReferenceList::references).toList();
  }

  private static BitSet allStored(ChunkReferences stored) {
    BitSet stillStored = new BitSet(stored.chunks());
    stillStored.set(0, stored.chunks());
    return stillStored;
  }
}
