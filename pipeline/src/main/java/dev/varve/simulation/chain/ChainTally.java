package dev.varve.simulation.chain;

import dev.varve.simulation.chain.ReplaySetting.CacheScope;
import dev.varve.simulation.chain.ReplaySetting.Method;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The counts of a replay, by file and in total. */
public record ChainTally(Totals totals, List<FileEvents> files) {

  /**
   * The events of a file.
   *
   * @param file 0 the base
   * @param lookups look-ups that reached the file
   * @param unallocated of these, look-ups of clusters that the file lacks
   * @param normal of these, look-ups of clusters that the file owns; under direct access, look-ups
   *     after which its data was read
   * @param hits look-ups whose slice a cache contained
   * @param misses look-ups whose slice was read from the file
   * @param residentBytes bytes of the file's slices in the cache at the end
   */
  public record FileEvents(
      int file,
      long lookups,
      long unallocated,
      long normal,
      long hits,
      long misses,
      long residentBytes) {}

  /**
   * The events of all files.
   *
   * @param lookups of all reads
   * @param neverWritten look-ups of clusters that no file owns
   * @param stored look-ups after which data is read
   * @param outside reads beyond the end of the disk, left out
   * @param probes number of files looked into, over all look-ups
   * @param below number of files below a file that was looked into, summed over all probes
   * @param unallocated events of a file that lacks the cluster
   * @param normal events of the file that owns it
   * @param hits slices found in a cache
   * @param misses slices read from a file
   * @param residentBytes slices in the caches at the end
   * @param duplicateBytes bytes of slices in the caches beyond the first copy of each; null where
   *     the slices of different files cover different ranges
   */
  public record Totals(
      long lookups,
      long neverWritten,
      long stored,
      long outside,
      long probes,
      long below,
      long unallocated,
      long normal,
      long hits,
      long misses,
      long residentBytes,
      @org.jspecify.annotations.Nullable Long duplicateBytes) {}

  /**
   * Adds up the parts of a replay.
   *
   * @param chain as it was replayed, after any merge
   * @param owned look-ups by the owner of their cluster
   */
  public static ChainTally of(
      Chain chain, ReplaySetting setting, Counts owned, List<CacheEvents> parts) {
    int count = chain.files().size();
    long[] hits = new long[count];
    long[] misses = new long[count];
    long[] resident = new long[count];
    BitSet residentSlices = new BitSet();
    for (CacheEvents part : parts) {
      for (int index = 0; index < part.hits().length; index++) {
        hits[part.first() + index] = part.hits()[index];
        misses[part.first() + index] = part.misses()[index];
        resident[part.first() + index] = part.resident()[index];
      }
      residentSlices.or(part.residentSlices());
    }
    List<FileEvents> files = new ArrayList<>();
    long reached = owned.neverWritten();
    for (int file = 0; file < count; file++) {
      reached += owned.byFile()[file];
      files.add(
          events(
              setting.method(),
              owned,
              file,
              reached,
              count - 1,
              hits[file],
              misses[file],
              resident[file] * chain.files().get(file).sliceBytes()));
    }
    boolean isAlike = chain.isUniform() || setting.scope() == CacheScope.SHARED;
    long bytes = files.stream().mapToLong(FileEvents::residentBytes).sum();
    long bytesOnce = (long) residentSlices.cardinality() * chain.active().sliceBytes();
    return new ChainTally(
        new Totals(
            reached,
            owned.neverWritten(),
            owned.stored(),
            owned.outside(),
            files.stream().mapToLong(FileEvents::lookups).sum(),
            files.stream().mapToLong(file -> file.lookups() * file.file()).sum(),
            files.stream().mapToLong(FileEvents::unallocated).sum(),
            files.stream().mapToLong(FileEvents::normal).sum(),
            files.stream().mapToLong(FileEvents::hits).sum(),
            files.stream().mapToLong(FileEvents::misses).sum(),
            bytes,
            isAlike ? (Long) (bytes - bytesOnce) : null),
        files);
  }

  /**
   * The look-ups of a workload by the owners of their clusters.
   *
   * @param neverWritten of clusters that no file owns
   * @param byFile of clusters that each file owns, the base first
   * @param stored after which data is read
   * @param outside reads beyond the end of the disk, left out
   */
  @SuppressWarnings("ArrayRecordComponent") // counts, which nobody compares
  public record Counts(long neverWritten, long[] byFile, long stored, long outside)
      implements java.io.Serializable {
    /** The counts of these look-ups. */
    public static Counts of(LookUps lookUps) {
      long[] byFile = new long[lookUps.files()];
      for (int file = 0; file < byFile.length; file++) {
        byFile[file] = lookUps.owned(file);
      }
      return new Counts(
          lookUps.owned(OwnerRuns.NOBODY), byFile, lookUps.stored(), lookUps.outside());
    }

    /** The counts after the files 1 to {@code count} were merged into the base. */
    public Counts merged(int count) {
      long[] merged = new long[byFile.length - count];
      for (int file = 0; file < byFile.length; file++) {
        merged[Math.max(0, file - count)] += byFile[file];
      }
      return new Counts(neverWritten, merged, stored, outside);
    }
  }

  private static FileEvents events(
      Method method,
      Counts owned,
      int file,
      long reached,
      int top,
      long hits,
      long misses,
      long bytes) {
    long normal = owned.byFile()[file];
    if (method == Method.CHAINED) {
      return new FileEvents(file, reached, reached - normal, normal, hits, misses, bytes);
    }
    // With direct access every read looks into the active file's tables alone, and then reads data
    // from the owner.
    long lookups = file == top ? reached : 0;
    return new FileEvents(
        file, lookups, file == top ? reached - normal : 0, normal, hits, misses, bytes);
  }
}
