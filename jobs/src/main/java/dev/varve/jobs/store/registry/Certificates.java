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
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The authorities whose certificates a host may show, and the certificates that it may want: those
 * of the JDK, of {@code registry.ca-file}, and of {@code /etc/docker/certs.d/HOST} and {@code
 * /etc/containers/certs.d/HOST}.
 *
 * @param sockets that have further ones; empty where there are none
 */
record Certificates(Optional<SSLSocketFactory> sockets) {
  static final List<String> FOLDERS = List.of("/etc/docker/certs.d/", "/etc/containers/certs.d/");

  /**
   * Reads the certificates for a host.
   *
   * @param folders that may have one of its name
   */
  static Certificates of(RegistryAccess access, ByteStore files, List<String> folders, String host)
      throws IOException {
    try {
      List<X509Certificate> further = new ArrayList<>();
      if (!access.caFile().isEmpty()) {
        further.addAll(read(files, access.caFile()));
      }
      ClientCertificates own = new ClientCertificates();
      for (String folder : folders) {
        for (ByteStore.Item item : files.list("file:" + folder + host)) {
          if (!item.folder() && item.name().endsWith(".crt")) {
            further.addAll(read(files, item.location()));
          } else if (!item.folder() && item.name().endsWith(".cert")) {
            own.add(files, item.location());
          }
        }
      }
      return new Certificates(
          further.isEmpty() && own.isEmpty() ? Optional.empty() : Optional.of(with(further, own)));
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "the certificates for %s cannot be used: %s".formatted(host, e.getMessage()), e);
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

  private static SSLSocketFactory with(List<X509Certificate> further, ClientCertificates own)
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
    context.init(own.managers(), managers(store).getTrustManagers(), null);
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

  /**
   * By the alert of the host, or by what the JDK says where the host closes before that is read.
   */
  private static boolean isOfClient(IOException fault) {
    return String.valueOf(fault.getMessage())
        .matches(
            "Error writing to server|.*fatal alert: (certificate_required|bad_certificate|unknown_ca).*");
  }

  /** Whether a host speaks TLS, and its certificate or that of the client is not accepted. */
  static boolean isAboutCertificates(IOException fault) {
    if (isOfClient(fault)) {
      return true;
    }
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException
          || cause instanceof SSLPeerUnverifiedException) {
        return true;
      }
    }
    return false;
  }

  static IOException explained(IOException fault) {
    if (isOfClient(fault)) {
      return new IOException(
          "it seems to want a certificate of its clients, or another one (%s): put client.cert and client.key into %sHOST"
              .formatted(fault.getMessage(), FOLDERS.get(0)),
          fault);
    }
    return new IOException(
        "its certificate is not accepted (%s): name that of its authority in registry.ca-file"
            .formatted(fault.getMessage()),
        fault);
  }
}
