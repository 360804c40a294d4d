package dev.varve.simulation.chain;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A disk whose data is in a chain of files: a base, and files that each store what was written
 * since a snapshot.
 *
 * @param owners which file owns each range of the disk
 * @param files the base first, the active one last
 */
public record Chain(OwnerRuns owners, List<ChainFile> files) implements Serializable {
  /** Largest number of files of a chain. */
  public static final int MOST_FILES = Short.MAX_VALUE;

  /** Copies the list. */
  public Chain {
    files = List.copyOf(files);
    if (files.isEmpty() || files.size() > MOST_FILES) {
      throw new IllegalArgumentException("a chain of " + files.size() + " files");
    }
  }

  /** Length of the disk. */
  public long virtualBytes() {
    return owners.virtualBytes();
  }

  /** The file that the guest writes to. */
  public ChainFile active() {
    return files.get(files.size() - 1);
  }

  /** Guest bytes that the smallest slice of any file covers. */
  long sliceSpanBytes() {
    return files.stream()
        .filter(ChainFile::hasTables)
        .mapToLong(ChainFile::sliceSpanBytes)
        .min()
        .orElse(virtualBytes());
  }

  /** The smallest cluster of any file. */
  int clusterBytes() {
    return files.stream()
        .filter(ChainFile::hasTables)
        .mapToInt(ChainFile::clusterBytes)
        .min()
        .orElse(ChainFile.SLICE_BYTES);
  }

  /** Whether the slices of all files that have any cover the same guest bytes. */
  public boolean isUniform() {
    return files.stream()
            .filter(ChainFile::hasTables)
            .mapToLong(ChainFile::sliceSpanBytes)
            .distinct()
            .count()
        <= 1;
  }

  /** The chain after the files 1 to {@code count} were merged into the base. */
  public Chain merged(int count) {
    if (count == 0) {
      return this;
    }
    List<ChainFile> remaining = new ArrayList<>();
    ChainFile base = files.get(0);
    BitSet tables = (BitSet) base.tables().clone();
    for (ChainFile file : files.subList(1, count + 1)) {
      if (base.hasTables() && file.tableSpanBytes() == base.tableSpanBytes()) {
        tables.or(file.tables());
      } else {
        tables.set(0, (int) (base.l1Bytes() / Long.BYTES));
      }
    }
    remaining.add(new ChainFile(base.clusterBytes(), base.entryBytes(), base.l1Bytes(), tables));
    remaining.addAll(files.subList(count + 1, files.size()));
    return new Chain(owners.merged(count), remaining);
  }

  /** Bytes that the files 1 to {@code count} own, which a merge into the base copies. */
  public long mergeBytes(int count) {
    long bytes = 0;
    for (int run = 0; run < owners.runs(); run++) {
      if (owners.owner(run) > 0 && owners.owner(run) <= count && owners.isStored(run)) {
        bytes += owners.start(run + 1) - owners.start(run);
      }
    }
    return bytes;
  }

  /**
   * Mean number of files that a read looks into, when every byte is read with equal probability. A
   * byte of the k-th file below the active one takes k + 1 files. A byte that was never written
   * takes all files.
   *
   * @param space which bytes are read
   */
  public Probes expectedProbes(ReadSpace space) {
    double weight = 0;
    double sum = 0;
    double squares = 0;
    for (int run = 0; run < owners.runs(); run++) {
      int owner = owners.owner(run);
      if (owner == OwnerRuns.NOBODY && space == ReadSpace.WRITTEN) {
        continue;
      }
      double bytes = owners.start(run + 1) - owners.start(run);
      double probes = files.size() - Math.max(0, owner);
      weight += bytes;
      sum += bytes * probes;
      squares += bytes * probes * probes;
    }
    double mean = weight == 0 ? 0 : sum / weight;
    double variance = weight == 0 ? 0 : Math.max(0, squares / weight - mean * mean);
    return new Probes(mean, Math.sqrt(variance));
  }

  /** Mean and standard deviation of the files that a read looks into. */
  public record Probes(double mean, double deviation) {}
}
