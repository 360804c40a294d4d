package dev.varve.codec;

import java.io.Serializable;

/**
 * What an archive may ask of its reader before it is refused with reason LIMIT.
 *
 * @param archiveBytes uncompressed bytes, and bytes of content with holes filled
 * @param entries entries of one archive
 * @param pathBytes bytes of one path or link target
 * @param headerBytes bytes of one PAX extended header
 * @param sparsePieces pieces of one sparse file
 * @param inflateFold archive bytes for one stored byte, asked once {@link #FOLD_FREE_BYTES} have
 *     come
 * @param holeBytes zeros that stand for holes of sparse files, in all of an archive
 */
public record ArchiveLimits(
    long archiveBytes,
    int entries,
    int pathBytes,
    int headerBytes,
    int sparsePieces,
    int inflateFold,
    long holeBytes)
    implements Serializable {

  /** An archive of up to so many bytes may come of anything. */
  static final long FOLD_FREE_BYTES = 64 << 20;

  /** No limit to how far bytes inflate or files have holes. */
  public ArchiveLimits(
      long archiveBytes, int entries, int pathBytes, int headerBytes, int sparsePieces) {
    this(
        archiveBytes,
        entries,
        pathBytes,
        headerBytes,
        sparsePieces,
        Integer.MAX_VALUE,
        Long.MAX_VALUE);
  }
}
