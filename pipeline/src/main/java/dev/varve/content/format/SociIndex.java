package dev.varve.content.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;

/**
 * Size of the zTOC of SOCI 0.16, a flat buffer. It has a record an entry, and for each 4 MiB of the
 * archive a checkpoint: the state that an inflater needs to begin there. Layers below 10 MiB have
 * no zTOC, nor have those that are compressed otherwise than by gzip.
 *
 * @see <a href="https://github.com/awslabs/soci-snapshotter/blob/v0.16.1/ztoc/fbs/ztoc.fbs">
 *     ztoc.fbs</a>
 */
public final class SociIndex implements LayerIndex {
  /** Stored bytes of a layer below which SOCI makes no zTOC by default. */
  private static final long LEAST_LAYER_BYTES = 10 << 20;

  /**
   * Bytes of the archive from which on a span ends with its current deflate block: on average half
   * a block later.
   */
  static final long SPAN_BYTES = 4 << 20;

  private static final double HALF_BLOCK_BYTES = 20_000;

  /**
   * Upper bound of half a deflate block, in bytes of the archive. Blocks that compress well, such
   * as zeros, have few bytes in the blob.
   */
  private static final double MOST_HALF_BLOCK_BYTES = 96 << 10;

  /**
   * Bytes of a checkpoint: offsets in blob and archive, the number of bits, and the window of 32
   * KiB.
   */
  private static final int CHECKPOINT_BYTES = 8 + 8 + 1 + (32 << 10);

  /** Bytes for the digest of a span, as text of 71 letters, with its place in the list. */
  private static final int DIGEST_BYTES = 4 + string(71);

  /**
   * Bytes that every zTOC has: versions, sizes, vectors, the table of fields, and 12 bytes in front
   * of the checkpoints.
   */
  private static final int ROOT_BYTES = 238;

  /**
   * Bytes of an entry's record without its strings: references to the record and to its strings,
   * offset, mode and size, with alignment.
   */
  private static final int RECORD_BYTES = 70;

  /** Bytes that a record has less where the size is 0, as flat buffers leave out zeros. */
  private static final int SIZE_BYTES = 7;

  /** Bytes of a record of an extended header: its place, its fields and its table. */
  private static final int EXTENDED_BYTES = 4 + 12;

  /** Longest name in a header of ustar; longer ones have an extended header. */
  private static final int NAME_BYTES = 100;

  private static final int HEADER_BYTES = 512;
  private static final int TIME_LETTERS = 20;

  private long recordBytes;
  private long end;

  /**
   * Bytes of a string: its length in 4 bytes, the letters and a zero, padded to a multiple of four.
   */
  private static int string(int letters) {
    return 4 + (letters + 1 + 3) / 4 * 4;
  }

  @Override
  public void add(FileEntry entry, Folders folders) {
    int name = Folders.utf8Bytes(entry.path()) + (entry.kind() == EntryKind.DIRECTORY ? 1 : 0);
    int target = entry.linkTarget() == null ? 0 : Folders.utf8Bytes(entry.linkTarget());
    recordBytes +=
        RECORD_BYTES
            - (entry.bytes() == 0 ? SIZE_BYTES : 0)
            + string(name)
            + string(typeLetters(entry.kind()))
            + string(target)
            + 2 * string(0)
            + string(TIME_LETTERS);
    if (entry.archiveOffset() > end + HEADER_BYTES) {
      extended(entry.path(), name, "path");
      extended(entry.linkTarget() == null ? "" : entry.linkTarget(), target, "linkpath");
    }
    end = entry.archiveOffset() + (entry.bytes() + HEADER_BYTES - 1) / HEADER_BYTES * HEADER_BYTES;
  }

  /**
   * Adds a name or target that does not fit into its tar header: the extended header repeats it,
   * and the zTOC stores that too.
   */
  private void extended(String text, int letters, String key) {
    if (letters > NAME_BYTES || letters > text.length() + 1) {
      recordBytes += EXTENDED_BYTES + string(key.length()) + string(letters);
    }
  }

  private static int typeLetters(EntryKind kind) {
    return switch (kind) {
      case SYMLINK -> "symlink".length();
      case HARD_LINK -> "hardlink".length();
      default -> "reg".length();
    };
  }

  /** Bytes of the zTOC of a layer in gzip, whatever its size. */
  long tableBytes(long archiveBytes, long storedBytes) {
    double ratio = archiveBytes / (double) storedBytes;
    double span = SPAN_BYTES + Math.min(HALF_BLOCK_BYTES * ratio, MOST_HALF_BLOCK_BYTES);
    long spans = 1 + (long) (archiveBytes / span);
    return ROOT_BYTES + recordBytes + spans * (CHECKPOINT_BYTES + DIGEST_BYTES);
  }

  /** Bytes of the zTOC of a layer that is not compressed: its spans need no checkpoints. */
  private long plainTableBytes(long archiveBytes) {
    long spans = (archiveBytes + SPAN_BYTES - 1) / SPAN_BYTES;
    return ROOT_BYTES + recordBytes + spans * DIGEST_BYTES;
  }

  @Override
  public long bytes(LayerTotals layer) {
    if (layer.blobBytes() < LEAST_LAYER_BYTES) {
      return 0;
    }
    return switch (layer.compression()) {
      case GZIP -> tableBytes(layer.archiveBytes(), layer.blobBytes());
      case NONE -> plainTableBytes(layer.archiveBytes());
      case ZSTD, BZIP2, XZ -> 0;
    };
  }
}
