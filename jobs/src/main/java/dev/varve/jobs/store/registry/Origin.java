package dev.varve.jobs.store.registry;

import java.net.URL;
import java.util.Locale;

/**
 * The scheme, host and port of an address. This user's accounts, tokens and certificates belong to
 * one origin. Another port of a host is another origin.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc6454#section-4">RFC 6454, section 4</a>
 */
record Origin(String scheme, String host, int port) {
  static Origin of(URL url) {
    int port = url.getPort() < 0 ? url.getDefaultPort() : url.getPort();
    return new Origin(
        url.getProtocol().toLowerCase(Locale.ROOT), url.getHost().toLowerCase(Locale.ROOT), port);
  }

  boolean isTls() {
    return scheme.equals("https");
  }

  @Override
  public String toString() {
    boolean isDefault = port == (isTls() ? 443 : 80);
    return scheme + "://" + host + (isDefault ? "" : ":" + port);
  }
}
