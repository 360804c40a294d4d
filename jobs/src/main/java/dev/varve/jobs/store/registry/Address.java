package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;

/** Addresses as a host names them, which may be no addresses; none may name a user. */
final class Address {
  private static final int LAST_PORT = 0xffff;

  private Address() {}

  /**
   * An address as a whole.
   *
   * @throws MalformedBlobException when no connection can be opened by it
   */
  static URL of(HostName host, String text) throws MalformedBlobException {
    try {
      URL url = new URI(text).toURL();
      boolean isHttp = url.getProtocol().matches("https?") && !url.getHost().isEmpty();
      if (isHttp && url.getPort() <= LAST_PORT && url.getUserInfo() == null) {
        return url;
      }
    } catch (URISyntaxException | MalformedURLException | IllegalArgumentException e) {
      // As those without a host.
    }
    throw invalid(host, text);
  }

  /** Address that a redirect leads to, seen from the one that was requested. */
  static URL next(HostName host, URL from, String location) throws MalformedBlobException {
    try {
      return of(host, from.toURI().resolve(location.replace(" ", "%20")).toString());
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw invalid(host, location);
    }
  }

  private static MalformedBlobException invalid(HostName host, String address) {
    return new MalformedBlobException(
        RejectReason.UNSUPPORTED, host.name() + " names an invalid address: " + address);
  }
}
