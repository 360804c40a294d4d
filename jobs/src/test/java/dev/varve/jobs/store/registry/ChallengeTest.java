package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Challenges by the grammar and the examples of RFC 9110, section 11. */
class ChallengeTest {
  private static Challenge of(String... headers) {
    return Challenge.of(List.of(headers));
  }

  /** The challenge that section 3.1 of the specification of Distribution's tokens has. */
  @Test
  void aRegistrysChallenge() {
    assertThat(
            of(
                "Bearer realm=\"https://auth.docker.io/token\",service=\"registry.docker.io\",scope=\"repository:samalba/my-app:pull,push\""))
        .isEqualTo(
            new Challenge(
                "bearer",
                Map.of(
                    "realm", "https://auth.docker.io/token",
                    "service", "registry.docker.io",
                    "scope", "repository:samalba/my-app:pull,push")));
  }

  /** The example of RFC 9110, section 11.6.1, with names that a registry may have. */
  @Test
  void severalChallengesInOneHeader() {
    String example =
        "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"";
    assertThat(of(example)).isEqualTo(new Challenge("basic", Map.of("realm", "simple")));
    assertThat(of(example.replace("Basic", "Other")).scheme()).isEqualTo("other");
    assertThat(of("Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"").parameters())
        .isEqualTo(Map.of("realm", "apps", "type", "1", "title", "Login to \"apps\""));
  }

  @Test
  void whatRegistriesHaveComesFirst() {
    assertThat(of("Negotiate", "Basic realm=a").scheme()).isEqualTo("basic");
    assertThat(of("Negotiate YWJj==, Basic realm=a, Bearer realm = b").parameter("realm"))
        .isEqualTo("b");
    assertThat(of("bEARER").scheme()).isEqualTo("bearer");
    assertThat(of().scheme()).isEmpty();
    assertThat(of("", ",,", "=", "\"").scheme()).isEmpty();
    assertThat(of("Bearer realm=\"open").parameter("realm")).isEqualTo("open");
    assertThat(of("Bearer realm=\"open\\").parameter("realm")).isEqualTo("open\\");
  }

  @Test
  @Timeout(20)
  void headersOfAnyFormEnd() {
    for (String piece : List.of("a", "a ", "=", "\"", "\\", ",", "a=", "a=\"", "a=\"\\", " ")) {
      for (int letters : List.of(8000, 100_000)) {
        assertThat(of("Bearer " + piece.repeat(letters / piece.length()))).isNotNull();
      }
    }
    assertThat(of("Bearer realm=\"" + "x".repeat(9000) + "\"").scheme()).isEmpty();
  }
}
