package dev.varve.jobs.store.registry;

import dev.varve.model.ByteStore;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509KeyManager;

/**
 * The client certificates that a host may request. They are files as docker stores them: {@code
 * NAME.cert} and its key {@code NAME.key}, both PEM.
 */
final class ClientCertificates {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /** Empty password: the JDK's key stores require one, and this store stays in memory. */
  private static final char[] PASSWORD = new char[0];

  private final KeyStore store;

  ClientCertificates() throws GeneralSecurityException, IOException {
    store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
  }

  /** Adds the certificate at a location, with its key alongside. */
  void add(ByteStore files, String location) throws IOException {
    String keyLocation = location.replaceFirst("[.]cert$", ".key");
    if (files.find(keyLocation).isEmpty()) {
      throw unreadable(location, "a certificate of a client without its key " + keyLocation);
    }
    try (InputStream in = files.open(location);
        InputStream keyIn = files.open(keyLocation)) {
      Certificate[] chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(new Certificate[0]);
      Matcher pem = KEY.matcher(new String(keyIn.readAllBytes(), StandardCharsets.ISO_8859_1));
      if (!pem.find() || chain.length == 0) {
        throw new GeneralSecurityException("another form");
      }
      byte[] key = Base64.getMimeDecoder().decode(pem.group(1));
      PrivateKey read =
          KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm())
              .generatePrivate(new PKCS8EncodedKeySpec(key));
      store.setKeyEntry(location, read, PASSWORD, chain);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw unreadable(
          keyLocation,
          "no key of %s in the form PKCS#8, PEM, without a password: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW makes it so"
              .formatted(location));
    }
  }

  private static UnreadableFileException unreadable(String location, String why) {
    return new UnreadableFileException(location, new IOException(why));
  }

  /** The key manager that shows these certificates to hosts that ask for one. */
  RequestedCertificates shown() throws GeneralSecurityException {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, PASSWORD);
    for (KeyManager manager : factory.getKeyManagers()) {
      if (manager instanceof X509KeyManager keys) {
        return new RequestedCertificates(keys, store.size() > 0);
      }
    }
    throw new GeneralSecurityException("no keys of X.509");
  }
}
