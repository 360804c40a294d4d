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
    void check(HttpAnswer answer) throws IOException;
  }

  private static final int MAX_INTERRUPTIONS = 5;

  /**
   * Transferred bytes for each of which one more break is tolerated, beyond {@link
   * #MAX_INTERRUPTIONS}.
   */
  private static final long BYTES_PER_BREAK = 64 << 10;

  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d+|\\*)");
  private static final int PARTIAL = HttpURLConnection.HTTP_PARTIAL;
  private static final int NO_SUCH_RANGE = 416;

  private final RegistryHost host;
  private final Place place;
  private final long start;
  private final long end;
  private final Check check;
  private long position;

  /** End of the body as stated by the last answer; -1 if it is not stated. */
  private long bodyEnd = -1;

  private int breaks;
  private @Nullable HttpAnswer answer;
  private @Nullable InputStream body;
  private boolean ended;

  /**
   * Opens a download.
   *
   * @param start offset of the first byte
   * @param bytes number of bytes; -1 for all that follow
   */
  BlobDownload(RegistryHost host, Place place, long start, long bytes, Check check)
      throws IOException {
    this.host = host;
    this.place = place;
    this.start = start;
    this.position = start;
    this.end = bytes < 0 ? Long.MAX_VALUE : start + bytes;
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
      check.check(next);
      body = next.body();
      answer = next;
      if (next.status() == PARTIAL) {
        requireStart(next.header("Content-Range"));
      } else {
        bodyEnd = next.bytes();
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
    bodyEnd = Long.parseLong(matcher.group(2)) + 1;
  }

  @Override
  public int read() throws IOException {
    byte[] buffer = new byte[1];
    return read(buffer, 0, 1) < 0 ? -1 : buffer[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended && position < end) {
      int read;
      IOException fault = null;
      try {
        InputStream in = body;
        read = in == null ? -1 : in.read(target, offset, (int) Math.min(length, end - position));
      } catch (MalformedBlobException e) {
        throw e; // too slow: another transfer would be just as slow
      } catch (IOException e) {
        fault = e;
        read = -1;
      }
      if (read > 0) {
        position += read;
        return read;
      }
      if (fault == null && position >= bodyEnd) {
        break; // the end, also if the host did not state the length
      }
      continueAfterBreak(fault);
    }
    ended = true;
    closeAnswer();
    return -1;
  }

  private void continueAfterBreak(@Nullable IOException fault) throws IOException {
    HttpAnswer broken = answer;
    if (broken != null) {
      broken.abort();
    }
    answer = null;
    body = null;
    if (++breaks > MAX_INTERRUPTIONS + (position - start) / BYTES_PER_BREAK) {
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
