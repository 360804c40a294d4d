package dev.varve.input.tar;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Observes one layer while it is read, once, from its first byte to its last, for a measurement of
 * its own. Each event is ignored unless it is overridden. Buffers are valid during a call only, and
 * are not to be changed.
 */
public interface LayerObserver extends Closeable {
  /** Offsets in the blob of places in the archive. */
  interface BlobOffsets {
    /**
     * Passes on the offset in the blob of an offset in the archive, once it is known.
     *
     * @param archiveOffset not before those of earlier calls, and in the content being read
     */
    void when(long archiveOffset, LongConsumer known);
  }

  /** Takes the next bytes of the archive as they are inflated: ahead of all other events. */
  default void archive(byte[] buffer, int from, int length) throws IOException {}

  /** So many bytes of the archive were inflated from so many of the blob. */
  default void inflated(long archiveOffset, long blobOffset) {}

  /** Takes the next bytes that are no content of a file, at their offset in the archive. */
  default void framing(long archiveOffset, byte[] buffer, int from, int length)
      throws IOException {}

  /** An entry begins: its headers were read. */
  default void begin(TarEntry entry, EntryKind kind, BlobOffsets offsets) throws IOException {}

  /** Takes the next bytes of its content, holes filled with zeros. */
  default void content(byte[] buffer, int from, int length) throws IOException {}

  /**
   * The entry ends.
   *
   * @param row its row, of which the stored bytes are not known yet
   * @param archiveEnd offset in the archive behind its padding
   */
  default void end(FileEntry row, long archiveEnd) throws IOException {}

  /** The stored bytes of the next entry are known; later than its end, in the same order. */
  default void stored(FileEntry row) throws IOException {}

  /** The whole layer was read and verified; so many bytes of the archive and of the blob. */
  default void finish(long archiveBytes, long blobBytes) throws IOException {}

  /** Time spent so far on what is no part of reading a layer. */
  default long nanos() {
    return 0;
  }

  /** Times of the whole layer, by the columns of {@code layer_phase} that they fill. */
  default Map<String, Long> times() {
    return Map.of();
  }

  @Override
  default void close() throws IOException {}
}
