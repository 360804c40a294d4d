package dev.varve.content.squash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HardLinksTest {
  private final HardLinks<String> links = new HardLinks<>();

  /** As umoci unpacks them. */
  @Test
  void whatIsThereLastIsTheContent() {
    links.put("f", "low");
    assertThat(links.content("f")).isEqualTo("low");
    links.put("f", "high");
    assertThat(links.content("f")).isEqualTo("high");
    links.put("c", "other");
    links.put("f", links.content("c"));
    assertThat(links.content("f")).isEqualTo("other");
  }

  @Test
  void aLinkMayLeadToALinkOrToNothing() {
    links.put("f", "content");
    links.put("a", links.content("f"));
    assertThat(links.content("a")).isEqualTo("content");
    assertThat(links.content("nowhere")).isNull();
    assertThat(links.content(null)).isNull();
    links.put("a", null);
    assertThat(links.content("a")).isNull();
  }

  @Test
  void anotherImageHasOtherFiles() {
    links.put("f", "content");
    links.clear();
    assertThat(links.content("f")).isNull();
  }
}
