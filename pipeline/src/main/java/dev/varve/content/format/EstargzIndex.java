package dev.varve.content.format;

import dev.varve.model.FileEntry;

/**
 * The index of eStargz 0.19: a table of contents as the last entry of the archive, in a gzip member
 * of its own, and a footer. Factors are fitted to tables of stargz-snapshotter 0.19.1.
 *
 * @see <a
 *     href="https://github.com/containerd/stargz-snapshotter/blob/main/docs/estargz.md">eStargz</a>
 */
public final class EstargzIndex implements LayerIndex {
  private static final long CHUNK_BYTES = 4 << 20;
  private static final int FOOTER_BYTES = 51;

  /**
   * Bytes of an empty table: tar header and end of archive around it, and the JSON text outside of
   * its entries; measured.
   */
  private static final int TABLE_BYTES = 287;

  /** Compressed bytes of the table over the compressed lines of {@link IndexText}; fitted. */
  private static final double TEXT_FACTOR = 1.17;

  /**
   * Compressed bytes that each new content adds: its digest twice, for the file and for its only
   * chunk, and an offset; fitted.
   */
  private static final double DIGEST_BYTES = 46.2;

  /**
   * Compressed bytes for a content that an earlier file has, too far before for deflate to see;
   * fitted.
   */
  private static final double REPEATED_BYTES = 46;

  /**
   * Compressed bytes for a content that an earlier file has within the window of deflate; fitted.
   */
  private static final double NEAR_BYTES = 3;

  /** Compressed bytes for each chunk of a file beyond its first; fitted. */
  private static final double CHUNK_ENTRY_BYTES = 59;

  private long chunks;

  @Override
  public void add(FileEntry entry, Folders folders) {
    if (IndexText.hasContent(entry)) {
      chunks += (entry.bytes() - 1) / CHUNK_BYTES;
    }
  }

  @Override
  public long bytes(LayerTotals layer) {
    return FOOTER_BYTES
        + Math.round(
            TABLE_BYTES
                + layer.text().tableBytes(TEXT_FACTOR, DIGEST_BYTES, REPEATED_BYTES, NEAR_BYTES)
                + CHUNK_ENTRY_BYTES * chunks);
  }
}
