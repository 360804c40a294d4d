package dev.varve.simulation.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImageCategoriesTest {
  @Test
  void theFirstPatternThatFitsDecides() throws IOException {
    ImageCategories categories =
        ImageCategories.read(
            new StringReader(
                "pattern,category\nlibrary/postgres,database\nlib*/*:alpine*,small\n*sql*,database\n"));
    assertThat(categories.faults()).isEmpty();
    assertThat(categories.of(List.of("library/postgres", "library/postgres:alpine")))
        .isEqualTo("database");
    assertThat(categories.of(List.of("library/node", "library/node:alpine3"))).isEqualTo("small");
    assertThat(categories.of(List.of("x/mysql"))).isEqualTo("database");
    assertThat(categories.of(List.of("library/postgresql"))).isEqualTo("database");
    assertThat(categories.of(List.of("library.postgres"))).isNull();
    assertThat(categories.of(List.of())).isNull();
  }

  @Test
  void everyFaultIsSaid() throws IOException {
    assertThat(ImageCategories.read(new StringReader("a,b\n")).faults())
        .containsExactly("the first row is not pattern,category");
    assertThat(ImageCategories.read(new StringReader("pattern,category\na\nb,\nc,d\n")).faults())
        .containsExactly(
            "line 2 is not a pattern and a category", "line 3 is not a pattern and a category");
  }

  @Test
  void manyStarsTakeNoLongerThanOne() throws IOException {
    ImageCategories categories =
        ImageCategories.read(
            new StringReader("pattern,category\n" + "*a".repeat(40) + "*b,x\n*a*a,y\n"));
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> assertThat(categories.of(List.of("a".repeat(250)))).isEqualTo("y"));
    assertThat(categories.of(List.of("a"))).isNull();
    assertThat(categories.of(List.of("aa"))).isEqualTo("y");
    assertThat(categories.of(List.of("aa b".repeat(40)))).isEqualTo("x");
  }
}
