package dev.varve.jobs.store.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.json.ForeignJson;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.UnreadableFileException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of the helper programs {@code docker-credential-NAME}, which store credentials.
 *
 * @see <a href="https://github.com/docker/docker-credential-helpers">docker-credential-helpers</a>
 */
final class CredentialHelper {
  private static final String PREFIX = "docker-credential-";
  private static final String TOKEN_USER = "<token>";
  private static final int MAX_BYTES = 1 << 20;
  private static final int TIMEOUT_SECONDS = 60;

  /**
   * Time for which an account from a helper is reused: 10 minutes, as secrets from cloud helpers
   * last for hours.
   */
  private static final long REUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private record CachedAccount(Account account, long readAtNanos) {}

  private static final Map<String, CachedAccount> CACHE = new HashMap<>();

  private CredentialHelper() {}

  /**
   * The account of a registry's name; {@link Account#NONE} where the helper has none. A helper runs
   * at most once in ten minutes for a name, because it may prompt the user.
   *
   * @throws IOException when the helper cannot be run, or does not end in time
   */
  static synchronized Account account(String helper, String name) throws IOException {
    String key = helper + " " + name;
    CachedAccount cached = CACHE.get(key);
    if (cached == null || System.nanoTime() - cached.readAtNanos() > REUSE_NANOS) {
      cached = new CachedAccount(run(helper, name), System.nanoTime());
      CACHE.put(key, cached);
    }
    return cached.account();
  }

  private static Account run(String helper, String name) throws IOException {
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
    return answer(process, PREFIX + helper, name, TIMEOUT_SECONDS);
  }

  /**
   * Asks a started helper for the account of a name.
   *
   * @param program name of the helper, for error messages
   */
  static Account answer(Process process, String program, String name, int seconds)
      throws IOException {
    try {
      try (OutputStream in = process.getOutputStream()) {
        in.write(name.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // Ignored: a helper may end without reading its input.
      }
      // Read on another thread with a timeout: the helper may wait for its user, or leave behind a
      // child process that keeps its output open.
      FutureTask<byte[]> output =
          new FutureTask<>(() -> process.getInputStream().readNBytes(MAX_BYTES));
      Thread reader = new Thread(output, program);
      reader.setDaemon(true);
      reader.start();
      byte[] out = output.get(seconds, TimeUnit.SECONDS);
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        throw new TimeoutException();
      }
      return process.exitValue() == 0 ? account(out) : Account.NONE;
    } catch (TimeoutException e) {
      throw new IOException(program + " does not end within " + seconds + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(program + " cannot be read", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static Account account(byte[] out) {
    JsonNode reply;
    try {
      reply = ForeignJson.tree(out);
    } catch (MalformedBlobException e) {
      return Account.NONE;
    }
    String user = reply.path("Username").asText();
    String secret = reply.path("Secret").asText();
    return user.equals(TOKEN_USER) ? new Account("", "", secret) : new Account(user, secret, "");
  }
}
