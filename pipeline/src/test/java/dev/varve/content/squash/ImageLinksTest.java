package dev.varve.content.squash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code realpath} says in a root of these links; see path_resolution(7). */
class ImageLinksTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "/lib/x, usr/lib/x",
        "lib/../x, usr/x",
        "usr/lib/c.so, usr/lib/c-1.so",
        "/lib/c.so, usr/lib/c-1.so",
        "/abs/y, usr/lib/y",
        "/up/x, usr/share/x",
        "../../etc/./passwd, etc/passwd",
        "/out/z, z",
        "/one, -",
        "/self/x, -",
        "/, ''"
      })
  void linksAreFollowedWithinTheImage(String path, String there) {
    ImageLinks links = new ImageLinks();
    links.add("lib", "usr/lib");
    links.add("usr/lib/c.so", "c-1.so");
    links.add("abs", "/lib");
    links.add("up", "usr/lib/../share");
    links.add("out", "../../..");
    links.add("one", "two");
    links.add("two", "one");
    links.add("self", "self");
    assertThat(links.resolve(path)).isEqualTo(there);
  }

  @Test
  void longLinksCountForWhatTheyHoldAndLeadNowhere() {
    ImageLinks links = new ImageLinks();
    links.add("short", "b");
    assertThat(links.size()).isEqualTo(1);
    links.add("long", "a/".repeat(32_000));
    assertThat(links.size()).isEqualTo(2 + 64_004 / 200);
    assertThat(links.resolve("long")).isNull();
    assertThat(links.resolve("short")).isEqualTo("b");
  }
}
