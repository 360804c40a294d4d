package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a blob or a manifest. A broken transfer is continued at the byte where it broke. The
 * bytes are not verified here; the reader compares them with their digest.
 */
final class BlobDownload extends InputStream {
  /**
   * A check of each answer before its body is read; it throws an exception if the answer is not the
   * blob.
   */
  interface Check {
    void of(HttpAnswer answer) throws IOException;
  }

  private static final int MOST_BREAKS = 5;

  /**
   * Transferred bytes for each of which one more break is tolerated, beyond {@link #MOST_BREAKS}.
   */
  private static final long BYTES_OF_A_BREAK = 64 << 10;

  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d+|\\*)");
  private static final int PARTIAL = HttpURLConnection.HTTP_PARTIAL;
  private static final int NO_SUCH_RANGE = 416;

  private final RegistryHost host;
  private final Place place;
  private final long from;
  private final long end;
  private final Check check;
  private long position;

  /** End of the body as stated by the last answer; -1 if it is not stated. */
  private long known = -1;

  private int breaks;
  private @Nullable HttpAnswer answer;
  private @Nullable InputStream body;
  private boolean ended;

  /**
   * Opens a download.
   *
   * @param from offset of the first byte
   * @param bytes number of bytes; -1 for all that follow
   */
  BlobDownload(RegistryHost host, Place place, long from, long bytes, Check check)
      throws IOException {
    this.host = host;
    this.place = place;
    this.from = from;
    this.position = from;
    this.end = bytes < 0 ? Long.MAX_VALUE : from + bytes;
    this.check = check;
    try {
      request();
    } catch (EOFException e) {
      ended = true; // a host without ranges, whose blob ends before the first byte
    }
  }

  private void request() throws IOException {
    String repository = host.name().repository(place.repository());
    ApiRequest request =
        new ApiRequest(
            "GET", repository, place.path(host), position, end == Long.MAX_VALUE ? -1 : end - 1);
    HttpAnswer next = host.send(request);
    try {
      if (next.status() == NO_SUCH_RANGE) {
        next.close();
        ended = true;
        return;
      }
      check.of(next);
      body = next.body();
      answer = next;
      if (next.status() == PARTIAL) {
        requireStart(next.header("Content-Range"));
      } else {
        known = next.bytes();
        body.skipNBytes(position);
      }
    } catch (IOException | RuntimeException e) {
      next.abort();
      throw e;
    }
  }

  private void requireStart(@Nullable String range) throws MalformedBlobException {
    Matcher matcher = CONTENT_RANGE.matcher(range == null ? "" : range);
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) != position) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          position,
          "the registry answers a request from byte %d with %s".formatted(position, range));
    }
    known = Long.parseLong(matcher.group(2)) + 1;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int at, int most) throws IOException {
    if (most == 0) {
      return 0;
    }
    while (!ended && position < end) {
      int got;
      IOException fault = null;
      try {
        InputStream in = body;
        got = in == null ? -1 : in.read(into, at, (int) Math.min(most, end - position));
      } catch (MalformedBlobException e) {
        throw e; // too slow: another transfer would be just as slow
      } catch (IOException e) {
        fault = e;
        got = -1;
      }
      if (got > 0) {
        position += got;
        return got;
      }
      if (fault == null && position >= known) {
        break; // the end, also if the host did not state the length
      }
      goOn(fault);
    }
    ended = true;
    closeAnswer();
    return -1;
  }

  private void goOn(@Nullable IOException fault) throws IOException {
    HttpAnswer broken = answer;
    if (broken != null) {
      broken.abort();
    }
    answer = null;
    body = null;
    if (++breaks > MOST_BREAKS + (position - from) / BYTES_OF_A_BREAK) {
      throw new MalformedBlobException(
          RejectReason.TRUNCATED,
          position,
          "the transfer broke %d times%s"
              .formatted(breaks, fault == null ? "" : ", at last: " + fault.getMessage()));
    }
    try {
      request();
    } catch (MalformedBlobException e) {
      throw e;
    } catch (EOFException e) {
      // The host now has fewer bytes than before. The next read counts this as one more break.
    }
  }

  private void closeAnswer() {
    HttpAnswer last = answer;
    if (last != null) {
      last.close();
    }
    answer = null;
    body = null;
  }

  @Override
  public void close() {
    HttpAnswer open = answer;
    if (open != null) {
      open.abort();
    }
    answer = null;
    body = null;
    ended = true;
  }
}
