package dev.varve.jobs.serve;

import dev.varve.jobs.conf.Range;

/**
 * Settings of section serve: address, token, certificate and limits of the server.
 *
 * @param host address to listen on
 * @param port TCP port; 0 for any free one
 * @param token secret that clients must send; empty for a random one at each start, {@link
 *     #NO_TOKEN} for none
 * @param certificateFile PEM file of the certificates for TLS; empty for none
 * @param keyFile PEM file of their private key
 * @param statements most statements at the same time; further ones are refused
 * @param statementSeconds time limit of a statement
 */
public record ServeSettings(
    String host,
    @Range(low = 0, high = 65_535) int port,
    String token,
    String certificateFile,
    String keyFile,
    @Range(low = 1, high = 10_000) int statements,
    @Range(low = 1, high = 30 * 24 * 3600) int statementSeconds) {
  /** Value of {@code token} with which clients need no token. */
  public static final String NO_TOKEN = "none";

  boolean isOpen() {
    return token.equals(NO_TOKEN);
  }

  boolean isEncrypted() {
    return !certificateFile.isEmpty();
  }
}
