package dev.varve.jobs.store.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.json.ForeignJson;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.jspecify.annotations.Nullable;

/**
 * The authentication at a host. Depending on the host's challenge, requests carry the account, or a
 * token for each repository. A token lasts some minutes and is then requested again.
 *
 * @see <a href="https://distribution.github.io/distribution/spec/auth/token/">Distribution, token
 *     authentication</a>
 */
final class Login {
  /**
   * Seconds before its expiry in which a token is no longer used, because it could expire on the
   * way.
   */
  private static final int MARGIN_SECONDS = 5;

  private static final int DEFAULT_EXPIRY_SECONDS = 60;

  /**
   * Most bytes of a token server's reply. A reply may contain the token twice, and a token must fit
   * into a header.
   */
  private static final int MAX_REPLY_BYTES = 128 << 10;

  private static final int MAX_TOKEN_CHARS = 16 << 10;

  /** Most tokens in memory; the oldest is dropped first. */
  private static final int MAX_TOKENS = 1000;

  /**
   * Characters that are allowed in a token. It is checked here, because the error message of an
   * HTTP client about an invalid header would print the token.
   */
  private static final Pattern TOKEN = Pattern.compile("[!-~]+");

  private record Header(String text, long untilNanos) {
    boolean isValid() {
      return untilNanos - System.nanoTime() > 0;
    }
  }

  private final Credentials credentials;
  private final HostConnections connections;
  private final Map<String, Header> headers =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Header> eldest) {
              return size() > MAX_TOKENS;
            }
          });
  private final AtomicReference<Origin> realm = new AtomicReference<>();

  Login(Credentials credentials, HostConnections connections) {
    this.credentials = credentials;
    this.connections = connections;
  }

  /** The Authorization header for requests about a repository; null if none is header or valid. */
  @Nullable String header(String repository) {
    Header header = headers.get(repository);
    return header != null && header.isValid() ? header.text() : null;
  }

  /** Advice for the user when a host refuses. */
  String advice(HostName host) throws IOException {
    return credentials.of("").isNone()
        ? "log in with docker login %s or podman login %s, or name a file of credentials in registry.auth-file"
            .formatted(host.name(), host.name())
        : "the account may not read it";
  }

  /** The account that a challenge is answered with. */
  Account account(String repository) throws IOException {
    return credentials.of(repository);
  }

  /**
   * Answers a challenge of the host itself, so that {@link #header} has the requested credentials.
   *
   * @throws MalformedBlobException when the host requires credentials that this user does not have
   */
  void answer(String repository, Account account, Challenge challenge) throws IOException {
    switch (challenge.scheme()) {
      case "bearer" -> headers.put(repository, token(repository, account, challenge));
      case "basic" -> {
        if (!account.user().isEmpty()) {
          headers.put(
              repository, new Header(account.basic(), System.nanoTime() + Long.MAX_VALUE / 2));
        }
      }
      default ->
          throw refused(
              "the host wants authentication of an unknown kind: "
                  + (challenge.scheme().isEmpty() ? "none is named" : challenge.scheme()));
    }
  }

  private static MalformedBlobException refused(String why) {
    return new MalformedBlobException(RejectReason.UNREACHABLE, why);
  }

  private Header token(String repository, Account account, Challenge challenge) throws IOException {
    String scope = challenge.parameter("scope");
    if (scope.isEmpty() && !repository.isEmpty()) {
      scope = "repository:" + repository + ":pull";
    }
    String query = parameter("service", challenge.parameter("service")) + parameter("scope", scope);
    String address = challenge.parameter("realm");
    URL tokenServer = realm(address, account);
    connections.requireRealm(tokenServer, account);
    try {
      HttpUriRequestBase request;
      if (account.identityToken().isEmpty()) {
        tokenServer = connections.parsed(address + (address.contains("?") ? "" : "?") + query);
        request = HostConnections.request("GET", tokenServer);
        if (!account.user().isEmpty()) {
          request.setHeader("Authorization", account.basic());
        }
      } else {
        request = HostConnections.request("POST", tokenServer);
        String form =
            "grant_type=refresh_token&client_id=varve"
                + query
                + parameter("refresh_token", account.identityToken());
        request.setEntity(new StringEntity(form, ContentType.APPLICATION_FORM_URLENCODED));
      }
      try (HttpAnswer answer = connections.send(request, tokenServer)) {
        return header(answer, address);
      }
    } catch (MalformedBlobException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("%s sends no token: %s".formatted(address, e.getMessage()), e);
    }
  }

  /**
   * The address of the token server that the host names. Like other registry clients, this one
   * sends the account to a token server on another host. But it sends it to the first such origin
   * only, so that a host cannot collect it at several places.
   */
  private URL realm(String address, Account account) throws IOException {
    URL url = connections.parsed(address);
    if (!account.isNone()) {
      Origin named = Origin.of(url);
      Origin first = realm.compareAndExchange(null, named);
      if (first != null && !first.equals(named)) {
        throw refused("its place for tokens was %s, and is now %s".formatted(first, named));
      }
    }
    return url;
  }

  private static Header header(HttpAnswer answer, String realm) throws IOException {
    int status = answer.status();
    if (status >= HttpURLConnection.HTTP_INTERNAL_ERROR || status == Pause.TOO_MANY_REQUESTS) {
      throw new IOException("it answers " + status);
    }
    if (status != HttpURLConnection.HTTP_OK) {
      throw refused(
          "%s answers %d to the request for a token: is the account right?"
              .formatted(realm, status));
    }
    JsonNode reply;
    try (InputStream body = answer.body()) {
      reply = ForeignJson.tree(body.readNBytes(MAX_REPLY_BYTES));
    } catch (MalformedBlobException e) {
      throw refused(realm + " answers without a token: no JSON");
    }
    String token = reply.path("token").asText(reply.path("access_token").asText());
    if (token.length() > MAX_TOKEN_CHARS || !TOKEN.matcher(token).matches()) {
      throw refused(
          realm
              + (token.isEmpty() ? " answers without a token" : " answers with an invalid token"));
    }
    long seconds =
        Math.max(1, reply.path("expires_in").asLong(DEFAULT_EXPIRY_SECONDS) - MARGIN_SECONDS);
    return new Header("Bearer " + token, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
  }

  private static String parameter(String name, String value) {
    return value.isEmpty()
        ? ""
        : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
