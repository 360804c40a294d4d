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

  /** Header and end of the archive around the table, and what objects have in common. */
  private static final int TABLE_BYTES = 287;

  /** Compressed bytes of the table over those of the lines of its entries. */
  private static final double TEXT_FACTOR = 1.17;

  /** A digest twice, as that of the file and of its only chunk, and an offset. */
  private static final double DIGEST_BYTES = 46.2;

  /** Bytes of a content that a file far before has. */
  private static final double REPEATED_BYTES = 46;

  /** Bytes of a content that a file not far before has. */
  private static final double NEAR_BYTES = 3;

  /** Bytes of each further chunk of a file. */
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
