package dev.varve.jobs.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.auth2.CallHeaderAuthenticator;

/**
 * The check of the token that every call shows: as a bearer, or as the password of any user, which
 * drivers ask for.
 *
 * @param token not empty
 */
record TokenCheck(String token) implements CallHeaderAuthenticator {
  private static final String HEADER = "Authorization";
  private static final String BEARER = "Bearer ";
  private static final String BASIC = "Basic ";

  @Override
  public AuthResult authenticate(CallHeaders headers) {
    String shown = shown(String.valueOf(headers.get(HEADER)));
    if (!MessageDigest.isEqual(bytes(shown), bytes(token))) {
      throw CallStatus.UNAUTHENTICATED
          .withDescription("the token is missing or wrong: varve serve prints it at its start")
          .toRuntimeException();
    }
    return new AuthResult() {
      @Override
      public String getPeerIdentity() {
        return "reader";
      }

      /** Drivers with a user and a password show this in later calls. */
      @Override
      public void appendToOutgoingHeaders(CallHeaders outgoing) {
        outgoing.insert(HEADER, BEARER + token);
      }
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The token of a header; empty where it has none. */
  private static String shown(String header) {
    if (header.startsWith(BEARER)) {
      return header.substring(BEARER.length());
    }
    if (header.startsWith(BASIC)) {
      try {
        byte[] decoded = Base64.getDecoder().decode(header.substring(BASIC.length()));
        String account = new String(decoded, StandardCharsets.UTF_8);
        return account.substring(account.indexOf(':') + 1);
      } catch (IllegalArgumentException e) {
        return "";
      }
    }
    return "";
  }
}
