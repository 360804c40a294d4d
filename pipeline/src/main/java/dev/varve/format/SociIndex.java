package dev.varve.format;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.nio.charset.StandardCharsets;

/**
 * The zTOC of SOCI 0.16, a flat buffer: a record an entry, and for each 4 MiB of the archive what
 * an inflater needs to begin there. Layers below 10 MiB have none.
 *
 * @see <a href="https://github.com/awslabs/soci-snapshotter/blob/v0.16.1/ztoc/fbs/ztoc.fbs">
 *     ztoc.fbs</a>
 */
public final class SociIndex implements LayerIndex {
  private static final long LEAST_LAYER_BYTES = 10 << 20;
  private static final long SPAN_BYTES = 4 << 20;

  /** Offsets in blob and archive, bits, and a window of 32 KiB. */
  private static final int CHECKPOINT_BYTES = 8 + 8 + 1 + (32 << 10);

  /** The digest of a span as text, with its length and its place in the list. */
  private static final int DIGEST_BYTES = 4 + string(71);

  private static final int ROOT_BYTES = 220;

  /** Places of strings and of the record, offsets, numbers, and the table of fields. */
  private static final int RECORD_BYTES = 4 + 4 + 7 * 4 + 3 * 8 + 2 * 4 + 4;

  private static final int TIME_LETTERS = 20;

  private long recordBytes;

  /** A length, the letters and a zero, to a multiple of four. */
  private static int string(int letters) {
    return 4 + (letters + 1 + 3) / 4 * 4;
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Override
  public void add(FileEntry entry) {
    boolean isDirectory = entry.kind() == EntryKind.DIRECTORY;
    recordBytes +=
        RECORD_BYTES
            + string(length(entry.path()) + (isDirectory ? 1 : 0))
            + string(isDirectory ? 3 : entry.kind() == EntryKind.FILE ? 3 : 7)
            + string(entry.linkTarget() == null ? 0 : length(entry.linkTarget()))
            + 2 * string(0)
            + string(TIME_LETTERS);
  }

  @Override
  public long bytes(long archiveBytes, long storedBytes) {
    long spans = (archiveBytes + SPAN_BYTES - 1) / SPAN_BYTES;
    return storedBytes < LEAST_LAYER_BYTES
        ? 0
        : ROOT_BYTES + recordBytes + spans * (CHECKPOINT_BYTES + DIGEST_BYTES);
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
