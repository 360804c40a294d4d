package dev.varve.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;

/**
 * The index of eStargz 0.19: a table of contents as the last entry of the archive, in a gzip member
 * of its own, a footer, and the landmark without content that readers stop prefetching at.
 *
 * @see <a
 *     href="https://github.com/containerd/stargz-snapshotter/blob/main/docs/estargz.md">eStargz</a>
 */
public final class EstargzIndex implements LayerIndex {
  private static final long CHUNK_BYTES = 4 << 20;
  private static final int FOOTER_BYTES = 51;

  /** The member of the landmark, with its header and the one byte of its content. */
  private static final int LANDMARK_BYTES = 100;

  /** Header and end of the archive around the table, compressed. */
  private static final int FRAME_BYTES = 120;

  private final ContentsTable table = ContentsTable.indented();
  private final IndexText text = new IndexText("gzip-9");

  @Override
  public void add(FileEntry entry) {
    if (text.isWanted()) {
      table.entry(entry, entry.archiveOffset() / 3, "modtime");
      boolean isFile = entry.kind() == EntryKind.FILE;
      long most = Math.max(1, isFile ? entry.bytes() : 0);
      for (long at = 0; at < most; at += CHUNK_BYTES) {
        if (at > 0) {
          table.open();
          table.field("name", entry.path()).field("type", "chunk");
          table.number("offset", (entry.archiveOffset() + at) / 3).number("chunkOffset", at);
        } else if (isFile) {
          table.digest("digest", entry, 0);
        }
        if (isFile && entry.bytes() > 0) {
          table.number("chunkSize", most > at + CHUNK_BYTES ? CHUNK_BYTES : 0);
          table.digest("chunkDigest", entry, most > CHUNK_BYTES ? at + 1 : 0);
        }
        table.shut();
      }
    }
    text.add(table.drain());
  }

  @Override
  public long bytes(long archiveBytes, long storedBytes) {
    return text.bytes() + FRAME_BYTES + FOOTER_BYTES + LANDMARK_BYTES;
  }

  @Override
  public void close() {
    text.close();
  }
}
