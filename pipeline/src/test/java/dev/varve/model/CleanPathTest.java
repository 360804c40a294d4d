package dev.varve.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values as Go's path.Clean of a slash and the path has them, without that slash. */
class CleanPathTest {
  @ParameterizedTest
  @CsvSource({
    "a/b, a/b", "./a/b, a/b", "/a/b, a/b", "a//b/, a/b", "a/./b, a/b", "a/../b, b", "../a, a",
    "a/b/../../.., ''", "., ''", "/, ''", "'', ''", ".a/..b/...c, .a/..b/...c", "a/., a", "a/.., ''"
  })
  void aPathIsCleaned(String path, String clean) {
    assertThat(CleanPath.of(path)).isEqualTo(clean);
  }
}
