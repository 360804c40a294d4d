package dev.varve.simulation.backup;

import static dev.varve.simulation.backup.LocatedSegment.MISSING;
import static dev.varve.simulation.backup.LocatedSegment.ZERO;

import dev.varve.content.matching.SimilarityIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The VM-centric backup of one VM: its snapshots in order, the segments of each in ascending
 * position, each compared with the direct parent snapshot alone. In a chain the parent is the
 * snapshot before; snapshots may also branch.
 *
 * <ol>
 *   <li>Level 1: if the parent's segment at the same position is equal, the whole segment becomes a
 *       reference.
 *   <li>Level 2: each chunk is looked up in the recipes of the parent's similar segments.
 *   <li>Level 3: what is left is looked up in the popular data of the fleet.
 *   <li>The rest is written to the VM's own store. So a chunk that comes twice in a first snapshot,
 *       or twice among the new data of a later one, is stored twice unless it is popular.
 * </ol>
 *
 * <p>Levels 1 and 2 do not depend on the popular data, because they find a chunk wherever it is
 * stored. So one fold serves both passes: the first, with {@link PopularStore#empty}, counts
 * popularity; the second stores.
 *
 * <p>Memory: 12 bytes for each chunk of the parent and for each that the current snapshot changed,
 * however long the chain is. Where snapshots branch, every snapshot that still has a child to come
 * is kept.
 *
 * @see <a href="https://doi.org/10.1109/TPDS.2015.2408263">W. Zhang et al.: VM-centric snapshot
 *     deduplication for converged cloud architectures</a>
 */
public final class VmBackup {
  private final String vm;
  private final BackupRules rules;
  private final PopularStore popular;
  private final BackupOutput output;
  private final BlockPacker store;
  private final WantedChunks wanted = new WantedChunks();
  private final BitSet privateBlocks = new BitSet();
  private final BitSet popularBlocks = new BitSet();
  private final int[] ordinals;

  private int snapshot = -1;
  private long lastPosition = -1;
  private int lastChild = SegmentReferences.NONE;
  private final Map<Integer, ParentSnapshot> keptParents = new HashMap<>();
  private List<LocatedSegment> parent = List.of();
  private List<LocatedSegment> current = new ArrayList<>();
  private SimilarityIndex index;
  private int parentCursor;
  private SnapshotTally tally = new SnapshotTally();

  /** A snapshot kept because children of it are still to come. */
  private record ParentSnapshot(List<LocatedSegment> segments, int lastChild) {}

  /** A VM before its first backup. */
  public VmBackup(String vm, BackupRules rules, PopularStore popular, BackupOutput output) {
    this.vm = vm;
    this.rules = rules;
    this.popular = popular;
    this.output = output;
    store = new BlockPacker(rules.blockBytes());
    index = similarity(parent, rules);
    ordinals = new int[index.mostCandidates()];
  }

  /**
   * Backs up the next segment.
   *
   * @throws IllegalArgumentException when segments do not come in order
   */
  public void add(SegmentReferences segment) {
    advanceTo(segment);
    Volume data = segment.data();
    tally.zero(segment, data);
    if (data.chunks() == 0) {
      return;
    }
    while (parentCursor < parent.size()
        && parent.get(parentCursor).position() < segment.position()) {
      parentCursor++;
    }
    LocatedSegment parentSegment = parentCursor < parent.size() ? parent.get(parentCursor) : null;
    if (parentSegment != null && parentSegment.position() != segment.position()) {
      parentSegment = null;
    }
    boolean equalsParent =
        parentSegment != null && parentSegment.fingerprint() == segment.fingerprint();
    boolean unchanged = unchanged(segment, equalsParent);
    tally.segment(data, unchanged);
    LocatedSegment located;
    if (unchanged && parentSegment != null) {
      located = parentSegment;
    } else {
      wanted.start(segment);
      searchParent(segment, parentSegment);
      int[] places = wanted.places();
      placeLeftovers(segment, places);
      located =
          new LocatedSegment(
              segment.position(), segment.fingerprint(), segment.minHash(), segment.keys(), places);
    }
    markBlocks(located.places());
    current.add(located);
  }

  /** Ends the last snapshot and the VM. */
  public void finish() {
    endSnapshot();
    output.store(vm, store.blockBytes());
  }

  /**
   * Whether level 1 makes a reference. A clear dirty bit is ignored when the content differs,
   * because then the backing file was written to.
   */
  private boolean unchanged(SegmentReferences segment, boolean equalsParent) {
    boolean usesDirtyBits = rules.detection() == VersionDetection.DIRTY_BITS;
    return equalsParent && !(usesDirtyBits && segment.dirty() == DirtyBit.SET);
  }

  private void searchParent(SegmentReferences segment, @Nullable LocatedSegment parentSegment) {
    switch (rules.search()) {
      case NONE -> {}
      case SAME_POSITION -> {
        if (parentSegment != null) {
          wanted.search(parentSegment);
        }
      }
      case SIMILAR -> {
        int count = index.candidates(segment.minHash(), segment.position(), ordinals);
        for (int i = 0; i < count; i++) {
          wanted.search(parent.get(ordinals[i]));
        }
      }
    }
  }

  /** Level 3 and writing: finds a place for every chunk that has none yet. */
  private void placeLeftovers(SegmentReferences segment, int[] places) {
    for (int i = 0; i < places.length; i++) {
      if (places[i] == MISSING) {
        long key = segment.keys()[i];
        int bytes = segment.bytes(i);
        output.leftover(key, bytes);
        int block = popular.block(key);
        tally.leftover(bytes, block >= 0);
        places[i] = block >= 0 ? ~block : store.put(bytes);
      }
    }
  }

  private void markBlocks(int[] places) {
    int last = ZERO;
    for (int place : places) {
      if (place != last && place != ZERO) {
        last = place;
        if (place >= 0) {
          privateBlocks.set(place);
        } else {
          popularBlocks.set(~place);
        }
      }
    }
  }

  private void advanceTo(SegmentReferences segment) {
    if (!segment.vm().equals(vm)
        || segment.snapshot() < snapshot
        || (segment.snapshot() == snapshot && segment.position() <= lastPosition)) {
      throw new IllegalArgumentException(
          "segment %d of snapshot %d of %s after segment %d of snapshot %d of %s"
              .formatted(
                  segment.position(),
                  segment.snapshot(),
                  segment.vm(),
                  lastPosition,
                  snapshot,
                  vm));
    }
    lastPosition = segment.position();
    if (segment.snapshot() != snapshot) {
      endSnapshot();
      if (lastChild > snapshot) {
        keptParents.put(snapshot, new ParentSnapshot(current, lastChild));
      }
      keptParents.values().removeIf(parent -> parent.lastChild() < segment.snapshot());
      // A parent that is not among the kept ones had no segments, so it contains no data.
      ParentSnapshot found = keptParents.get(segment.parent());
      parent = found == null ? List.of() : found.segments();
      index = similarity(parent, rules);
      current = new ArrayList<>(parent.size());
      parentCursor = 0;
      tally = new SnapshotTally();
      privateBlocks.clear();
      popularBlocks.clear();
      snapshot = segment.snapshot();
      lastChild = segment.lastChild();
    }
  }

  private void endSnapshot() {
    if (snapshot >= 0) {
      output.snapshot(
          new SnapshotBackup(
              vm,
              snapshot,
              tally.sum(),
              privateBlocks.stream().toArray(),
              popularBlocks.stream().toArray()));
    }
  }

  private static SimilarityIndex similarity(List<LocatedSegment> segments, BackupRules rules) {
    List<LocatedSegment> indexed =
        rules.search() == LocalSearch.SIMILAR ? segments : List.<LocatedSegment>of();
    return new SimilarityIndex(
        indexed.stream().mapToLong(LocatedSegment::position).toArray(),
        indexed.stream().mapToLong(LocatedSegment::minHash).toArray(),
        rules.candidates());
  }
}
