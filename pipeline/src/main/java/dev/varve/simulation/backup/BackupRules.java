package dev.varve.simulation.backup;

import dev.varve.content.matching.SimilarityIndex;
import java.io.Serializable;

/**
 * The rules of a VM-centric backup, apart from its popular data.
 *
 * @param detection level 1
 * @param search level 2
 * @param candidates most segments of equal min-hash that level 2 searches
 * @param blockBytes size of a storage block
 */
public record BackupRules(
    VersionDetection detection, LocalSearch search, int candidates, long blockBytes)
    implements Serializable {

  /** The published scheme. */
  public static BackupRules published() {
    return new BackupRules(
        VersionDetection.CHECKSUM,
        LocalSearch.SIMILAR,
        SimilarityIndex.PUBLISHED_LIMIT,
        BlockPacker.BLOCK_BYTES);
  }

  /** These rules with another level 1. */
  public BackupRules with(VersionDetection other) {
    return new BackupRules(other, search, candidates, blockBytes);
  }

  /** These rules with another level 2. */
  public BackupRules with(LocalSearch other) {
    return new BackupRules(detection, other, candidates, blockBytes);
  }

  /** The name in tables, such as {@code checksum+similar}. */
  public String label() {
    return detection.label() + "+" + search.label();
  }
}
