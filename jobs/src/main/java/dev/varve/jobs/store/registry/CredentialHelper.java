package dev.varve.jobs.store.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A program {@code docker-credential-NAME} that keeps credentials.
 *
 * @see <a href="https://github.com/docker/docker-credential-helpers">docker-credential-helpers</a>
 */
final class CredentialHelper {
  private static final String PREFIX = "docker-credential-";
  private static final String OF_TOKEN = "<token>";
  private static final int MOST_BYTES = 1 << 20;
  private static final int SECONDS = 60;

  private CredentialHelper() {}

  /**
   * The account of a registry's name; {@link Account#NONE} where the helper has none.
   *
   * @throws IOException when the helper cannot be run, or does not end
   */
  static Account account(String helper, String name) throws IOException {
    if (!helper.matches("[A-Za-z0-9._-]+")) {
      throw new IOException("a credential helper with an invalid name: " + helper);
    }
    Process process;
    try {
      process =
          new ProcessBuilder(PREFIX + helper, "get")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw new UnreadableFileException(
          PREFIX + helper,
          new IOException(
              "the file of credentials names this helper for %s: install it, or log in without it"
                  .formatted(name)));
    }
    try {
      try (OutputStream in = process.getOutputStream()) {
        in.write(name.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // It may end without reading.
      }
      // Reading would otherwise wait for a helper that waits for its user.
      CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS)
          .execute(process::destroyForcibly);
      byte[] out = process.getInputStream().readNBytes(MOST_BYTES);
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(PREFIX + helper + " does not end within " + SECONDS + " s");
      }
      return process.exitValue() == 0 ? account(out) : Account.NONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      process.destroyForcibly();
    }
  }

  private static Account account(byte[] out) {
    JsonNode reply;
    try {
      reply = new ObjectMapper().readTree(out);
    } catch (IOException e) {
      return Account.NONE;
    }
    String user = reply.path("Username").asText();
    String secret = reply.path("Secret").asText();
    return user.equals(OF_TOKEN) ? new Account("", "", secret) : new Account(user, secret, "");
  }
}
