package dev.varve.jobs.answer.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** Places of shapes, worked out by hand from the scale's ends. */
class PlotsTest {
  /** Two failures, two schemes; values from 50 % to 100 %, so the scale is 0 % to 100 %. */
  @Test
  void curvesPassThroughTheirPoints() {
    Answer answer =
        answer(
            List.of(
                column("failed", ColumnUnit.COUNT),
                column("scheme", ColumnUnit.TEXT),
                column("kept", ColumnUnit.RATIO),
                column("low", ColumnUnit.RATIO),
                column("high", ColumnUnit.RATIO),
                column("printed", ColumnUnit.RATIO)),
            row(0L, "vc", 1.0, 1.0, 1.0, null),
            row(1L, "vc", 0.5, 0.4, 0.6, 0.55),
            row(0L, "vo", 1.0, null, null, null));
    Element page =
        drawn("line x=failed y=kept low=low high=high mark=printed series=scheme", answer);
    assertThat(page.select("figure")).hasSize(1);
    assertThat(page.select("ul.legend li").eachText()).containsExactly("vc", "vo", "printed");
    // The scale of y lies between 228 and 26 (100 %): the second point at half of it, 127.
    assertThat(page.select("g.s1 circle").eachAttr("cy")).containsExactly("26", "127");
    assertThat(page.select("g.s1 path.curve").attr("d")).matches("M\\d+(\\.\\d)? 26L516 127");
    // The interval from 40 % to 60 %: 147.2 and 106.8.
    assertThat(page.select("g.s1 path.band").attr("d")).contains("L516 106.8L516 147.2");
    assertThat(page.select("g.s1 path.mark")).hasSize(1);
    assertThat(page.select("g.s2 circle")).hasSize(1);
    assertThat(page.select("circle title").eachText())
        .contains("vc: 50.00 % at failed 1 (40.00 % to 60.00 %)");
    assertThat(page.expectFirst("svg.plot").attr("role")).isEqualTo("img");
    assertThat(page.expectFirst("svg.plot").attr("aria-label"))
        .startsWith("kept by failed: kept by failed; vc: vc: 100.00 % at failed 0");
  }

  /** 100 KiB at first; the first stage takes 50 of them, the second 25; a scale to 112 KiB. */
  @Test
  void aWaterfallFallsFromStageToStage() {
    Answer answer =
        answer(
            List.of(
                column("stage", ColumnUnit.TEXT),
                column("before", ColumnUnit.BYTES),
                column("after", ColumnUnit.BYTES)),
            row("l1", 102_400L, 51_200L),
            row("l2", 51_200L, 25_600L));
    Element page = drawn("waterfall x=stage y=before+after", answer);
    List<Double> tops = page.select("rect").eachAttr("y").stream().map(Double::valueOf).toList();
    List<Double> heights =
        page.select("rect").eachAttr("height").stream().map(Double::valueOf).toList();
    assertThat(tops.get(1)).isEqualTo(tops.get(0));
    assertThat(tops.get(2)).isCloseTo(tops.get(1) + heights.get(1), within());
    assertThat(heights.get(1)).isCloseTo(heights.get(0) / 2, within());
    assertThat(heights.get(2)).isCloseTo(heights.get(0) / 4, within());
    assertThat(heights.get(3)).isCloseTo(heights.get(0) / 4, within());
    assertThat(page.select("text.value").eachText())
        .containsExactly("100.0 KiB", "−50.0 %", "−25.0 %", "25.0 KiB");
  }

