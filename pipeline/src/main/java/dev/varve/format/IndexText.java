package dev.varve.format;

import dev.varve.codec.CompressedLength;
import dev.varve.codec.PullCodec;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The compressed length of a text that has a part an entry. Of many entries the first {@value
 * #MOST_ENTRIES} are compressed, as the rest takes as much an entry.
 */
final class IndexText implements AutoCloseable {
  private static final long MOST_ENTRIES = 4096;

  private final CompressedLength compressed;
  private long entries;

  IndexText(String codec) {
    try {
      compressed = new CompressedLength(PullCodec.named(codec));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the next entry is compressed too. */
  boolean isWanted() {
    return entries < MOST_ENTRIES;
  }

  /** The text of an entry; empty for one that is not wanted. */
  void add(byte[] text) {
    entries++;
    try {
      compressed.add(text, 0, text.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The compressed length of all entries. */
  long bytes() {
    try {
      double ratio = entries / (double) Math.max(1, Math.min(entries, MOST_ENTRIES));
      return Math.round(compressed.end() * ratio);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      compressed.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
