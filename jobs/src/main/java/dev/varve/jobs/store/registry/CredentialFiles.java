package dev.varve.jobs.store.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.json.ForeignJson;
import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.UnreadableFileException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Files of credentials as docker, podman and skopeo write them at {@code login}, and the helpers
 * that they name.
 *
 * @param documents parsed files; the first that has an account for a name decides
 * @see <a href="https://github.com/containers/image/blob/main/docs/containers-auth.json.5.md">
 *     containers-auth.json(5)</a>
 */
record CredentialFiles(List<JsonNode> documents) {
  private static final int MAX_BYTES = 1 << 20;

  /** The credential file that the settings name, else all existing ones of this user. */
  static CredentialFiles of(RegistryAccess access, ByteStore files) throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    if (!access.authFile().isEmpty()) {
      try {
        documents.add(read(files, access.authFile()));
      } catch (UnreadableFileException e) {
        throw e;
      } catch (IOException e) {
        throw new UnreadableFileException(access.authFile(), e);
      }
    } else {
      for (Path path : paths(System.getenv(), System.getProperty("user.home", "/"))) {
        try {
          documents.add(read(files, path.toUri().toString()));
        } catch (FileNotFoundException e) {
          // Skipped: few users have all of these files.
        }
      }
    }
    return new CredentialFiles(documents);
  }

  /** Paths at which this user's tools store credentials. */
  static List<Path> paths(Map<String, String> environment, String home) {
    List<Path> paths = new ArrayList<>();
    String named = environment.getOrDefault("REGISTRY_AUTH_FILE", "");
    if (!named.isEmpty()) {
      paths.add(Path.of(named));
    }
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    if (!runtime.isEmpty()) {
      paths.add(Path.of(runtime, "containers", "auth.json"));
    }
    String config = environment.getOrDefault("XDG_CONFIG_HOME", home + "/.config");
    paths.add(Path.of(config, "containers", "auth.json"));
    String docker = environment.getOrDefault("DOCKER_CONFIG", home + "/.docker");
    paths.add(Path.of(docker, "config.json"));
    return paths;
  }

  private static JsonNode read(ByteStore files, String location) throws IOException {
    byte[] bytes;
    try (InputStream in = files.open(location)) {
      bytes = in.readNBytes(MAX_BYTES);
    }
    try {
      return ForeignJson.tree(bytes);
    } catch (MalformedBlobException e) {
      // The parser's message is dropped, because it quotes the text, which contains passwords.
      throw new UnreadableFileException(location, new IOException("it is no JSON"));
    }
  }

  /**
   * The account stored under a name, read from a helper program if a file names one; {@link
   * Account#NONE} if there is none.
   */
  Account of(String name) throws IOException {
    for (JsonNode document : documents) {
      String helper = document.path("credHelpers").path(name).asText();
      if (helper.isEmpty() && document.path("auths").has(name)) {
        helper = document.path("credsStore").asText();
      }
      Account account =
          helper.isEmpty() ? accountIn(document, name) : CredentialHelper.account(helper, name);
      if (account.isNone()) {
        account = accountIn(document, name);
      }
      if (!account.isNone()) {
        return account;
      }
    }
    return Account.NONE;
  }

  private static Account accountIn(JsonNode document, String name) {
    JsonNode auths = document.path("auths");
    JsonNode entry = auths.has(name) ? auths.path(name) : auths.path("https://" + name);
    return Account.ofBase64(entry.path("auth").asText(), entry.path("identitytoken").asText());
  }
}
