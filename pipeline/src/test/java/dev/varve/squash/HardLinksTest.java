package dev.varve.squash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HardLinksTest {
  private final HardLinks<String> links = new HardLinks<>();

  @Test
  void theFileOfTheOwnLayerComesFirst() {
    links.file("f", 0, "low");
    assertThat(links.content("f", 1)).isEqualTo("low");
    links.file("f", 1, "high");
    links.link("f", "other");
    assertThat(links.content("f", 1)).isEqualTo("high");
    assertThat(links.content("f", 2)).isEqualTo("other");
  }

  @Test
  void aLinkMayLeadToALinkOrToNothing() {
    links.file("f", 0, "content");
    links.link("a", links.content("f", 0));
    assertThat(links.content("a", 3)).isEqualTo("content");
    assertThat(links.content("nowhere", 0)).isNull();
    assertThat(links.content(null, 0)).isNull();
    links.link("a", null);
    assertThat(links.content("a", 3)).isNull();
  }

  @Test
  void anotherImageHasOtherFiles() {
    links.file("f", 0, "content");
    links.clear();
    assertThat(links.content("f", 0)).isNull();
  }
}
