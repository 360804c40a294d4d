package dev.varve.input.tar;

import dev.varve.input.codec.Decompressor;
import java.io.Serializable;

/**
 * Limits beyond which an archive is rejected with reason LIMIT.
 *
 * @param archiveBytes uncompressed bytes, and bytes of content with holes filled
 * @param entries entries of one archive
 * @param pathBytes bytes of one path or link target
 * @param headerBytes bytes of one PAX extended header
 * @param sparsePieces pieces of one sparse file
 * @param inflateFold most archive bytes per stored byte, checked once {@link #FOLD_FREE_BYTES} have
 *     been read
 * @param holeBytes bytes of the holes of all sparse files of an archive
 * @param windowBytes memory of a decoder: the window of zstd, the dictionary of xz
 */
public record ArchiveLimits(
    long archiveBytes,
    int entries,
    int pathBytes,
    int headerBytes,
    int sparsePieces,
    int inflateFold,
    long holeBytes,
    long windowBytes)
    implements Serializable {

  /** Archives up to this size are not checked against {@code inflateFold}. */
  static final long FOLD_FREE_BYTES = 64 << 20;

  /** Limits with the window that the zstd command allows without an option. */
  public ArchiveLimits(
      long archiveBytes,
      int entries,
      int pathBytes,
      int headerBytes,
      int sparsePieces,
      int inflateFold,
      long holeBytes) {
    this(
        archiveBytes,
        entries,
        pathBytes,
        headerBytes,
        sparsePieces,
        inflateFold,
        holeBytes,
        Decompressor.USUAL_WINDOW_BYTES);
  }

  /** Limits without a bound on the ratio of inflation or on holes. */
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
