package dev.varve.jobs.serve;

import dev.varve.jobs.conf.Range;

/**
 * Settings of a server: its address, its clients, and its limits.
 *
 * @param host the address that is listened on
 * @param port 0 for any that is free
 * @param token that clients show; empty for a random one at each start, {@link #NO_TOKEN} for none
 * @param certificateFile PEM file of the certificates for TLS; empty for none
 * @param keyFile PEM file of their private key
 * @param statements most that run at the same time; others are refused
 * @param statementSeconds how long a statement may run
 */
public record ServeSettings(
    String host,
    @Range(low = 0, high = 65_535) int port,
    String token,
    String certificateFile,
    String keyFile,
    @Range(low = 1, high = 10_000) int statements,
    @Range(low = 1, high = 30 * 24 * 3600) int statementSeconds) {
  /** Value of {@code token} with which nobody has to show one. */
  public static final String NO_TOKEN = "none";

  boolean isOpen() {
    return token.equals(NO_TOKEN);
  }

  boolean isEncrypted() {
    return !certificateFile.isEmpty();
  }
}
