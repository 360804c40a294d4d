package dev.varve.jobs.store.registry;

import dev.varve.model.ByteStore;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The authorities whose certificates a host may show: those of the JDK, of {@code
 * registry.ca-file}, and of {@code /etc/docker/certs.d/HOST} and {@code
 * /etc/containers/certs.d/HOST}.
 *
 * @param sockets that trust further ones; empty where there are none
 */
record Certificates(Optional<SSLSocketFactory> sockets) {
  private static final List<String> FOLDERS =
      List.of("/etc/docker/certs.d/", "/etc/containers/certs.d/");

  /** Reads the certificates of further authorities for a host. */
  static Certificates of(RegistryAccess access, ByteStore files, String host) throws IOException {
    List<String> locations = new ArrayList<>();
    if (!access.caFile().isEmpty()) {
      locations.add(access.caFile());
    }
    for (String folder : FOLDERS) {
      for (ByteStore.Item item : files.list("file:" + folder + host)) {
        if (!item.folder() && item.name().endsWith(".crt")) {
          locations.add(item.location());
        }
      }
    }
    List<X509Certificate> further = new ArrayList<>();
    for (String location : locations) {
      further.addAll(read(files, location));
    }
    try {
      return new Certificates(further.isEmpty() ? Optional.empty() : Optional.of(with(further)));
    } catch (GeneralSecurityException e) {
      throw new IOException("the certificates of authorities cannot be used: " + e.getMessage(), e);
    }
  }

  private static List<X509Certificate> read(ByteStore files, String location) throws IOException {
    List<X509Certificate> read = new ArrayList<>();
    try (InputStream in = files.open(location, 0, -1)) {
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        read.add((X509Certificate) one);
      }
    } catch (CertificateException e) {
      throw new UnreadableFileException(
          location, new IOException("it has no certificates in the form PEM"));
    }
    return read;
  }

  private static SSLSocketFactory with(List<X509Certificate> further)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int place = 0;
    for (X509Certificate one : authorities()) {
      store.setCertificateEntry("known" + place++, one);
    }
    for (X509Certificate one : further) {
      store.setCertificateEntry("further" + place++, one);
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers(store).getTrustManagers(), null);
    return context.getSocketFactory();
  }

  private static TrustManagerFactory managers(@Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }

  private static X509Certificate[] authorities() throws GeneralSecurityException {
    return managers(null).getTrustManagers()[0] instanceof X509TrustManager manager
        ? manager.getAcceptedIssuers()
        : new X509Certificate[0];
  }

  /** Whether a host speaks TLS, and its certificate is not accepted. */
  static boolean isAboutCertificates(SSLException fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException
          || cause instanceof SSLPeerUnverifiedException) {
        return true;
      }
    }
    return false;
  }

  static IOException explained(SSLException fault) {
    return new IOException(
        "its certificate is not accepted (%s): name that of its authority in registry.ca-file"
            .formatted(fault.getMessage()),
        fault);
  }
}
