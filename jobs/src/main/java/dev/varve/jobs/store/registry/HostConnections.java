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

  /** A connection to an address that the host names. */
  HttpURLConnection openAllowed(String address) throws IOException {
    URL url = Address.of(host, address);
    requireAllowed(url);
    return open(url);
  }

  /** A connection by these certificates and timeouts. */
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
      secure.setSSLSocketFactory(certificates.sockets());
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
      new Answer(connection, status, () -> {}).close();
      return status > 0 && status != HttpURLConnection.HTTP_BAD_REQUEST;
    } catch (IOException e) {
      return false;
    }
  }

  private void requireTls() throws IOException {
    String address = "https://" + host.api() + "/v2/";
    try {
      HttpURLConnection connection = open(Address.of(host, address));
      new Answer(connection, ResponseHead.read(connection), () -> {}).close();
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
