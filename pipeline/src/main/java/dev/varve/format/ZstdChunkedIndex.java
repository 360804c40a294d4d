package dev.varve.format;

import dev.varve.model.FileEntry;

/**
 * The index of zstd:chunked in three skippable frames: the table of contents, the headers of the
 * archive as tar-split has them, and a footer. Factors are fitted to blobs of containers/storage
 * 1.65.1.
 *
 * @see <a
 *     href="https://github.com/containers/storage/blob/main/docs/containers-storage-zstd-chunked.md">
 *     zstd:chunked</a>
 */
public final class ZstdChunkedIndex implements LayerIndex {
  /** Headers of three skippable frames, and the content of the footer. */
  private static final int FRAME_BYTES = 3 * 8 + 64;

  /** What objects of both texts have in common. */
  private static final int TABLE_BYTES = 62;

  /** Of both texts to the lines of the entries. */
  private static final double TEXT_FACTOR = 6;

  /** A digest, offsets and the checksum of the content. */
  private static final double DIGEST_BYTES = 44;

  /** Of a content that an earlier file has. */
  private static final double REPEATED_BYTES = 50;

  /** Between two ends of chunks, as measured; the rolling sum leads to 65,536. */
  private static final double MEAN_CHUNK_BYTES = 68 << 10;

  private static final double CHUNK_ENTRY_BYTES = 54;

  /** Of the first chunk of a file that has more than one. */
  private static final double FIRST_CHUNK_BYTES = 80;

  /** Programs from here on have five chunks more: runs of zeros between segments end chunks. */
  private static final long LEAST_PROGRAM_BYTES = 8 << 10;

  private static final double SEGMENTS_BYTES = 140;

  private double chunkBytes;

  @Override
  public void add(FileEntry entry, Folders folders) {
    if (IndexText.hasContent(entry)) {
      double chunks = entry.bytes() / MEAN_CHUNK_BYTES;
      chunkBytes += CHUNK_ENTRY_BYTES * chunks;
      if ("elf".equals(entry.contentType()) && entry.bytes() >= LEAST_PROGRAM_BYTES) {
        chunkBytes += SEGMENTS_BYTES + FIRST_CHUNK_BYTES;
      } else {
        // Ends come by chance: a file has one with this probability.
        chunkBytes += FIRST_CHUNK_BYTES * -Math.expm1(-chunks);
      }
    }
  }

  @Override
  public long bytes(LayerTotals layer) {
    return FRAME_BYTES
        + Math.round(
            TABLE_BYTES
                + layer.text().tableBytes(TEXT_FACTOR, DIGEST_BYTES, REPEATED_BYTES, REPEATED_BYTES)
                + chunkBytes);
  }
}
