package dev.varve.jobs.answer.page;

import dev.varve.jobs.answer.headline.HeadlineSection;
import dev.varve.jobs.answer.plot.Markup;
import dev.varve.jobs.answer.report.Sizes;
import java.util.List;
import java.util.Locale;

/** HTML of the headline, at the top of a page. */
final class PageHeadline {
  /** Least length of a bar, so that a tiny amount stays visible. */
  private static final double MIN_SHARE = 0.002;

  private PageHeadline() {}

  static Markup of(List<HeadlineSection> sections) {
    Markup out = new Markup();
    out.open("div", "class", "headline", "id", "headline").line();
    int first = (int) sections.stream().takeWhile(section -> section.bars().isEmpty()).count();
    stack(sections.subList(0, first), out);
    List<HeadlineSection> rest = sections.subList(first, sections.size());
    rest.stream().filter(section -> !section.bars().isEmpty()).forEach(one -> card(one, out));
    stack(rest.stream().filter(section -> section.bars().isEmpty()).toList(), out);
    return out.close();
  }

  /** Cards without bars in a column; those that come first stand above all others. */
  private static void stack(List<HeadlineSection> sections, Markup out) {
    if (!sections.isEmpty()) {
      out.open("div", "class", "stack").line();
      sections.forEach(section -> card(section, out));
      out.close();
    }
  }

  private static void card(HeadlineSection section, Markup out) {
    out.open("section", "class", "card").element("h2", section.title());
    section.sentencesAbove().forEach(text -> out.element("p", text));
    bars(section.bars(), out);
    section.sentencesBelow().forEach(text -> out.element("p", text, "class", "small"));
    out.close().line();
  }

  /**
   * The bars one below the other, each with its name, its bytes and a rectangle of proportional
   * length.
   */
  private static void bars(List<HeadlineSection.Bar> bars, Markup out) {
    if (bars.isEmpty()) {
      return;
    }
    double largestBytes = bars.stream().mapToDouble(HeadlineSection.Bar::bytes).max().orElse(1);
    out.open("dl", "class", "bars");
    for (HeadlineSection.Bar bar : bars) {
      out.open("div").open("dt").text(bar.name());
      if (!bar.note().isEmpty()) {
        out.element("small", bar.note());
      }
      out.close()
          .open("dd")
          .element("b", Sizes.bytes(Math.round(bar.bytes())))
          .open("svg", "class", "bar", "height", "14", "aria-hidden", "true")
          .empty("rect", "class", "track", "width", "100%", "height", "14", "rx", "3")
          .empty("rect", "width", percent(bar.bytes() / largestBytes), "height", "14", "rx", "3")
          .close()
          .close()
          .close();
    }
    out.close();
  }

  /** Length of a bar in percent. */
  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * Math.max(share, MIN_SHARE));
  }
}
