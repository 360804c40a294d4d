package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Store;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.UnreadableFileException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that answers only clients with a certificate; the keys are those of keytool. */
class ClientCertificatesTest {
  private static final char[] PASSWORD = "secret".toCharArray();

  @TempDir private Path folder;
  private HttpsServer server;
  private Path own;

  private volatile String version = "TLSv1.3";

  @BeforeEach
  void serve() throws Exception {
    KeyStore ofServer = keys("server", "RSA");
    KeyStore ofClient = keys("client", "EC");
    SSLContext context = SSLContext.getInstance("TLS");
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(ofServer, PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("client", ofClient.getCertificate("client"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    RegistryServer.shortenWaits();
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters all = context.getDefaultSSLParameters();
            all.setNeedClientAuth(true);
            all.setProtocols(new String[] {version});
            parameters.setSSLParameters(all);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    own = Files.createDirectories(folder.resolve("certs.d/" + host()));
    Files.writeString(
        own.resolve("ca.crt"), pem("CERTIFICATE", ofServer.getCertificate("server").getEncoded()));
    Files.writeString(
        own.resolve("client.cert"),
        pem("CERTIFICATE", ofClient.getCertificate("client").getEncoded()));
    Files.writeString(
        own.resolve("client.key"),
        pem("PRIVATE KEY", ofClient.getKey("client", PASSWORD).getEncoded()));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private KeyStore keys(String name, String algorithm) throws Exception {
    Path file = folder.resolve(name + ".p12");
    String line =
        "%s/bin/keytool -genkeypair -alias %s -keyalg %s -dname CN=%s -ext san=ip:127.0.0.1 -storetype PKCS12 -keystore %s -storepass %s"
            .formatted(System.getProperty("java.home"), name, algorithm, name, file, "secret");
    Process keytool =
        new ProcessBuilder(line.split(" "))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind);
  }

  private int status() throws Exception {
    RegistryAccess access = new RegistryAccess("", "", List.of(), 1, 5, 5, 1L << 40, 1_000_000, 24);
    Store files = LocalStore.disk();
    HostName name = HostName.of(host());
    Certificates certificates =
        Certificates.of(access, files, List.of(folder.resolve("certs.d") + "/"), host());
    RegistryHost registry =
        new RegistryHost(name, access, new Credentials(access, files, name), certificates);
    try (HttpAnswer answer = registry.send(ApiRequest.get("", "_catalog"))) {
      return answer.status();
    }
  }

  @Test
  void theHostAnswersAClientWithItsCertificate() throws Exception {
    assertThat(status()).isEqualTo(200);
  }

  /** Over and over: a host by TLS 1.3, and at times one by 1.2, closes before its alert is read. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void aHostThatWantsOneIsNamed(String version) throws Exception {
    this.version = version;
    Files.delete(own.resolve("client.cert"));
    for (int time = 0; time < 5; time++) {
      assertThatThrownBy(this::status)
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContainingAll(
              host(), "wants a certificate of its clients", "client.key", "certs.d");
    }
  }

  @Test
  void aHostThatWantsAnotherIsNamed() throws Exception {
    KeyStore other = keys("other", "EC");
    Files.writeString(
        own.resolve("client.cert"), pem("CERTIFICATE", other.getCertificate("other").getEncoded()));
    Files.writeString(
        own.resolve("client.key"),
        pem("PRIVATE KEY", other.getKey("other", PASSWORD).getEncoded()));
    assertThatThrownBy(this::status)
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContainingAll(host(), "wants another certificate of its clients", "client.key");
  }

  @Test
  void keysOfOtherFormsAreRefused() throws Exception {
    Path key = own.resolve("client.key");
    for (String kind : List.of("EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY")) {
      Files.writeString(key, Files.readString(key).replaceAll("(?<=BEGIN |END ).*(?=-----)", kind));
      assertThatThrownBy(this::status)
          .isInstanceOf(UnreadableFileException.class)
          .hasMessageContainingAll("client.key", "PKCS#8", "openssl pkcs8 -topk8 -nocrypt");
    }
    Files.delete(key);
    assertThatThrownBy(this::status).hasMessageContainingAll("client.cert", "without its key");
  }
}
