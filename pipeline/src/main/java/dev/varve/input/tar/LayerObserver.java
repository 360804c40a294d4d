package dev.varve.input.tar;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * Observes one layer for a measurement, while the layer is read once, from its first byte to its
 * last. Events whose methods are not overridden are ignored. Buffers are valid only during a call,
 * and must not be changed.
 */
public interface LayerObserver extends Closeable {
  /** Maps offsets in the archive to offsets in the blob. */
  interface BlobOffsets {
    /**
     * Passes on the offset in the blob of an offset in the archive, once it is known.
     *
     * @param archiveOffset not less than in earlier calls, and within the content being read
     */
    void whenKnown(long archiveOffset, LongConsumer known);
  }

  /** Takes the next bytes of the archive as they are inflated: ahead of all other events. */
  default void archive(byte[] buffer, int from, int length) throws IOException {}

  /**
   * The first {@code archiveOffset} bytes of the archive were inflated from the first {@code
   * blobOffset} bytes of the blob.
   */
  default void inflated(long archiveOffset, long blobOffset) {}

  /** Takes the next bytes that are no content of a file, at their offset in the archive. */
  default void framing(long archiveOffset, byte[] buffer, int from, int length)
      throws IOException {}

  /** An entry begins: its headers were read. */
  default void begin(TarEntry entry, EntryKind kind, BlobOffsets offsets) throws IOException {}

  /** Takes the next bytes of the entry's content, holes filled with zeros. */
  default void content(byte[] buffer, int from, int length) throws IOException {}

  /**
   * The entry ends.
   *
   * @param row its row, whose stored bytes are not known yet
   * @param archiveEnd offset in the archive behind the entry's padding
   */
  default void end(FileEntry row, long archiveEnd) throws IOException {}

  /**
   * The stored bytes of an entry are known. Called some time after the entry's end, once per entry,
   * in the same order.
   */
  default void stored(FileEntry row) throws IOException {}

  /** The whole layer was read and verified; the lengths of its archive and blob are given. */
  default void finish(long archiveBytes, long blobBytes) throws IOException {}

  /** Nanoseconds spent so far in this observer, which do not count as time of reading the layer. */
  default long nanos() {
    return 0;
  }

  /** Archive bytes for which {@link #nanos} were spent; empty where it is the whole archive. */
  default OptionalLong sampledBytes() {
    return OptionalLong.empty();
  }

  /** Times of the whole layer in nanoseconds, by column of {@code layer_phase}. */
  default Map<String, Long> times() {
    return Map.of();
  }

  @Override
  default void close() throws IOException {}
}
