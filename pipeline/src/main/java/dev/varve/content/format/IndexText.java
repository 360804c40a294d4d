package dev.varve.content.format;

import dev.varve.input.codec.CompressedLength;
import dev.varve.input.codec.PullCodec;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A short stand-in for a format's table of contents, from which the compressed length of the table
 * is estimated. It has one line an entry, which gzip-6 compresses. Digests are counted apart, as a
 * digest cannot be compressed unless it is repeated. The compressed length of a table in JSON is
 * about a constant times that of the lines. To compress the table itself would take about ten times
 * as long.
 */
public final class IndexText implements AutoCloseable {
  /** Number of table entries in JSON with a content that fit into the 32 KiB window of deflate. */
  private static final int NEAR_CONTENTS = 85;

  private final CompressedLength compressed;
  private final StringBuilder line = new StringBuilder();
  private final Map<Fingerprint, Long> places = new HashMap<>();
  private long contents;
  private long repeated;
  private long repeatedNear;
  private long bytes = -1;

  /** A text without entries. */
  public IndexText() {
    try {
      compressed = new CompressedLength(PullCodec.named("gzip-6"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds the next entry. */
  public void add(FileEntry entry) {
    if (hasContent(entry)) {
      contents++;
      Long earlier = entry.fingerprint() == null ? null : places.put(entry.fingerprint(), contents);
      if (earlier != null && contents - earlier <= NEAR_CONTENTS) {
        repeatedNear++;
      } else if (earlier != null) {
        repeated++;
      }
    }
    line.setLength(0);
    line.append(entry.path()).append(entry.kind() == EntryKind.DIRECTORY ? "/ " : " ");
    line.append(entry.linkTarget() == null ? "" : entry.linkTarget());
    line.append(' ').append(entry.kind().name().charAt(0)).append(' ').append(entry.bytes());
    line.append(' ').append(Math.floorDiv(entry.modifiedAtMicros(), 1_000_000));
    line.append(' ').append(entry.mode()).append(' ').append(entry.uid()).append('\n');
    byte[] text = line.toString().getBytes(StandardCharsets.UTF_8);
    try {
      compressed.add(text, 0, text.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean hasContent(FileEntry entry) {
    return entry.kind() == EntryKind.FILE && entry.bytes() > 0;
  }

  /**
   * The length of a compressed table of contents.
   *
   * @param factor compressed bytes of the table, without digests, over the compressed lines
   * @param digestBytes for each content that is the first of its kind in the layer
   * @param repeatedBytes for each content that an earlier file has
   * @param nearBytes for each content that an earlier file has, whose digest is within the window
   *     of deflate
   */
  double tableBytes(double factor, double digestBytes, double repeatedBytes, double nearBytes) {
    return factor * bytes()
        + digestBytes * (contents - repeated - repeatedNear)
        + repeatedBytes * repeated
        + nearBytes * repeatedNear;
  }

  /** The compressed length of all lines. */
  long bytes() {
    if (bytes < 0) {
      try {
        bytes = compressed.end();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return bytes;
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
