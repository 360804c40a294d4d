package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

/**
 * Connections to a registry's host and to its redirect targets, by TLS unless plain HTTP is allowed
 * there.
 */
final class HostConnections {
  private static final int PROBE_MILLIS = 10_000;

  /**
   * Number of timeouts within which the head of a response must arrive: one for connecting, one for
   * the host's work.
   */
  private static final int TIMEOUTS_OF_A_HEAD = 2;

  private final HostName host;
  private final RegistryAccess access;
  private final Certificates certificates;
  private final HostBudget budget;
  private volatile CloseableHttpClient hostClient;
  private volatile CloseableHttpClient redirectClient;
  private volatile String base = "";

  HostConnections(HostName host, RegistryAccess access, Certificates certificates) {
    this.host = host;
    this.access = access;
    this.certificates = certificates;
    this.budget = new HostBudget(host.name(), access);
    this.hostClient = client(certificates.sockets());
    this.redirectClient = client(certificates.redirectSockets());
  }

  private CloseableHttpClient client(SSLSocketFactory sockets) {
    return Http.client(sockets, Math.multiplyExact(access.timeoutSeconds(), 1000));
  }

  /**
   * Requires that a redirect's target may be contacted: by HTTPS, or by plain HTTP if the settings
   * list it or both hosts are on this machine.
   */
  void requireAllowed(URL next) throws IOException {
    String target = next.getHost() + (next.getPort() < 0 ? "" : ":" + next.getPort());
    boolean isListed = access.plainHttp().contains(target);
    boolean isHere = host.isLoopback() && HostName.of(target).isLoopback();
    if (!next.getProtocol().equals("https") && !isListed && !isHere) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          "%s names %s://%s, which is not allowed: registry.plain-http=%s allows it"
              .formatted(host.name(), next.getProtocol(), target, target));
    }
  }

  /** Parses an address that the host names. */
  URL parsed(String address) throws MalformedBlobException {
    return Address.of(host, address);
  }

  /**
   * Requires that the token server that the host names may be sent a request.
   *
   * @param account this user's account. It is sent by TLS only, unless the host itself is contacted
   *     by plain HTTP
   */
  void requireRealm(URL realm, Account account) throws IOException {
    requireAllowed(realm);
    if (!account.isNone() && !Origin.of(realm).isTls() && origin().isTls()) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          "%s wants the account by plain HTTP, at %s".formatted(host.name(), Origin.of(realm)));
    }
  }

  /** The origin that this user's account belongs to: that of the host's API. */
  Origin origin() throws IOException {
    return Origin.of(address(""));
  }

  /** A request with the headers that all requests have. */
  static HttpUriRequestBase request(String method, URL url) throws IOException {
    try {
      HttpUriRequestBase request = new HttpUriRequestBase(method, url.toURI());
      request.setHeader("Accept-Encoding", "identity");
      return request;
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new MalformedBlobException(RejectReason.UNSUPPORTED, "an invalid address: " + url);
    }
  }

  /** The answer to a request. */
  HttpAnswer send(HttpUriRequestBase request, URL url) throws IOException {
    return send(
        request, url, Math.multiplyExact(TIMEOUTS_OF_A_HEAD * 1000, access.timeoutSeconds()));
  }

  /**
   * Sends a request. This user's client certificates are shown to the host itself only. Authorities
   * that are accepted for the host are accepted for its redirect targets, too.
   */
  private HttpAnswer send(HttpUriRequestBase request, URL url, int millis) throws IOException {
    Origin origin = Origin.of(url);
    boolean isOwn = origin.equals(Origin.of(Address.of(host, "https://" + host.api())));
    budget.countAnswer();
    try {
      return new HttpAnswer(
          request,
          ResponseHead.read(isOwn ? hostClient : redirectClient, request, millis),
          origin,
          budget);
    } catch (StackOverflowError | OutOfMemoryError e) {
      // The client is replaced, because it then closes all its connections, also those of other
      // requests.
      hostClient = client(certificates.sockets());
      redirectClient = client(certificates.redirectSockets());
      throw e;
    }
  }

  /**
   * The address of a path of the API. The first request finds out whether the host speaks TLS or
   * plain HTTP.
   */
  URL address(String path) throws IOException {
    if (base.isEmpty()) {
      boolean mayBePlain = access.plainHttp().contains(host.name()) || host.isLoopback();
      boolean isPlain = mayBePlain && isPlain();
      if (!isPlain) {
        requireTls();
      }
      base = (isPlain ? "http://" : "https://") + host.api();
    }
    return Address.of(host, base + "/v2/" + path);
  }

  /**
   * Whether the host speaks plain HTTP. A host that speaks TLS refuses a plain request, or answers
   * with bytes that are not HTTP.
   */
  private boolean isPlain() {
    try {
      URL url = Address.of(host, "http://" + host.api() + "/v2/");
      int millis = Math.min(PROBE_MILLIS, access.timeoutSeconds() * 1000);
      try (HttpAnswer answer = send(request("GET", url), url, millis)) {
        return answer.status() != HttpURLConnection.HTTP_BAD_REQUEST;
      }
    } catch (IOException e) {
      return false;
    }
  }

  private void requireTls() throws IOException {
    String address = "https://" + host.api() + "/v2/";
    try {
      URL url = Address.of(host, address);
      send(request("GET", url), url).close();
    } catch (IOException e) {
      IOException explained = certificates.explained(address, e);
      if (explained != e || !(e instanceof SSLException)) {
        throw explained;
      }
      String advice =
          "%s; if it has no TLS, allow plain HTTP with --set registry.plain-http=%s"
              .formatted(e.getMessage(), host.name());
      throw new HostFault(address, advice, true, e);
    }
  }
}
