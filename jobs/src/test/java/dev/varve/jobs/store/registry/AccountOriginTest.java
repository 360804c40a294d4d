package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.varve.jobs.store.LocalStore;
import dev.varve.jobs.store.Store;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What another host learns of an account, where a registry leads to it. Both speak TLS, the
 * registry as localhost, the other as 127.0.0.1 or as another port of localhost.
 */
class AccountOriginTest {
  private static final char[] PASSWORD = "secret".toCharArray();
  private static final String BLOB = "sha256:" + "ab".repeat(32);
  private static final String TOKEN = "token-of-the-registry";

  private static final List<String> PATHS =
      List.of(
          "team/app/blobs/" + BLOB,
          "team/app/manifests/one",
          "team/app/tags/list",
          "team/app/referrers/" + BLOB,
          "_catalog");

  /** Words of which none may be in what the other host receives. */
  private static final List<String> SECRETS =
      List.of("authorization", "cookie", "certificate:", "ann", "secret", "identity-of", TOKEN);

  @TempDir private static Path keys;
  private static SSLContext context;

  @TempDir private Path folder;
  private TlsServer registry;
  private TlsServer other;

  @BeforeAll
  static void makeKeys() throws Exception {
    KeyStore ofServer = keys("server");
    KeyStore ofClient = keys("client");
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(ofServer, PASSWORD);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("client", ofClient.getCertificate("client"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    pem("ca.crt", "CERTIFICATE", ofServer.getCertificate("server").getEncoded());
    pem("client.cert", "CERTIFICATE", ofClient.getCertificate("client").getEncoded());
    pem("client.key", "PRIVATE KEY", ofClient.getKey("client", PASSWORD).getEncoded());
  }

  private static KeyStore keys(String name) throws Exception {
    Path file = keys.resolve(name + ".p12");
    String line =
        "%s/bin/keytool -genkeypair -alias %s -keyalg EC -dname CN=%s -ext san=ip:127.0.0.1,dns:localhost -storetype PKCS12 -keystore %s -storepass secret"
            .formatted(System.getProperty("java.home"), name, name, file);
    Process keytool =
        new ProcessBuilder(line.split(" "))
            .redirectErrorStream(true)
            .redirectOutput(keys.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static void pem(String file, String kind, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    Files.writeString(
        keys.resolve(file),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind));
  }

  @BeforeEach
  void serve() throws Exception {
    registry = new TlsServer("localhost", context);
    other = new TlsServer("127.0.0.1", context);
  }

  @AfterEach
  void stop() {
    registry.close();
    other.close();
  }

  /** A client with a certificate and with an account of a kind. */
  private RegistryHost login(String kind) throws Exception {
    String pair = Base64.getEncoder().encodeToString("ann:secret".getBytes(StandardCharsets.UTF_8));
    String auth =
        kind.equals("identity token")
            ? "{\"auth\":\"YW5uOg==\",\"identitytoken\":\"identity-of-ann\"}"
            : "{\"auth\":\"" + pair + "\"}";
    String text =
        kind.equals("helper")
            ? "{\"credsStore\":\"counted\",\"auths\":{\"%s\":{}}}".formatted(registry.host())
            : "{\"auths\":{\"%s\":%s}}".formatted(registry.host(), auth);
    Path file = Files.writeString(folder.resolve("auth.json"), text);
    RegistryAccess access =
        new RegistryAccess(file.toString(), "", List.of(), 2, 5, 5, 1L << 40, 1_000_000, 24);
    Store files = LocalStore.disk();
    Path certificates = Files.createDirectories(folder.resolve("certs.d/" + registry.host()));
    for (String one : List.of("ca.crt", "client.cert", "client.key")) {
      Files.copy(keys.resolve(one), certificates.resolve(one));
    }
    HostName name = HostName.of(registry.host());
    return new RegistryHost(
        name,
        access,
        new Credentials(access, files, name),
        Certificates.of(access, files, List.of(folder.resolve("certs.d") + "/"), registry.host()));
  }

  private static int status(RegistryHost client, String path) throws IOException {
    String repository = path.startsWith("_") ? "" : "team/app";
    try (HttpAnswer answer = client.send(ApiRequest.get(repository, path))) {
      return answer.status();
    }
  }

  /** The registry's own gate: an account or a token, and then what follows. */
  private boolean gate(HttpExchange exchange, String challenge, RegistryServer.Fault then)
      throws IOException {
    String path = exchange.getRequestURI().getPath();
    String sent = exchange.getRequestHeaders().getFirst("Authorization");
    if (path.equals("/v2/")) {
      return TlsServer.send(exchange, 200, "{}");
    }
    if (path.equals("/token")) {
      return TlsServer.send(exchange, 200, "{\"token\":\"" + TOKEN + "\"}");
    }
    boolean isIn =
        challenge.startsWith("Basic")
            ? sent != null && sent.startsWith("Basic ")
            : ("Bearer " + TOKEN).equals(sent);
    return isIn
        ? then.answers(exchange)
        : TlsServer.send(exchange, 401, "WWW-Authenticate", challenge);
  }

  private String bearer(TlsServer realm) {
    return "Bearer realm=\"%s/token\",service=\"s\"".formatted(realm.address());
  }

  private void learnsNothing(TlsServer host) {
    assertThat(host.received()).isNotEmpty();
    assertThat(String.join("\n", host.received()).toLowerCase(Locale.ROOT)).doesNotContain(SECRETS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "identity token", "helper"})
  void aChallengeBehindARedirectIsNotAnswered(String kind) throws Exception {
    RegistryHost client = login(kind);
    try (TlsServer port = new TlsServer("localhost", context);
        TlsServer plain = new TlsServer("127.0.0.1", null)) {
      String own = kind.equals("identity token") ? bearer(registry) : "Basic realm=\"registry\"";
      Set<String> challenges = new TreeSet<>(Set.of("Basic realm=\"x\"", own, "Negotiate", "NTLM"));
      for (TlsServer target : List.of(other, port, plain)) {
        challenges.add(bearer(target));
        registry.answer(
            exchange ->
                gate(
                    exchange,
                    own,
                    in ->
                        TlsServer.send(
                            in, 307, "Location", target.address() + in.getRequestURI())));
        for (String path : PATHS) {
          for (String challenge : challenges) {
            target.answer(
                exchange ->
                    exchange.getRequestURI().getPath().equals("/token")
                        ? TlsServer.send(exchange, 200, "{\"token\":\"stolen\"}")
                        : TlsServer.send(exchange, 401, "WWW-Authenticate", challenge));
            assertThatThrownBy(() -> status(client, path))
                .isInstanceOf(MalformedBlobException.class)
                .hasMessageContainingAll(registry.host(), target.address(), "401");
          }
        }
        learnsNothing(target);
        assertThat(target.received()).noneMatch(line -> line.contains(" /token"));
      }
    }
  }

  @Test
  void theRegistryItselfIsSentTheAccount() throws Exception {
    for (String kind : List.of("password", "identity token", "helper")) {
      stop();
      serve();
      Files.deleteIfExists(folder.resolve("certs.d/" + registry.host()));
      RegistryHost client = login(kind);
      registry.answer(
          exchange -> gate(exchange, bearer(registry), in -> TlsServer.send(in, 200, "x")));
      for (String path : PATHS) {
        assertThat(status(client, path)).isEqualTo(200);
      }
      assertThat(registry.received()).contains("certificate: CN=client");
    }
  }

  @Test
  void aHelperIsCalledOnceAndForItsHostOnly() throws Exception {
    RegistryHost client = login("helper");
    registry.answer(
        exchange ->
            gate(
                exchange,
                "Basic realm=\"x\"",
                in ->
                    in.getRequestURI().getPath().contains("blobs")
                        ? TlsServer.send(in, 401, "WWW-Authenticate", "Basic realm=\"x\"")
                        : TlsServer.send(in, 200, "")));
    for (String path : PATHS) {
      try {
        status(client, path);
      } catch (MalformedBlobException e) {
        assertThat(e).hasMessageContaining("the account may not read it");
      }
    }
    Set<String> accounts = new TreeSet<>();
    for (String line : registry.received()) {
      if (line.startsWith("Authorization: ")) {
        String pair = line.replaceAll(".*Basic |]", "");
        accounts.add(new String(Base64.getDecoder().decode(pair), StandardCharsets.UTF_8));
      }
    }
    assertThat(accounts).singleElement().asString().startsWith("ann:secret-");
  }

  /** As Docker Hub has it, whose tokens are given by auth.docker.io. */
  @ParameterizedTest
  @ValueSource(strings = {"password", "identity token"})
  void tokensMayBeGivenByAnotherHostThatTheRegistryNames(String kind) throws Exception {
    RegistryHost client = login(kind);
    other.answer(exchange -> gate(exchange, "", in -> false));
    registry.answer(exchange -> gate(exchange, bearer(other), in -> TlsServer.send(in, 200, "x")));
    assertThat(status(client, PATHS.get(0))).isEqualTo(200);
    assertThat(other.received())
        .anyMatch(
            line ->
                kind.equals("password")
                    ? line.equals("Authorization: [Basic YW5uOnNlY3JldA==]")
                    : line.contains("refresh_token=identity-of-ann"))
        .noneMatch(line -> line.startsWith("certificate"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "identity token"})
  void anotherPlaceForTokensLaterOnIsRefused(String kind) throws Exception {
    RegistryHost client = login(kind);
    try (TlsServer third = new TlsServer("localhost", context)) {
      registry.answer(
          exchange -> gate(exchange, bearer(registry), in -> TlsServer.send(in, 200, "x")));
      assertThat(status(client, PATHS.get(0))).isEqualTo(200);
      registry.answer(
          exchange -> gate(exchange, bearer(third), in -> TlsServer.send(in, 200, "x")));
      assertThatThrownBy(() -> status(client, "_catalog"))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("its place for tokens was");
      assertThat(third.received()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "identity token"})
  void aPlaceForTokensWithoutTlsIsNotSentTheAccount(String kind) throws Exception {
    RegistryHost client = login(kind);
    try (TlsServer plain = new TlsServer("127.0.0.1", null)) {
      registry.answer(
          exchange -> gate(exchange, bearer(plain), in -> TlsServer.send(in, 200, "x")));
      assertThatThrownBy(() -> status(client, PATHS.get(0)))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("wants the account by plain HTTP");
      assertThat(plain.received()).isEmpty();
    }
    for (String realm : List.of("file:///etc/passwd", "unix:/run/x", "https://u@localhost/t", "")) {
      String challenge = "Bearer realm=\"" + realm + "\"";
      registry.answer(exchange -> gate(exchange, challenge, in -> TlsServer.send(in, 200, "x")));
      assertThatThrownBy(() -> status(client, PATHS.get(0)))
          .isInstanceOf(MalformedBlobException.class)
          .hasMessageContaining("names an invalid address");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"password", "identity token"})
  void aPlaceForTokensDoesNotLeadElsewhere(String kind) throws Exception {
    RegistryHost client = login(kind);
    registry.answer(
        exchange ->
            exchange.getRequestURI().getPath().equals("/token")
                ? TlsServer.send(exchange, 307, "Location", other.address() + "/token")
                : gate(exchange, bearer(registry), in -> TlsServer.send(in, 200, "x")));
    assertThatThrownBy(() -> status(client, PATHS.get(0)))
        .isInstanceOf(MalformedBlobException.class);
    assertThat(other.received()).isEmpty();
  }

  @Test
  void whoWasLedAwayIsNotLedBackWithTheAccount() throws Exception {
    RegistryHost client = login("password");
    String basic = "Basic realm=\"x\"";
    registry.answer(
        exchange ->
            exchange.getRequestURI().getPath().equals("/admin")
                ? TlsServer.send(exchange, 401, "WWW-Authenticate", basic)
                : gate(
                    exchange,
                    basic,
                    in -> TlsServer.send(in, 307, "Location", other.address() + "/x")));
    other.answer(
        exchange -> TlsServer.send(exchange, 307, "Location", registry.address() + "/admin"));
    assertThatThrownBy(() -> status(client, PATHS.get(0)))
        .isInstanceOf(MalformedBlobException.class);
    List<String> received = registry.received();
    int admin = received.indexOf("GET /admin");
    assertThat(received.subList(admin, received.size()))
        .noneMatch(line -> line.startsWith("Authorization"));
    learnsNothing(other);
  }

  @Test
  void anAddressWithAUserIsRefused() throws Exception {
    RegistryHost client = login("password");
    registry.answer(
        exchange ->
            gate(
                exchange,
                "Basic realm=\"x\"",
                in ->
                    TlsServer.send(
                        in, 307, "Location", "https://eve:x@" + other.host() + "/blob")));
    assertThatThrownBy(() -> status(client, PATHS.get(0)))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("names an invalid address");
    assertThat(other.received()).isEmpty();
  }
}
