package dev.varve.content.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import java.util.HashMap;
import java.util.Map;

/**
 * Bytes that a layer adds to the metadata image of composefs 1.0.8: inodes with the digests of
 * objects, folders, and contents of up to 64 bytes. Objects store the longer contents, each once.
 * An image takes the sum of its layers and {@link #IMAGE_BYTES}; folders of several layers count
 * more than once. Hard links have an inode each. Every inode counts 64 bytes: only inodes with the
 * oldest time in an image take 32.
 *
 * @see <a href="https://github.com/containers/composefs">composefs</a>
 */
public final class ComposefsIndex implements LayerIndex {
  /** Bytes of an image without files: super block, and 256 whiteouts in the root. */
  public static final int IMAGE_BYTES = 24_576;

  /** Longest content that is stored in the inode instead of an object. */
  public static final int MOST_INLINE_BYTES = 64;

  private static final int BLOCK_BYTES = BlockPacking.BLOCK_BYTES;
  private static final int INODE_BYTES = 64;
  private static final int SLOT_BYTES = 32;
  private static final int ATTRIBUTES_BYTES = 12;

  /** Attributes overlay.metacopy and overlay.redirect: 4, name and value, to a multiple of 4. */
  private static final int OBJECT_BYTES = 4 + 16 + 36 + 4 + 16 + 68;

  /**
   * Bytes that a file takes whose content other files have too: two attributes are stored once for
   * all, and 4 bytes in each file refer to either.
   */
  private static final int SHARED_BYTES = 2 * 4;

  /** The address of the file's only chunk, which is marked as a hole. */
  private static final int CHUNK_BYTES = 4;

  private final Map<Fingerprint, Integer> files = new HashMap<>();
  private long inodeBytes;

  @Override
  public void add(FileEntry entry, Folders folders) {
    boolean isInode = Folders.isInode(entry);
    long bytes = Folders.dataBytes(entry);
    if (entry.kind() == EntryKind.HARD_LINK) {
      inodeBytes += sharedInode();
    } else if (isInode && entry.kind() == EntryKind.FILE && bytes > MOST_INLINE_BYTES) {
      int same =
          entry.fingerprint() == null ? 1 : files.merge(entry.fingerprint(), 1, Integer::sum);
      inodeBytes +=
          switch (same) {
            case 1 -> unsharedInode();
            case 2 -> 2 * sharedInode() + OBJECT_BYTES - unsharedInode();
            default -> sharedInode();
          };
    } else if (isInode) {
      inodeBytes += slots(INODE_BYTES + bytes);
    }
  }

  private static long unsharedInode() {
    return slots(INODE_BYTES + ATTRIBUTES_BYTES + OBJECT_BYTES + CHUNK_BYTES);
  }

  private static long sharedInode() {
    return slots(INODE_BYTES + ATTRIBUTES_BYTES + SHARED_BYTES + CHUNK_BYTES);
  }

  private static long slots(long bytes) {
    return (bytes + SLOT_BYTES - 1) / SLOT_BYTES * SLOT_BYTES;
  }

  @Override
  public long bytes(LayerTotals layer) {
    long bytes = inodeBytes;
    Folders folders = layer.folders();
    // The root folder counts with the image, not with a layer.
    for (int folder = 1; folder < folders.count(); folder++) {
      long tail = folders.bytes(folder) % BLOCK_BYTES;
      // A tail of more than half a block is not stored behind the inode, but in a block of its own.
      bytes += folders.bytes(folder) - tail;
      bytes += tail > BLOCK_BYTES / 2 ? INODE_BYTES + BLOCK_BYTES : slots(INODE_BYTES + tail);
    }
    return bytes;
  }
}
