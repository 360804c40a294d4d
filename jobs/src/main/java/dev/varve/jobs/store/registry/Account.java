package dev.varve.jobs.store.registry;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * An account at a registry. Its text form shows only the user name, no secrets.
 *
 * @param user name; empty where only a token is known
 * @param password of the user; empty where only a token is known
 * @param identityToken token with which access tokens are requested; empty where there is none
 */
record Account(String user, String password, String identityToken) {
  static final Account NONE = new Account("", "", "");

  /** An account in the form {@code user:password} in base64, as docker's config.json has it. */
  static Account ofBase64(String text, String identityToken) {
    String pair;
    try {
      pair = new String(Base64.getDecoder().decode(text.strip()), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return new Account("", "", identityToken);
    }
    int colon = pair.indexOf(':');
    return colon < 0
        ? new Account("", "", identityToken)
        : new Account(
            pair.substring(0, colon),
            pair.substring(colon + 1).replaceFirst("\0+$", ""),
            identityToken);
  }

  boolean isNone() {
    return user.isEmpty() && identityToken.isEmpty();
  }

  /** The value of the header for basic authentication. */
  String basic() {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  @Override
  public String toString() {
    return "account " + user;
  }
}
