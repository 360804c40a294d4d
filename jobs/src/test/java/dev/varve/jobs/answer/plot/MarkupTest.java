package dev.varve.jobs.answer.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkupTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "\";=cmd()",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "</title></style></textarea><b>",
        "&lt;b&gt; &amp; &#60;",
        "]]><!-- --><?php",
        "a\\u{d}b"
      })
  void textsAndValuesComeBackFromAParser(String name) {
    Markup markup = new Markup().open("p", "title", name).text(name).close();
    Element parsed = Jsoup.parse(markup.toString()).body();
    assertThat(parsed.childrenSize()).isEqualTo(1);
    assertThat(parsed.child(0).childrenSize()).isZero();
    assertThat(parsed.child(0).wholeText()).isEqualTo(name);
    assertThat(parsed.child(0).attr("title")).isEqualTo(name);
    assertThat(parsed.child(0).attributes().size()).isEqualTo(1);
  }

  @Test
  void charactersThatSteerAreShown() {
    Markup markup = new Markup().element("p", "\u202egpj\u0000\u001b[2J\ud800", "title", "\u2066");
    Document parsed = Jsoup.parse(markup.toString());
    assertThat(parsed.expectFirst("p").wholeText())
        .isEqualTo("\\u{202e}gpj\\u{0}\\u{1b}[2J\\u{d800}");
    assertThat(parsed.expectFirst("p").attr("title")).isEqualTo("\\u{2066}");
  }

  @Test
  void namesComeFromTheProgramAlone() {
    assertThatThrownBy(() -> new Markup().open("b onclick=x"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Markup().open("b", "a=b c", "d"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Markup().verbatim("a</script>"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