  /**
   * 30 names of 30 characters, 192 units each. The axis is from 21 (a label of 7 and a margin of
   * 14) to 528, so a category has 16.9, and a name at most a quarter, 126.75: every 8th category is
   * named, in 135.2 units. Without a gap of 8 these have space for 19 characters of 6.4.
   */
  @Test
  void namesOfColumnsDoNotOverlap() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int at = 10; at < 40; at++) {
      rows.add(row("snapshot-of-disk-" + at + "-last-night", 1L));
    }
    Answer answer =
        new Answer(
            "some",
            List.of(),
            List.of(column("snapshot", ColumnUnit.TEXT), column("files", ColumnUnit.COUNT)),
            rows);
    Element page = drawn("columns x=snapshot y=files top=30", answer);
    List<Element> names = page.select("text[text-anchor=middle]");
    assertThat(names).extracting(Element::text).containsOnly("snapshot...st-night").hasSize(4);
    for (int at = 0; at < names.size(); at++) {
      assertThat(number(names.get(at), "x")).isCloseTo(29.45 + at * 135.2, within());
    }
  }

  @Test
  void stackedBarsStandOnEachOther() {
    Answer answer =
        answer(
            List.of(
                column("type", ColumnUnit.TEXT),
                column("kept", ColumnUnit.COUNT),
                column("saved", ColumnUnit.COUNT)),
            row("elf", 30L, 70L));
    Element page = drawn("stacked-bars x=type y=kept+saved", answer);
    Element kept = page.select("rect").get(2);
    Element saved = page.select("rect").get(3);
    assertThat(number(saved, "x")).isCloseTo(number(kept, "x") + number(kept, "width"), within());
    assertThat(number(saved, "width") / number(kept, "width"))
        .isCloseTo(7.0 / 3, org.assertj.core.data.Offset.offset(0.01));
  }

  @Test
  void percentilesAreADistribution() {
    Answer answer =
        answer(
            List.of(
                column("measure", ColumnUnit.TEXT),
                new Answer.Column("p50", ColumnUnit.NUMBER, "measure"),
                new Answer.Column("p90", ColumnUnit.NUMBER, "measure"),
                new Answer.Column("max", ColumnUnit.NUMBER, "measure")),
            row("file_bytes", 1024.0, 2048.0, 4096.0),
            row("files", 10.0, 20.0, 30.0));
    Element page = drawn("cdf y=p50+p90+max series=measure log=x", answer);
    // One plot for bytes and one for counts.
    assertThat(page.select("figure")).hasSize(2);
    assertThat(page.select("figure").get(0).select("circle title").eachText())
        .containsExactly(": p50 1.0 KiB", ": p90 2.0 KiB", ": max 4.0 KiB");
    // 50 %, 90 % and 100 % on a scale that begins at 0 %? Its least is 50 %: 0.6 of the most.
    List<String> heights = page.select("figure").get(0).select("circle").eachAttr("cy");
    assertThat(heights.get(2)).isEqualTo("26");
  }

  @Test
  void namesFromTheRowsAreTexts() {
    String name = "<script>alert(1)</script>\u202e\"><image href=x>";
    Answer answer =
        answer(
            List.of(column("path", ColumnUnit.TEXT), column("bytes", ColumnUnit.BYTES)),
            row(name, 10L),
            row("b", 20L));
    Element page = drawn("bars x=path y=bytes series=path", answer);
    assertThat(page.select("script, image, img")).isEmpty();
    assertThat(page.select("rect title").eachText().get(0))
        .contains("<script>alert(1)</script>\\u{202e}\"><image href=x>");
  }

  @Test
  void aColumnThatIsNotThereIsRefused() {
    Answer answer = answer(List.of(column("a", ColumnUnit.COUNT)), row(1L));
    assertThatThrownBy(() -> drawn("line x=a y=b", answer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("b");
  }

  @Test
  void nothingIsDrawnOfNothing() {
    Answer answer =
        answer(
            List.of(column("a", ColumnUnit.COUNT), column("b", ColumnUnit.COUNT)), row(1L, null));
    assertThat(Plots.of(List.of(Chart.read("line x=a y=b")), answer, rows(answer)).toString())
        .isEmpty();
  }

  private static Element drawn(String line, Answer answer) {
    String markup = Plots.of(List.of(Chart.read(line)), answer, rows(answer)).toString();
    // Programs that draw SVG read XML.
    assertThatCode(
            () ->
                DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(markup))))
        .doesNotThrowAnyException();
    return Jsoup.parse(markup).body();
  }

  private static List<List<@Nullable Object>> rows(Answer answer) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    answer.rows().forEach(all::add);
    return all;
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.attr(attribute));
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(0.21);
  }

  private static Answer.Column column(String name, ColumnUnit figure) {
    return new Answer.Column(name, figure, null);
  }

  @SafeVarargs
  private static Answer answer(List<Answer.Column> columns, List<@Nullable Object>... rows) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      all.add(row);
    }
    return new Answer("some", List.of(), columns, all);
  }

  private static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }
}
