package dev.varve.jobs.store.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links as RFC 8288 and the distribution specification have them. */
class NextLinkTest {
  private static String of(String... headers) {
    return NextLink.of(List.of(headers));
  }

  @Test
  void theNextPageIsFound() {
    // The examples of the distribution specification and of RFC 8288, section 3.5.
    assertThat(of("</v2/<name>/tags/list?n=2&last=b>; rel=\"next\"".replace("<name>", "a")))
        .isEqualTo("/v2/a/tags/list?n=2&last=b");
    assertThat(of("<https://h/v2/_catalog?n=1>;rel=next")).isEqualTo("https://h/v2/_catalog?n=1");
    assertThat(
            of(
                "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"))
        .isEqualTo("/TheBook/chapter4");
    assertThat(of("<http://example.org/>; rel=\"start http://example.net/relation/other\""))
        .isEmpty();
    assertThat(of("<a>; rel=\"start next\"")).isEqualTo("a");
    assertThat(of("<a>; title=\"x, y\"; rel=prev", "<b,c>; REL=Next")).isEqualTo("b,c");
    assertThat(of("<a>; rel=\"nextpage\"", "<b", "b>; rel=next", "", "<a>")).isEmpty();
    assertThat(of()).isEmpty();
  }

  @Test
  @Timeout(20)
  void headersOfAnyFormEnd() {
    for (String piece : List.of("<", "<>", ";", "<a>;,", "\"", "<a>;rel=\"", " rel", "rel=")) {
      for (int letters : List.of(8000, 100_000)) {
        assertThat(of(piece.repeat(letters / piece.length()))).isNotNull();
      }
    }
  }
}
