package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;

/**
 * Connections to a registry's host and to where it leads, by TLS unless plain HTTP is allowed
 * there.
 */
final class HostConnections {
  private static final int PROBE_MILLIS = 10_000;

  private final HostName host;
  private final RegistryAccess access;
  private final Certificates certificates;
  private volatile String base = "";

  HostConnections(HostName host, RegistryAccess access, Certificates certificates) {
    this.host = host;
    this.access = access;
    this.certificates = certificates;
  }

  /**
   * Neither bytes nor accounts go by plain HTTP to where the host says, unless it is allowed; a
   * host elsewhere cannot name this machine.
   */
  void requireAllowed(URL next) throws IOException {
    String place = next.getHost() + (next.getPort() < 0 ? "" : ":" + next.getPort());
    boolean isListed = access.plainHttp().contains(place);
    boolean isHere = host.isLoopback() && HostName.of(place).isLoopback();
    if (!next.getProtocol().equals("https") && !isListed && !isHere) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          "%s names %s://%s, which is not allowed: registry.plain-http=%s allows it"
              .formatted(host.name(), next.getProtocol(), place, place));
    }
  }

  /** An address that the host names. */
  URL named(String address) throws MalformedBlobException {
    return Address.of(host, address);
  }

  /**
   * A connection to the place for tokens that the host names.
   *
   * @param account whether this user's account is sent there: only by TLS, or in plain from a host
   *     that is spoken to in plain itself
   */
  HttpURLConnection openRealm(URL realm, Account account) throws IOException {
    requireAllowed(realm);
    if (!account.isNone() && !Origin.of(realm).isTls() && origin().isTls()) {
      throw new MalformedBlobException(
          RejectReason.UNSUPPORTED,
          "%s wants the account by plain HTTP, at %s".formatted(host.name(), Origin.of(realm)));
    }
    return open(realm);
  }

  /** The origin that the account of this user is for: that of the host's API. */
  Origin origin() throws IOException {
    return Origin.of(address(""));
  }

  /**
   * A connection by these timeouts. This user's certificates are shown to the host itself only;
   * authorities that are accepted for it are accepted where it leads to.
   */
  HttpURLConnection open(URL url) throws IOException {
    if (!(url.openConnection() instanceof HttpURLConnection connection)) {
      throw new IOException("an address of another kind than http: " + url);
    }
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    int millis = Math.multiplyExact(access.timeoutSeconds(), 1000);
    connection.setConnectTimeout(millis);
    connection.setReadTimeout(millis);
    connection.setRequestProperty("User-Agent", "varve");
    connection.setRequestProperty("Accept-Encoding", "identity");
    if (connection instanceof HttpsURLConnection secure) {
      boolean isOwn = Origin.of(url).equals(Origin.of(Address.of(host, "https://" + host.api())));
      secure.setSSLSocketFactory(isOwn ? certificates.sockets() : certificates.others());
    }
    return connection;
  }

  /** The address of a path of the API, whose protocol the first request finds out. */
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

  /** Hosts that speak TLS refuse the request, or do not understand it. */
  private boolean isPlain() {
    try {
      HttpURLConnection connection = open(Address.of(host, "http://" + host.api() + "/v2/"));
      connection.setReadTimeout(Math.min(PROBE_MILLIS, connection.getReadTimeout()));
      int status = ResponseHead.read(connection);
      Answer.discard(connection, status);
      return status > 0 && status != HttpURLConnection.HTTP_BAD_REQUEST;
    } catch (IOException e) {
      return false;
    }
  }

  private void requireTls() throws IOException {
    String address = "https://" + host.api() + "/v2/";
    try {
      HttpURLConnection connection = open(Address.of(host, address));
      Answer.discard(connection, ResponseHead.read(connection));
    } catch (IOException e) {
      IOException explained = certificates.explained(address, e);
      if (explained != e || !(e instanceof SSLException)) {
        throw explained;
      }
      String advice =
          "%s; if it has no TLS, allow plain HTTP with --set registry.plain-http=%s"
              .formatted(e.getMessage(), host.name());
      throw new UnreadableFileException(address, new IOException(advice, e));
    }
  }
}
