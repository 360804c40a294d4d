package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageNameTest {
  private static final String HEX =
      "7cc4b5aefd1d0cadf8d97d4350462ba51c694ebca145b08d7d41b41acc8db5aa";

  /**
   * Familiar forms, and hosts that are none, as normalize_test.go of distribution/reference has
   * them; hosts in small letters as RFC 4343 has names of hosts.
   */
  @ParameterizedTest
  @CsvSource({
    "test.com/foo, test.com/foo,",
    "test_com/foo, test_com/foo,",
    "test:8080/foo, test:8080/foo,",
    "docker.io/foo, foo,",
    "docker.io/foo/bar:1, foo/bar, 1",
    "docker.io/library/foo, foo,",
    "docker.io/library/foo/bar, library/foo/bar,",
    "library/foo/bar, library/foo/bar,",
    "library/foo, foo,",
    "index.docker.io/library/foo:2, foo, 2",
    "registry-1.docker.io/library/foo, foo,",
    "localhost/library/foo, localhost/library/foo,",
    "localhost:5000/foo:1, localhost:5000/foo, 1",
    "127.0.0.1:5000/library/foo, 127.0.0.1:5000/library/foo,",
    "'[2001:db8::1]:5000/repo:tag', '[2001:db8::1]:5000/repo', tag",
    "'[2001:db8::1]/repo', '[2001:db8::1]/repo',",
    "Registry.Example.COM:443/team/app:V1, registry.example.com:443/team/app, V1",
    "Uppercase/lowercase:1, Uppercase/lowercase, 1",
    "<none>:<none>,,",
    "app:<none>, app,"
  })
  void aRepositoryIsInItsFamiliarForm(String reference, String repository, String tag) {
    ImageName name = ImageName.parse(reference);
    assertThat(name).isEqualTo(new ImageName(repository, tag));
    assertThat(ImageName.familiar(String.valueOf(name.repository())))
        .as("the form of the form")
        .isEqualTo(String.valueOf(name.repository()));
  }

  /** Docker refuses an ID as the name of a repository. */
  @ParameterizedTest
  @ValueSource(strings = {"", "sha256:"})
  void anIdNamesNoRepository(String algorithm) {
    assertThat(ImageName.parse(algorithm + HEX)).isEqualTo(ImageName.UNKNOWN);
    assertThat(ImageName.ofContainerd(algorithm + HEX)).isEqualTo(ImageName.UNKNOWN);
  }

  /** As Docker (moby-dangling), nerdctl (its snapshotter) and ctr (import and a date) make them. */
  @ParameterizedTest
  @ValueSource(strings = {"moby-dangling", "overlayfs", "import-2026-01-31"})
  void whatStandsBeforeADigestWithoutAHostIsNoRepository(String made) {
    assertThat(ImageName.ofContainerd(made + "@sha256:" + HEX)).isEqualTo(ImageName.UNKNOWN);
  }

  @Test
  void aDigestSaysNothingOfARepositoryWithAHostOrATag() {
    assertThat(ImageName.ofContainerd("docker.io/library/e:1@sha256:" + HEX))
        .isEqualTo(new ImageName("e", "1"));
    assertThat(ImageName.ofContainerd("docker.io/library/e@sha256:" + HEX))
        .isEqualTo(new ImageName("e", null));
    assertThat(ImageName.ofContainerd("team/app:1@sha256:" + HEX))
        .isEqualTo(new ImageName("team/app", "1"));
    assertThat(ImageName.parse("alpine@sha256:" + HEX)).isEqualTo(new ImageName("alpine", null));
  }

  /** A storage tree says {@code library/app} of a registry of any host. */
  @Test
  void onlyDockerHubsApiHasFamiliarNames() {
    assertThat(RegistryInput.repositoryOf("docker://docker.io/library/app")).isEqualTo("app");
    assertThat(RegistryInput.repositoryOf("docker://docker.io/app")).isEqualTo("app");
    assertThat(RegistryInput.repositoryOf("docker://index.docker.io/team/app"))
        .isEqualTo("team/app");
    assertThat(RegistryInput.repositoryOf("docker://localhost:5000/library/app"))
        .isEqualTo("library/app");
  }
}
