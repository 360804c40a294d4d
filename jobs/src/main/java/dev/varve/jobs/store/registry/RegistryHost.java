package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.jspecify.annotations.Nullable;

/**
 * A client of one registry host. It sends a limited number of requests in parallel, with the
 * credentials that the host requires. It waits when the host limits requests, and tries again when
 * the host fails.
 */
final class RegistryHost {
  private static final int MAX_REDIRECTS = 8;

  /**
   * Most challenges for one request: a host that demands other credentials each time would
   * otherwise cause requests without end.
   */
  private static final int MAX_CHALLENGES = 3;

  private static final Set<Integer> REDIRECT_STATUSES = Set.of(301, 302, 303, 307, 308);

  /**
   * Number of consecutive requests without a response, after all their tries, at which the host is
   * given up.
   */
  private static final int MAX_UNANSWERED_REQUESTS = 3;

  private static final String ACCEPTED_TYPES =
      String.join(
          ", ",
          "application/vnd.oci.image.manifest.v1+json",
          "application/vnd.oci.image.index.v1+json",
          "application/vnd.oci.artifact.manifest.v1+json",
          "application/vnd.docker.distribution.manifest.v2+json",
          "application/vnd.docker.distribution.manifest.list.v2+json",
          "application/json",
          "*/*");

  private final HostName host;
  private final HostConnections connections;
  private final Login login;
  private final Semaphore permits;
  private final Pause pause;
  private final HostLines lines = new HostLines();
  private final AtomicInteger unanswered = new AtomicInteger();
  private final Set<String> withoutReferrers = ConcurrentHashMap.newKeySet();
  private volatile String fault = "";

  /** A fault of a host that is the target of a redirect. */
  private static final class RedirectTargetException extends IOException {
    private static final long serialVersionUID = 1;

    RedirectTargetException(Origin where, IOException cause) {
      super("it leads to %s, and %s".formatted(where, cause), cause);
    }
  }

  RegistryHost(
      HostName host, RegistryAccess access, Credentials credentials, Certificates certificates) {
    this.host = host;
    this.connections = new HostConnections(host, access, certificates);
    this.login = new Login(credentials, connections);
    this.permits = new Semaphore(access.connections(), true);
    this.pause = new Pause(host.name(), access.limitSeconds());
  }

  HostName name() {
    return host;
  }

  /** Whether an earlier response showed that the host lists no referrers of this repository. */
  boolean lacksReferrers(String repository) {
    return withoutReferrers.contains(repository);
  }

  void noteNoReferrers(String repository) {
    withoutReferrers.add(repository);
  }

  /**
   * Sends a request and returns the response. Statuses that more tries, waiting or credentials may
   * change are handled here; all others are returned. A host that was given up gets no more
   * requests.
   *
   * @throws MalformedBlobException when the host refuses, fails at every try, cannot be reached, or
   *     limits requests for too long
   */
  HttpAnswer send(ApiRequest request) throws IOException {
    if (!fault.isEmpty()) {
      throw new MalformedBlobException(
          RejectReason.UNREACHABLE, "%s was given up: %s".formatted(host.name(), fault));
    }
    try {
      HttpAnswer answer = sendWithRetries(request);
      unanswered.set(0);
      return answer;
    } catch (HostFault e) {
      String why = String.valueOf(e.getMessage());
      if (e.affectsAllRequests() || unanswered.incrementAndGet() >= MAX_UNANSWERED_REQUESTS) {
        fault = why;
        lines.print(
            TimeUnit.MINUTES.toMillis(1),
            "giving up %s, what is left of it is rejected: %s".formatted(host.name(), why));
      }
      throw new MalformedBlobException(RejectReason.UNREACHABLE, why);
    }
  }

  private HttpAnswer sendWithRetries(ApiRequest request) throws IOException {
    Pause.Tries tries = pause.tries(request.path());
    @Nullable Challenge refused = null;
    int challenges = 0;
    while (true) {
      permits.acquireUninterruptibly();
      HttpAnswer answer;
      try {
        pause.untilAllowed();
        answer = sendOnce(request);
      } catch (IOException e) {
        permits.release();
        tries.failed(e, e instanceof RedirectTargetException);
        continue;
      } catch (RuntimeException | Error e) {
        permits.release();
        throw e;
      }
      int status = answer.status();
      String retryAfter = answer.header("Retry-After");
      boolean isRefused =
          status == HttpURLConnection.HTTP_UNAUTHORIZED
              || status == HttpURLConnection.HTTP_FORBIDDEN;
      if (isRefused && !answer.origin().equals(connections.origin())) {
        // The account belongs to the host itself, so a challenge of a redirect target is not
        // answered.
        answer.close();
        throw refused(
            request, "it leads to %s, which answers %d".formatted(answer.origin(), status));
      }
      if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
        Challenge challenge = Challenge.of(answer.headers("WWW-Authenticate"));
        answer.close();
        if (challenge.equals(refused) || challenges == MAX_CHALLENGES) {
          throw refused(request, login.advice(host));
        }
        Account account = login.account(request.repository());
        try {
          login.answer(request.repository(), account, challenge);
          refused = challenge;
          challenges++;
        } catch (IOException e) {
          tries.failed(e, false);
        }
      } else if (status == Pause.TOO_MANY_REQUESTS) {
        answer.close();
        tries.limited(retryAfter, RateLimit.of(answer));
      } else if (status >= HttpURLConnection.HTTP_INTERNAL_ERROR
          || status == HttpURLConnection.HTTP_CLIENT_TIMEOUT) {
        String statusText = answer.statusText();
        answer.close();
        tries.failed(statusText, retryAfter);
      } else if (status == HttpURLConnection.HTTP_FORBIDDEN) {
        answer.close();
        throw refused(request, login.advice(host));
      } else {
        RateLimit.of(answer).ifPresent(pause::printIfUsedUp);
        return answer;
      }
    }
  }

  private MalformedBlobException refused(ApiRequest request, String why) {
    return new MalformedBlobException(
        RejectReason.UNREACHABLE, host.name() + " refuses /v2/" + request.path() + ": " + why);
  }

  private HttpAnswer sendOnce(ApiRequest request) throws IOException {
    URL url = connections.address(request.path());
    Origin hostOrigin = Origin.of(url);
    Origin origin = hostOrigin;
    String authorization = login.header(request.repository());
    for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      HttpUriRequestBase sent = HostConnections.request(request.method(), url);
      sent.setHeader("Accept", ACCEPTED_TYPES);
      if (request.isPart()) {
        sent.setHeader("Range", request.range());
      }
      if (authorization != null && origin.equals(hostOrigin)) {
        sent.setHeader("Authorization", authorization);
      }
      HttpAnswer answer;
      try {
        answer = connections.send(sent, url);
      } catch (MalformedBlobException e) {
        throw e;
      } catch (IOException e) {
        throw origin.equals(hostOrigin) ? e : new RedirectTargetException(origin, e);
      }
      String location = answer.header("Location");
      if (location == null || !REDIRECT_STATUSES.contains(answer.status())) {
        return answer.attributedTo(origin).releasing(permits::release);
      }
      answer.close();
      url = Address.next(host, url, location);
      connections.requireAllowed(url);
      // Once a redirect left the host, the account is not sent again, even if another one leads
      // back.
      origin = origin.equals(hostOrigin) ? Origin.of(url) : origin;
    }
    throw new MalformedBlobException(
        RejectReason.UNSUPPORTED, "more than " + MAX_REDIRECTS + " redirects");
  }
}
