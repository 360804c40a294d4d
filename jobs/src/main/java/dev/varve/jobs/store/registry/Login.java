package dev.varve.jobs.store.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Credentials as a host wants them: an account with every request, or a token for each repository,
 * which lasts some minutes and is then requested again.
 *
 * @see <a href="https://distribution.github.io/distribution/spec/auth/token/">Distribution, token
 *     authentication</a>
 */
final class Login {
  /** A token is not used in its last seconds. */
  private static final int MARGIN_SECONDS = 5;

  private static final int DEFAULT_SECONDS = 60;
  private static final int MOST_BYTES = 1 << 20;
  private static final Pattern PARAMETER =
      Pattern.compile("(\\w+)\\s*=\\s*(?:\"([^\"]*)\"|([^\\s,\"]+))");

  /** What a header may contain: the JDK's own message on others would print the token. */
  private static final Pattern TOKEN = Pattern.compile("[!-~]+");

  private record Header(String text, long untilNanos) {
    boolean isValid() {
      return untilNanos - System.nanoTime() > 0;
    }
  }

  private final Credentials credentials;
  private final HostConnections connections;
  private final Map<String, Header> headers = new ConcurrentHashMap<>();

  Login(Credentials credentials, HostConnections connections) {
    this.credentials = credentials;
    this.connections = connections;
  }

  /** The header of a request about a repository, or null. */
  @Nullable String header(String repository) {
    Header known = headers.get(repository);
    return known != null && known.isValid() ? known.text() : null;
  }

  /** What to do when a host refuses. */
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
   * Answers the challenge of a host, so that {@link #header} has what it wants.
   *
   * @throws MalformedBlobException when the host wants what this user has not
   */
  void answer(String repository, Account account, String challenge) throws IOException {
    String scheme = challenge.strip().split(" ", 2)[0].toLowerCase(Locale.ROOT);
    if (scheme.equals("bearer")) {
      Map<String, String> parameters = parameters(challenge);
      try {
        headers.put(repository, token(repository, account, parameters));
      } catch (MalformedBlobException e) {
        throw e;
      } catch (IOException e) {
        String realm = parameters.getOrDefault("realm", "");
        throw new IOException("%s sends no token: %s".formatted(realm, e.getMessage()), e);
      }
    } else if (scheme.equals("basic") && !account.user().isEmpty()) {
      headers.put(repository, new Header(account.basic(), System.nanoTime() + Long.MAX_VALUE / 2));
    } else if (!scheme.equals("basic")) {
      throw refused("the host wants authentication of an unknown kind: " + challenge);
    }
  }

  private static MalformedBlobException refused(String why) {
    return new MalformedBlobException(RejectReason.ABSENT, why);
  }

  private static Map<String, String> parameters(String challenge) {
    Map<String, String> parameters = new HashMap<>();
    Matcher matcher = PARAMETER.matcher(challenge);
    while (matcher.find()) {
      String quoted = matcher.group(2);
      parameters.put(
          matcher.group(1).toLowerCase(Locale.ROOT), quoted == null ? matcher.group(3) : quoted);
    }
    return parameters;
  }

  private Header token(String repository, Account account, Map<String, String> challenge)
      throws IOException {
    String realm = challenge.getOrDefault("realm", "");
    String service = challenge.getOrDefault("service", "");
    String scope =
        challenge.getOrDefault(
            "scope", repository.isEmpty() ? "" : "repository:" + repository + ":pull");
    String query = parameter("service", service) + parameter("scope", scope);
    HttpURLConnection connection;
    if (account.identityToken().isEmpty()) {
      connection = connections.openAllowed(realm + (realm.contains("?") ? "" : "?") + query);
      if (!account.user().isEmpty()) {
        connection.setRequestProperty("Authorization", account.basic());
      }
    } else {
      connection = connections.openAllowed(realm);
      post(
          connection,
          "grant_type=refresh_token&client_id=varve"
              + query
              + parameter("refresh_token", account.identityToken()));
    }
    return header(connection, realm);
  }

  private static void post(HttpURLConnection connection, String form) throws IOException {
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
    try (OutputStream out = connection.getOutputStream()) {
      out.write(form.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static Header header(HttpURLConnection connection, String realm) throws IOException {
    int status = ResponseHead.read(connection);
    if (status >= HttpURLConnection.HTTP_INTERNAL_ERROR || status == Pause.TOO_MANY_REQUESTS) {
      throw new IOException("it answers " + status);
    }
    if (status != HttpURLConnection.HTTP_OK) {
      throw refused(
          "%s answers %d to the request for a token: is the account right?"
              .formatted(realm, status));
    }
    JsonNode reply;
    try (InputStream body = new PacedBody(connection.getInputStream())) {
      reply = new ObjectMapper().readTree(body.readNBytes(MOST_BYTES));
    } catch (JsonProcessingException e) {
      throw refused(realm + " answers without a token: no JSON");
    }
    String token = reply.path("token").asText(reply.path("access_token").asText());
    if (!TOKEN.matcher(token).matches()) {
      throw refused(
          realm
              + (token.isEmpty() ? " answers without a token" : " answers with an invalid token"));
    }
    long seconds = Math.max(1, reply.path("expires_in").asLong(DEFAULT_SECONDS) - MARGIN_SECONDS);
    return new Header("Bearer " + token, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
  }

  private static String parameter(String name, String value) {
    return value.isEmpty()
        ? ""
        : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
