package dev.varve.jobs.store.registry;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows client certificates to a host, and remembers whether the host requested one. This explains
 * a failed connection, because a host that requires a certificate may close it before its alert is
 * read.
 */
final class RequestedCertificates extends X509ExtendedKeyManager {
  private final X509KeyManager keys;
  private final boolean hasOne;
  private volatile boolean isRequested;

  RequestedCertificates(X509KeyManager keys, boolean hasOne) {
    this.keys = keys;
    this.hasOne = hasOne;
  }

  /** Whether the host requested a certificate. */
  boolean isRequested() {
    return isRequested;
  }

  /** Whether this user has a client certificate for the host, which the host may still refuse. */
  boolean hasOne() {
    return hasOne;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    isRequested = true;
    return keys.chooseClientAlias(keyTypes, issuers, socket);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return keys.getClientAliases(keyType, issuers);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return keys.getServerAliases(keyType, issuers);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return keys.chooseServerAlias(keyType, issuers, socket);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return keys.getCertificateChain(alias);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return keys.getPrivateKey(alias);
  }
}
