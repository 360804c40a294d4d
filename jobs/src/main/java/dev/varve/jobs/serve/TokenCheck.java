package dev.varve.jobs.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.auth2.CallHeaderAuthenticator;

/**
 * Check of the token that every call must send: as a bearer token, or as the password of any user,
 * because drivers ask for a user and a password.
 *
 * @param token the expected token; not empty
 */
record TokenCheck(String token) implements CallHeaderAuthenticator {
  private static final String HEADER = "Authorization";
  private static final String BEARER = "Bearer ";
  private static final String BASIC = "Basic ";

  @Override
  public AuthResult authenticate(CallHeaders headers) {
    String sentToken = tokenOf(String.valueOf(headers.get(HEADER)));
    if (!MessageDigest.isEqual(bytes(sentToken), bytes(token))) {
      throw CallStatus.UNAUTHENTICATED
          .withDescription("the token is missing or wrong: varve serve prints it at its start")
          .toRuntimeException();
    }
    return new AuthResult() {
      @Override
      public String getPeerIdentity() {
        return "reader";
      }

      /**
       * Sends the token to drivers that logged in with a user and a password, which send it in
       * later calls.
       */
      @Override
      public void appendToOutgoingHeaders(CallHeaders outgoing) {
        outgoing.insert(HEADER, BEARER + token);
      }
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The token in a header; empty if the header has none. */
  private static String tokenOf(String header) {
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
