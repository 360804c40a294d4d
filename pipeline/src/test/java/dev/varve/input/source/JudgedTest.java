package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.MalformedBlobException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgedTest {
  @ParameterizedTest
  @CsvSource({
    "file:/r, file:/r/docker/registry/v2/repositories/a, true",
    "file:/r/, file:/r/a, true",
    "file:/r, file:/r, true",
    "file:/r, file:/r2/a, false",
    "file:/r/a, file:/r, false",
    "docker://h, docker://h/team/app, true",
    "docker://h, docker://h2/team/app, false",
    "docker://h, docker://h:5000/app, false",
    "docker://h/team, docker://h/team/app, false",
    "docker://h/team/app, docker://h/team/app, true",
    "docker://h/team/*, docker://h/team/app, true",
    "docker://h/team, docker://h/team/tags, false",
    "docker://h/team, docker://h/team/blobs/x, false",
    "docker://h/team/tags, docker://h/team/tags, true",
    "docker://h/team/blobs/x, docker://h/team/blobs/x, true",
    "docker://h/team/tags, docker://h/team, false",
    "docker://h/team/app:1, docker://h/team/app, false",
    "docker://h/team/app:v*, docker://h/team/app, false",
    "docker://h?newest=3, docker://h/team/app, true"
  })
  void anInputJudgesWhatIsInIt(String input, String location, boolean isWhole)
      throws MalformedBlobException {
    assertThat(new Judged(List.of(input)).isWhole(location)).isEqualTo(isWhole);
  }

  @ParameterizedTest
  @CsvSource({
    "docker://h/team/app, docker://h/team/app, true",
    "docker://h/team/app, docker://h/team/app/manifests/1, true",
    "docker://h/team/app, docker://h/team/app/tags/not-a-tag!, true",
    "docker://h/team/app, docker://h/team/app/tags, false",
    "docker://h/team/app, docker://h/team/app/tags/manifests/1, false",
    "docker://h/team/app:1, docker://h/team/app/manifests/1, false",
    "file:/r/a, file:/r/a/tags/1, true",
    "file:/r/a, file:/r/b/tags/1, false"
  })
  void aFaultIsInTheRepositoryThatWasRead(String input, String location, boolean isWithin)
      throws MalformedBlobException {
    assertThat(new Judged(List.of(input)).isWithinWhole(location)).isEqualTo(isWithin);
  }

  @Test
  void anInputOfATagJudgesThatTagAlone() throws MalformedBlobException {
    Judged judged =
        new Judged(List.of("docker://h/app:v*", "docker://h/web@sha256:" + "0".repeat(64)));
    assertThat(judged.isTag("docker://h/app", "v1")).isTrue();
    assertThat(judged.isTag("docker://h/app", "w1")).isFalse();
    assertThat(judged.isTag("docker://h/app", null)).isFalse();
    assertThat(judged.isTag("docker://h/web", "v1")).isFalse();
    assertThat(judged.isTag("docker://h/other", "v1")).isFalse();
    assertThat(judged.isTag("docker://h/app/tags", "v1")).isFalse();
  }
}
