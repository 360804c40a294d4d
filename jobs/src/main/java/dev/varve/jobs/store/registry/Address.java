package dev.varve.jobs.store.registry;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;

/**
 * Parses addresses that a host sends. They may be invalid, and an address with a user name is
 * refused.
 */
final class Address {
  private static final int LAST_PORT = 0xffff;

  private Address() {}

  /**
   * Parses a full address.
   *
   * @throws MalformedBlobException when the text is not an address of HTTP or HTTPS that can be
   *     opened
   */
  static URL of(HostName host, String text) throws MalformedBlobException {
    try {
      URL url = new URI(text).toURL();
      boolean isHttp = url.getProtocol().matches("https?") && !url.getHost().isEmpty();
      if (isHttp && url.getPort() <= LAST_PORT && url.getUserInfo() == null) {
        return url;
      }
    } catch (URISyntaxException | MalformedURLException | IllegalArgumentException e) {
      // Reported below, like an address without a host.
    }
    throw invalid(host, text);
  }

  /** The target of a redirect, resolved against the requested address. */
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
