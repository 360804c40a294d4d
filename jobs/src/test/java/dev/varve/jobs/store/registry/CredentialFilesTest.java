package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.store.LocalStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CredentialFilesTest {
  /** {@code printf ann:one | base64} and so on. */
  private static final String FILE =
      """
      {"auths": {
        "h.example": {"auth": "YW5uOm9uZQ=="},
        "h.example/team": {"auth": "Ym9iOnR3bw=="},
        "https://index.docker.io/v1/": {"auth": "Y3k6dGhyZWU=", "identitytoken": "long"},
        "empty.example": {}
      }}
      """;

  @TempDir private Path folder;

  private Credentials credentials(String text, String host) throws Exception {
    Path file = Files.writeString(folder.resolve("auth.json"), text);
    RegistryAccess access =
        new RegistryAccess(file.toString(), "", List.of(), 1, 1, 1, 1L << 40, 1_000_000, 24);
    return new Credentials(access, LocalStore.disk(), HostName.of(host));
  }

  @Test
  void theLongestNameIsTaken() throws Exception {
    Credentials here = credentials(FILE, "h.example");
    assertThat(here.of("team/app")).isEqualTo(new Account("bob", "two", ""));
    assertThat(here.of("teams/app")).isEqualTo(new Account("ann", "one", ""));
    assertThat(here.of("")).isEqualTo(new Account("ann", "one", ""));
    assertThat(credentials(FILE, "empty.example").of("x").isNone()).isTrue();
    assertThat(credentials(FILE, "other.example").of("x").isNone()).isTrue();
  }

  @Test
  void dockerHubHasItsOldName() throws Exception {
    assertThat(credentials(FILE, "docker.io").of("library/debian"))
        .isEqualTo(new Account("cy", "three", "long"));
  }

  @Test
  void aHelperThatIsNotThereIsNamed() throws Exception {
    String text = "{\"credHelpers\":{\"h.example\":\"of-nobody\"}}";
    assertThatThrownBy(() -> credentials(text, "h.example").of("x"))
        .hasMessageContaining("docker-credential-of-nobody")
        .hasMessageContaining("h.example");
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aHelperWhoseOutputDoesNotEndIsGivenUp() throws Exception {
    for (String script : List.of("sleep 300; exit", "yes")) {
      Process process = new ProcessBuilder("sh", "-c", script).start();
      requireGivenUp(process);
      assertThat(process.waitFor()).as("it is ended").isNotZero();
    }
  }

  private static void requireGivenUp(Process process) {
    assertThatThrownBy(() -> CredentialHelper.answer(process, "program", "h.example", 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("program does not end within 1 s");
  }

  /**
   * Put together here, as the JDK ends the output of a program that has ended, unless somebody
   * reads it at that moment.
   */
  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aHelperThatLeavesAProgramWithItsOutputBehindIsGivenUp() throws Exception {
    try (PipedOutputStream open = new PipedOutputStream()) {
      PipedInputStream output = new PipedInputStream(open);
      requireGivenUp(
          new Process() {
            @Override
            public OutputStream getOutputStream() {
              return OutputStream.nullOutputStream();
            }

            @Override
            public InputStream getInputStream() {
              return output;
            }

            @Override
            public InputStream getErrorStream() {
              return InputStream.nullInputStream();
            }

            @Override
            public int waitFor() {
              return 0;
            }

            @Override
            public int exitValue() {
              return 0;
            }

            @Override
            public Stream<ProcessHandle> descendants() {
              return Stream.empty();
            }

            @Override
            public void destroy() {}
          });
    }
  }

  @Test
  void aFileThatIsNoJsonIsNamedAndNotQuoted() {
    assertThatThrownBy(() -> credentials("{\"auths\": secret", "h.example").of("x"))
        .hasMessageContaining("auth.json")
        .hasMessageNotContaining("secret");
  }

  @Test
  void filesAreThoseOfTheTools() {
    Map<String, String> environment =
        Map.of("REGISTRY_AUTH_FILE", "/r", "XDG_RUNTIME_DIR", "/run/user/7", "DOCKER_CONFIG", "/d");
    assertThat(CredentialFiles.paths(environment, "/home/ann"))
        .containsExactly(
            Path.of("/r"),
            Path.of("/run/user/7/containers/auth.json"),
            Path.of("/home/ann/.config/containers/auth.json"),
            Path.of("/d/config.json"));
  }

  @Test
  void anAccountDoesNotPrintItsSecrets() {
    assertThat(new Account("ann", "one", "two")).hasToString("account ann");
  }

  @Test
  void pausesAreSecondsOrDates() {
    assertThat(Pause.millis("30")).isEqualTo(30_000);
    assertThat(Pause.millis("Fri, 31 Dec 2100 23:59:59 GMT")).isGreaterThan(1_000_000_000L);
    assertThat(Pause.millis("Fri, 31 Dec 1999 23:59:59 GMT")).isZero();
    assertThat(Pause.millis("soon")).isZero();
    assertThat(Pause.millis(null)).isZero();
  }
}
