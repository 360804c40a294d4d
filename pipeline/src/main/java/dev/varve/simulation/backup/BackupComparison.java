package dev.varve.simulation.backup;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares all schemes over the same data, from the sums of the folds and queries.
 *
 * @param rules of the VM-centric schemes
 * @param sigma popular share of the unique chunks
 * @param machines p, of every scheme
 * @param tally sum over all snapshots, with the popular data
 * @param popular the popular data, each chunk once
 * @param unique every distinct chunk once
 * @param srb what the bins of SRB store together
 * @param largestBinChunks distinct chunks of the bin that has most
 * @param memory sizes of index entries
 */
public record BackupComparison(
    BackupRules rules,
    double sigma,
    int machines,
    BackupTally tally,
    Volume popular,
    Volume unique,
    Volume srb,
    long largestBinChunks,
    IndexMemory memory) {

  /** The bytes stored by the VM-centric scheme: the VMs' own stores, and the popular data once. */
  public Volume stored() {
    return tally.written().plus(popular);
  }

  /** One row a scheme. */
  public List<BackupResult> results() {
    String label = rules.label();
    long local = localIndexBytes();
    long perfect = memory.chunkIndexBytes(unique.chunks(), machines);
    long bins = memory.chunkIndexBytes(largestBinChunks, 1);
    long all = local + memory.chunkIndexBytes(popular.chunks(), machines);
    return List.of(
        result(Scheme.PERFECT, null, null, unique, perfect),
        result(Scheme.VC_L1, label, null, tally.afterVersion(), 0),
        result(Scheme.VC_L2, label, null, tally.afterSimilarity(), local),
        result(Scheme.VC, label, sigma, stored(), all),
        result(Scheme.SRB, null, null, srb, bins));
  }

  /** One row a stage of the VM-centric scheme. */
  public List<BackupStage> stages() {
    Savings savings = savings();
    String label = rules.label();
    Volume first = tally.afterVersion();
    Volume second = tally.afterSimilarity();
    return List.of(
        BackupStage.of(label, sigma, "l1", tally.raw(), first, savings),
        BackupStage.of(label, sigma, "l2", first, second, savings),
        BackupStage.of(label, sigma, "l3", second, stored(), savings));
  }

  private Savings savings() {
    return new Savings(tally.raw().bytes(), unique.bytes());
  }

  /** Index memory of level 2 on one machine. */
  public long localIndexBytes() {
    long segments = Math.max(1, tally.segments());
    long chunksPerSegment = (tally.raw().chunks() + segments - 1) / segments;
    return switch (rules.search()) {
      case NONE -> 0;
      case SAME_POSITION -> memory.parentBytes(0, 1, chunksPerSegment);
      case SIMILAR ->
          memory.parentBytes(tally.largestSegments(), rules.candidates() + 1, chunksPerSegment);
    };
  }

  private BackupResult result(
      Scheme scheme,
      @Nullable String label,
      @Nullable Double share,
      Volume stored,
      long indexBytes) {
    return new BackupResult(
        scheme.label(),
        label,
        share,
        machines,
        tally.raw().bytes(),
        stored.bytes(),
        tally.zero().bytes(),
        savings().reduction(stored.bytes()),
        savings().efficiency(stored.bytes()),
        indexBytes);
  }
}
