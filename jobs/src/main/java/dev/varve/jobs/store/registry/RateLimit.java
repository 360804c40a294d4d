package dev.varve.jobs.store.registry;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A limit of requests in a window of time, as Docker Hub states it: {@code ratelimit-limit:
 * 100;w=21600} and {@code ratelimit-remaining: 0;w=21600}.
 *
 * @param requests that the window allows
 * @param windowSeconds length of the window
 * @param remaining requests that are left in it
 * @param source the address or account whose requests are counted; empty if not stated
 * @see <a href="https://docs.docker.com/docker-hub/usage/pulls/">Docker Hub, pull limits</a>
 */
record RateLimit(long requests, long windowSeconds, long remaining, String source) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,12});\\s*w=(\\d{1,9})\\b.*");
  private static final int HOUR_SECONDS = 3600;

  /** The limit that a response states; empty if it states none. */
  static Optional<RateLimit> of(HttpAnswer answer) {
    Matcher limit = parts(answer.header("ratelimit-limit"));
    Matcher remaining = parts(answer.header("ratelimit-remaining"));
    String source = answer.header("docker-ratelimit-source");
    return limit.matches() && remaining.matches()
        ? Optional.of(
            new RateLimit(
                Long.parseLong(limit.group(1)),
                Long.parseLong(limit.group(2)),
                Long.parseLong(remaining.group(1)),
                source == null ? "" : source))
        : Optional.empty();
  }

  private static Matcher parts(@Nullable String header) {
    return FORM.matcher(header == null ? "" : header.strip());
  }

  /**
   * The limit for people, such as {@code 100 requests in 6 h from this address}; accounts are not
   * printed.
   */
  String words() {
    String window =
        windowSeconds % HOUR_SECONDS == 0
            ? windowSeconds / HOUR_SECONDS + " h"
            : windowSeconds + " s";
    String subject = source.matches(".*[.:].*") ? " from this address" : " by this account";
    return "%d requests in %s%s".formatted(requests, window, source.isEmpty() ? "" : subject);
  }
}
