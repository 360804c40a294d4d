package dev.varve.simulation.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.simulation.retention.RepositoryContents.Entry;
import dev.varve.simulation.retention.RepositoryContents.Keepers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What keeps blobs of one repository, by hand; letters are manifests. */
class RepositoryContentsTest {
  /**
   * N lists O, which lists A and B. S refers to A, T to S. Tags: n leads to N, a to A, b to B. A, S
   * and T are entries without tag too; so is X, and Y, to which no tag leads. Z refers to A and is
   * of another repository.
   */
  private static final RepositoryContents CONTENTS =
      new RepositoryContents(
          "r",
          Stream.of("N n", "A a", "B b", "A -", "S -", "T -", "X -", "Y -")
              .map(text -> text.split(" "))
              .map(p -> new Entry(p[1].equals("-") ? null : p[1], p[0], Instant.EPOCH))
              .toList(),
          Map.of("N", List.of("O"), "O", List.of("A", "B"), "M", List.of("A")),
          Map.of("S", "A", "T", "S", "Y", "X", "Z", "A"));

  private static Keepers keepers(String... naming) {
    return CONTENTS.alone().keepers(Set.of(naming));
  }

  @Test
  void tagsLeadThroughIndexesAndReferrers() {
    assertThat(keepers("A")).isEqualTo(new Keepers(Set.of("a", "n"), Set.of()));
    assertThat(keepers("B")).isEqualTo(new Keepers(Set.of("b", "n"), Set.of()));
    assertThat(keepers("O", "N")).isEqualTo(new Keepers(Set.of("n"), Set.of()));
    assertThat(keepers("T")).isEqualTo(new Keepers(Set.of("a", "n"), Set.of()));
  }

  @Test
  void manifestsWithoutATagKeepWhatTheyLeadTo() {
    assertThat(keepers("X")).isEqualTo(new Keepers(Set.of(), Set.of("X")));
    assertThat(keepers("Y")).isEqualTo(new Keepers(Set.of(), Set.of("X", "Y")));
    assertThat(keepers("B", "Y")).isEqualTo(new Keepers(Set.of("b", "n"), Set.of("X", "Y")));
  }

  @Test
  void whatOtherRepositoriesContainKeepsNothing() {
    assertThat(keepers("Z")).isEqualTo(new Keepers(Set.of(), Set.of()));
    assertThat(keepers("M")).isEqualTo(new Keepers(Set.of(), Set.of()));
  }
}
