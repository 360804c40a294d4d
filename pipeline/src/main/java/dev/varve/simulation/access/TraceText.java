package dev.varve.simulation.access;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a trace: a log of fio ({@code write_iolog}, version 2 or 3), or the text of
 * blkparse. The first line decides which. Writes and other events are passed over. Of a log of
 * several files, or a trace of several devices, all belong to the one disk.
 *
 * @see <a href="https://fio.readthedocs.io/en/latest/fio_doc.html#trace-file-format">fio: trace
 *     file format</a>
 * @see <a href="https://man7.org/linux/man-pages/man1/blkparse.1.html">blkparse(1)</a>
 */
public final class TraceText implements Accesses {
  private static final int MOST_LETTERS = 4096;

  private final String location;
  private final BufferedReader in;
  private final TraceLines lines;
  private long line;
  private @Nullable String first;
  private long offset;
  private long bytes;

  private TraceText(String location, BufferedReader in, String first) {
    this.location = location;
    this.in = in;
    this.first = first;
    lines = TraceLines.of(first);
  }

  /**
   * Opens a trace.
   *
   * @throws MalformedBlobException when there is no such file, or it is empty
   */
  public static TraceText open(ByteStore store, String location) throws IOException {
    store
        .find(location)
        .orElseThrow(
            () -> new MalformedBlobException(RejectReason.ABSENT, "there is no " + location))
        .requirePlain();
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(store.open(location), StandardCharsets.ISO_8859_1));
    try {
      String first = readLine(in);
      if (first == null) {
        throw new MalformedBlobException(RejectReason.TRUNCATED, 0, location + " is empty");
      }
      return new TraceText(location, in, first);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /**
   * @throws MalformedBlobException whose message names the file and the line, when a line is of no
   *     form that the format has
   */
  @Override
  public boolean next() throws IOException {
    String text = first == null ? readLine(in) : first;
    first = null;
    for (; text != null; text = readLine(in)) {
      line++;
      if (text.length() > MOST_LETTERS) {
        throw fault("a line of more than " + MOST_LETTERS + " letters");
      }
      TraceLines.Read read;
      try {
        read = lines.read(line, text.strip());
      } catch (IllegalArgumentException e) {
        throw fault(String.valueOf(e.getMessage()));
      }
      if (lines.isAtEnd()) {
        return false;
      }
      if (read != null) {
        offset = read.offset();
        bytes = read.bytes();
        return true;
      }
    }
    return false;
  }

  /** The next line, no more of it than shows that it is too long; null at the end. */
  private static @Nullable String readLine(BufferedReader in) throws IOException {
    StringBuilder text = new StringBuilder();
    int letter = in.read();
    if (letter < 0) {
      return null;
    }
    for (; letter >= 0 && letter != '\n' && text.length() <= MOST_LETTERS; letter = in.read()) {
      text.append((char) letter);
    }
    return text.toString();
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private MalformedBlobException fault(String what) {
    return new MalformedBlobException(
        RejectReason.CORRUPT, "%s, line %d: %s".formatted(location, line, what));
  }
}
