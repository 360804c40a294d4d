package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The waits for a host. After the host limited the request of one thread, no thread sends requests
 * to it until the time that it stated.
 */
final class Pause {
  static final int TOO_MANY_REQUESTS = 429;

  private static final int MAX_TRIES = 5;
  private static final long FIRST_WAIT_MILLIS = 500;
  private static final long MAX_WAIT_MILLIS = 60_000;

  /** The wait itself, which tests shorten. */
  interface Wait {
    void await(long millis) throws InterruptedException;
  }

  static volatile Wait wait = Thread::sleep;

  private final String host;
  private final long limitMillis;
  private final HostLines waits = new HostLines();
  private final HostLines windows = new HostLines();
  private final AtomicLong allowedAt = new AtomicLong(System.nanoTime());

  Pause(String host, int limitSeconds) {
    this.host = host;
    this.limitMillis = TimeUnit.SECONDS.toMillis(limitSeconds);
  }

  /** Waits until the host may be sent a request. */
  void untilAllowed() throws InterruptedIOException {
    long nanos = allowedAt.get() - System.nanoTime();
    if (nanos > 0) {
      sleep(TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }
  }

  private static void sleep(long millis) throws InterruptedIOException {
    try {
      wait.await(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Prints that the host's window allows no more requests, before the next request is refused. */
  void printIfUsedUp(RateLimit limit) {
    if (limit.remaining() == 0) {
      long millis = TimeUnit.SECONDS.toMillis(limit.windowSeconds());
      windows.print(millis, "%s allows no more of %s".formatted(host, limit.words()));
    }
  }

  Tries tries(String path) {
    return new Tries(path);
  }

  /** The tries of one request, with the waits between them. */
  final class Tries {
    private final String path;
    private int failures;
    private int limits;
    private long waitedMillis;

    private Tries(String path) {
      this.path = path;
    }

    /**
     * Waits after a request without a response; fails after the last try.
     *
     * @param isElsewhere whether the target of a redirect failed, not this host
     */
    void failed(IOException fault, boolean isElsewhere) throws IOException {
      if (fault instanceof InterruptedIOException && Thread.currentThread().isInterrupted()) {
        throw fault;
      }
      if (fault instanceof MalformedBlobException
          || fault instanceof UnreadableFileException
          || fault instanceof HostFault) {
        throw fault;
      }
      if (++failures >= MAX_TRIES && isElsewhere) {
        throw new MalformedBlobException(
            RejectReason.UNREACHABLE, "no answer at try %d: %s".formatted(failures, words(fault)));
      }
      if (failures >= MAX_TRIES || fault instanceof UnknownHostException) {
        throw new HostFault(
            "docker://" + host + "/" + path,
            "no answer at try %d: %s".formatted(failures, words(fault)),
            fault instanceof UnknownHostException,
            fault);
      }
      sleep(FIRST_WAIT_MILLIS << (failures - 1));
    }

    /**
     * Waits after a response with a server error; fails after the last try.
     *
     * @param words status of the response
     * @param retryAfter value of the Retry-After header
     */
    void failed(String words, @Nullable String retryAfter) throws IOException {
      if (++failures >= MAX_TRIES) {
        throw new MalformedBlobException(
            RejectReason.UNREACHABLE,
            "%s answers %s at %d tries".formatted(host, words, MAX_TRIES));
      }
      long millis = Math.max(FIRST_WAIT_MILLIS << (failures - 1), millis(retryAfter));
      millis = Math.min(MAX_WAIT_MILLIS, millis);
      waits.print(millis, "waiting %d s: %s answers %s".formatted(seconds(millis), host, words));
      sleep(millis);
    }

    /**
     * Makes all requests to the host wait, after a response with status 429.
     *
     * @param retryAfter value of the Retry-After header
     */
    void limited(@Nullable String retryAfter, Optional<RateLimit> limit) throws IOException {
      long statedMillis = millis(retryAfter);
      long millis =
          statedMillis > 0 ? statedMillis : Math.min(MAX_WAIT_MILLIS, 1000L << Math.min(limits, 6));
      limits++;
      String why =
          "%s limits requests (429 Too Many Requests%s)"
              .formatted(host, limit.map(rateLimit -> ": " + rateLimit.words()).orElse(""));
      if (waitedMillis + millis > limitMillis) {
        throw new HostFault(
            "docker://" + host + "/" + path,
            ("%s: this request waited %d s, and %d s more would be beyond registry.limit-seconds;"
                    + " what was read is kept: run the same command again later")
                .formatted(why, seconds(waitedMillis), seconds(millis)),
            true,
            null);
      }
      waitedMillis += millis;
      waits.print(millis, "waiting %d s: %s".formatted(seconds(millis), why));
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      allowedAt.accumulateAndGet(until, (a, b) -> a - b > 0 ? a : b);
    }
  }

  private static long seconds(long millis) {
    return TimeUnit.MILLISECONDS.toSeconds(millis);
  }

  private static String words(IOException fault) {
    if (fault instanceof UnknownHostException) {
      return "no such host: " + fault.getMessage();
    }
    if (fault instanceof SocketTimeoutException) {
      return "the host is silent (registry.timeout-seconds)";
    }
    return fault.getMessage() == null ? fault.toString() : fault.getMessage();
  }

  /**
   * The time to wait by a Retry-After header (seconds, or a date), in milliseconds; 0 if there is
   * none or it is invalid.
   */
  static long millis(@Nullable String retryAfter) {
    if (retryAfter == null) {
      return 0;
    }
    if (retryAfter.matches("\\d{1,9}")) {
      return TimeUnit.SECONDS.toMillis(Long.parseLong(retryAfter));
    }
    try {
      ZonedDateTime at = ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME);
      return Math.max(0, Duration.between(ZonedDateTime.now(at.getZone()), at).toMillis());
    } catch (DateTimeException e) {
      return 0;
    }
  }
}
