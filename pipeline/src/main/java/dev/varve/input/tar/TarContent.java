package dev.varve.input.tar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The bytes between two headers of an archive: the content of an entry, then its padding. */
final class TarContent {
  private static final byte[] ZEROS = new byte[64 << 10];

  private final ArchiveInput in;
  private long left;
  private long padding;

  TarContent(ArchiveInput in) {
    this.in = in;
  }

  /** Begins content of this many stored bytes and its padding. */
  void begin(long storedBytes) {
    left = storedBytes;
    padding = TarHeader.padding(storedBytes);
  }

  /** Subtracts the bytes of a sparse map that was read from the head of the content. */
  void consumed(long bytes) {
    left -= bytes;
  }

  /** Stored bytes that have not been read. */
  long left() {
    return left;
  }

  /**
   * Passes over the rest of the content in an input without contents; the padding is part of the
   * framing and still present.
   */
  void omit() {
    in.passAbsent(left);
    left = 0;
  }

  /** Begins an entry without content. */
  void end() {
    begin(0);
  }

  /**
   * Skips the rest of the content, and the padding, which some writers omit at the end of the
   * archive.
   */
  void skip() throws IOException {
    in.skip(left, "the content of an entry");
    in.skipPadding(padding);
    end();
  }

  /** Reads the data of an extended header, and skips its padding, which must be present. */
  byte[] extension(int bytes, String what) throws IOException {
    ByteArrayOutputStream data = new ByteArrayOutputStream(bytes);
    left = bytes;
    stored(bytes, data::write);
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
      stored(left, sink);
      return;
    }
    long at = 0;
    for (int piece = 0; piece < map.pieces(); piece++) {
      hole(map.offset(piece) - at, sink);
      stored(map.bytes(piece), sink);
      at = map.offset(piece) + map.bytes(piece);
    }
    hole(bytes - at, sink);
  }

  private void stored(long bytes, TarReader.Sink sink) throws IOException {
    for (long rest = bytes; rest > 0; ) {
      int step = (int) Math.min(rest, in.available());
      if (step == 0) {
        throw in.truncated("the content of an entry");
      }
      in.contentBegins();
      sink.take(in.buffer(), in.position(), step);
      in.advance(step);
      rest -= step;
      left -= step;
    }
  }

  private void hole(long bytes, TarReader.Sink sink) throws IOException {
    in.digestPassed();
    for (long rest = bytes; rest > 0; rest -= ZEROS.length) {
      int step = (int) Math.min(rest, ZEROS.length);
      in.digest().hole(ZEROS, 0, step);
      sink.take(ZEROS, 0, step);
    }
  }
}
