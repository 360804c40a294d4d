package dev.varve.input.tar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The bytes between two headers of an archive: the content of an entry, then its padding. */
final class TarContent {
  private static final byte[] ZEROS = new byte[64 << 10];

  private final ArchiveInput in;
  private long unreadBytes;
  private long padding;

  TarContent(ArchiveInput in) {
    this.in = in;
  }

  /** Begins content of this many stored bytes and its padding. */
  void begin(long storedBytes) {
    unreadBytes = storedBytes;
    padding = TarHeader.padding(storedBytes);
  }

  /** Subtracts the bytes of a sparse map that was read from the head of the content. */
  void subtractMap(long bytes) {
    unreadBytes -= bytes;
  }

  /** Stored bytes that have not been read. */
  long unreadBytes() {
    return unreadBytes;
  }

  /**
   * Passes over the rest of the content in an input without contents; the padding is part of the
   * framing and still present.
   */
  void skipAbsent() {
    in.passAbsent(unreadBytes);
    unreadBytes = 0;
  }

  /** Begins an entry without content. */
  void beginEmpty() {
    begin(0);
  }

  /**
   * Skips the rest of the content, and the padding, which some writers omit at the end of the
   * archive.
   */
  void skip() throws IOException {
    in.skip(unreadBytes, "the content of an entry");
    in.skipPadding(padding);
    beginEmpty();
  }

  /** Reads the data of an extended header, and skips its padding, which must be present. */
  byte[] readExtension(int bytes, String what) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream(bytes);
    unreadBytes = bytes;
    readStored(bytes, data::write);
    in.skip(TarHeader.padding(bytes), "a " + what);
    return data.toByteArray();
  }

  /**
   * Hands content to {@code sink}, holes filled with zeros.
   *
   * @param bytes length with the holes
   * @param map places of the stored pieces; null where there are no holes
   */
  void content(long bytes, @Nullable SparseMap map, TarReader.Sink sink) throws IOException {
    if (map == null) {
      readStored(unreadBytes, sink);
      return;
    }
    long at = 0;
    for (int piece = 0; piece < map.pieces(); piece++) {
      fillHole(map.offset(piece) - at, sink);
      readStored(map.bytes(piece), sink);
      at = map.offset(piece) + map.bytes(piece);
    }
    fillHole(bytes - at, sink);
  }

  private void readStored(long bytes, TarReader.Sink sink) throws IOException {
    for (long remaining = bytes; remaining > 0; ) {
      int step = (int) Math.min(remaining, in.available());
      if (step == 0) {
        throw in.truncated("the content of an entry");
      }
      in.contentBegins();
      sink.take(in.buffer(), in.position(), step);
      in.advance(step);
      remaining -= step;
      unreadBytes -= step;
    }
  }

  private void fillHole(long bytes, TarReader.Sink sink) throws IOException {
    in.digestPassed();
    for (long remaining = bytes; remaining > 0; remaining -= ZEROS.length) {
      int step = (int) Math.min(remaining, ZEROS.length);
      in.digest().hole(ZEROS, 0, step);
      sink.take(ZEROS, 0, step);
    }
  }
}
