package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.selection.Prices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Section of the headline on one subject: sentences, bars, sentences.
 *
 * @param title name of the subject
 * @param before sentences above the bars
 * @param bars amounts of bytes, comparable with each other
 * @param after sentences below the bars
 */
public record HeadlineSection(
    String title, List<String> before, List<Bar> bars, List<String> after) {
  /** Name of the bar with the bytes stored now. */
  static final String NOW = "Stored now";

  /**
   * An amount of bytes, drawn as a bar.
   *
   * @param name words for the amount
   * @param note further words, such as the comparison with the bytes stored now; may be empty
   */
  public record Bar(String name, String note, double bytes) {
    String text() {
      return note.isEmpty() ? name : name + ": " + note;
    }
  }

  /** A section without sentences and bars yet. */
  static HeadlineSection of(String title) {
    return new HeadlineSection(title, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  /**
   * The bytes stored now and the least amount, as a sentence without its full stop; empty if the
   * section has no bar {@link #NOW}.
   */
  Optional<String> verdict() {
    String least =
        least()
            .map(bar -> ", %s for %s (%s)".formatted(bytes(bar), decapitalised(bar), bar.note()))
            .orElse("");
    return now().map(now -> "%s: %s stored now%s".formatted(title, bytes(now), least));
  }

  /**
   * The bars as rows, each with its change from the bytes stored now, if known, and its cost a
   * month.
   */
  List<List<@Nullable Object>> rows(Prices prices) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Bar bar : bars) {
      @Nullable Object change = now().map(now -> bar.bytes() / now.bytes() - 1).orElse(null);
      rows.add(
          Arrays.asList(
              title,
              bar.name(),
              Math.round(bar.bytes()),
              change,
              prices.month(bar.bytes()),
              prices.currency()));
    }
    return rows;
  }

  private static String bytes(Bar bar) {
    return HeadlineFormat.bytes(bar.bytes());
  }

  private static String decapitalised(Bar bar) {
    return bar.name().substring(0, 1).toLowerCase(Locale.ROOT) + bar.name().substring(1);
  }

  /** Adds the monthly cost of storage below the bars, if settings prices has a price of storage. */
  HeadlineSection priced(Prices prices) {
    Optional<Bar> now = now().filter(bar -> prices.isStoragePriced());
    now.ifPresent(
        bar ->
            below(
                "At %s, what is stored now costs %s a month%s."
                    .formatted(prices.storage(), cost(bar, prices), saving(bar, prices))));
    return this;
  }

  private String saving(Bar now, Prices prices) {
    return least()
        .map(
            bar ->
                "; %s costs %s and saves %s"
                    .formatted(
                        decapitalised(bar),
                        cost(bar, prices),
                        cost(new Bar("", "", now.bytes() - bar.bytes()), prices)))
        .orElse("");
  }

  private static String cost(Bar bar, Prices prices) {
    return ColumnUnit.NUMBER.readable(prices.month(bar.bytes())) + " " + prices.currency();
  }

  void above(String sentence) {
    before.add(sentence);
  }

  void bar(String name, String note, double bytes) {
    bars.add(new Bar(name, note, bytes));
  }

  /** The bar of the bytes stored now, with which the other bars are compared. */
  Optional<Bar> now() {
    return bars.stream().filter(bar -> bar.name().equals(NOW)).findFirst();
  }

  /** The shortest bar, if it is shorter than the bar of the bytes stored now. */
  Optional<Bar> least() {
    return bars.stream()
        .min(Comparator.comparingDouble(Bar::bytes))
        .filter(least -> now().filter(now -> least.bytes() < now.bytes()).isPresent());
  }

  void below(String sentence) {
    after.add(sentence);
  }

  boolean isEmpty() {
    return before.isEmpty() && bars.isEmpty() && after.isEmpty();
  }
}
