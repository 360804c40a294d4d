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
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificates for connections to a host: authorities that the host's certificate may come
 * from, and client certificates that the host may request. They come from the JDK, {@code
 * registry.ca-file}, {@code /etc/docker/certs.d/HOST} and {@code /etc/containers/certs.d/HOST}.
 *
 * @param sockets make connections to the host: they accept the authorities and show client
 *     certificates
 * @param redirectSockets make connections to where the host redirects: they accept the authorities,
 *     but show no client certificate
 * @param clientCertificates the client certificates
 */
record Certificates(
    SSLSocketFactory sockets,
    SSLSocketFactory redirectSockets,
    RequestedCertificates clientCertificates) {
  static final List<String> FOLDERS = List.of("/etc/docker/certs.d/", "/etc/containers/certs.d/");

  /**
   * Reads the certificates for a host.
   *
   * @param folders folders that may have a subfolder with the host's name
   */
  static Certificates of(RegistryAccess access, ByteStore files, List<String> folders, String host)
      throws IOException {
    try {
      List<X509Certificate> further = new ArrayList<>();
      if (!access.caFile().isEmpty()) {
        further.addAll(read(files, access.caFile()));
      }
      ClientCertificates certificates = new ClientCertificates();
      for (String folder : folders) {
        for (ByteStore.Item item : files.list("file:" + folder + host)) {
          if (!item.folder() && item.name().endsWith(".crt")) {
            further.addAll(read(files, item.location()));
          } else if (!item.folder() && item.name().endsWith(".cert")) {
            certificates.add(files, item.location());
          }
        }
      }
      RequestedCertificates shown = certificates.shown();
      TrustManager[] trusted =
          further.isEmpty() ? null : managersAccepting(further).getTrustManagers();
      return new Certificates(
          sockets(new KeyManager[] {shown}, trusted), sockets(new KeyManager[0], trusted), shown);
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "the certificates for %s cannot be used: %s".formatted(host, e.getMessage()), e);
    }
  }

  private static SSLSocketFactory sockets(KeyManager[] keys, TrustManager @Nullable [] trusted)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trusted, null);
    return context.getSocketFactory();
  }

  private static List<X509Certificate> read(ByteStore files, String location) throws IOException {
    List<X509Certificate> read = new ArrayList<>();
    try (InputStream in = files.open(location)) {
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        read.add((X509Certificate) certificate);
      }
    } catch (CertificateException e) {
      throw new UnreadableFileException(
          location, new IOException("it has no certificates in the form PEM"));
    }
    return read;
  }

  private static TrustManagerFactory managersAccepting(List<X509Certificate> further)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int number = 0;
    for (X509Certificate certificate : authorities()) {
      store.setCertificateEntry("known" + number++, certificate);
    }
    for (X509Certificate certificate : further) {
      store.setCertificateEntry("further" + number++, certificate);
    }
    return managers(store);
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
   * The fault to report when a host that speaks TLS fails at its first request. A fault that more
   * tries cannot change is returned as {@link HostFault}.
   */
  IOException explained(String address, IOException fault) {
    if (isAboutCertificate(fault)) {
      return new HostFault(
          address,
          "its certificate is not accepted (%s): name that of its authority in registry.ca-file"
              .formatted(fault.getMessage()),
          true,
          fault);
    }
    boolean isAlert =
        String.valueOf(fault.getMessage())
            .matches(".*fatal alert: (certificate_required|bad_certificate|unknown_ca).*");
    if (!clientCertificates.isRequested() && !isAlert) {
      return fault;
    }
    String why =
        "it wants %s certificate of its clients (%s): put client.cert and client.key into %sHOST"
            .formatted(
                clientCertificates.hasOne() ? "another" : "a", fault.getMessage(), FOLDERS.get(0));
    return isAlert || !clientCertificates.hasOne()
        ? new HostFault(address, why, true, fault)
        : new IOException(why, fault);
  }

  private static boolean isAboutCertificate(IOException fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException
          || cause instanceof SSLPeerUnverifiedException) {
        return true;
      }
    }
    return false;
  }
}
