package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.selection.Prices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Section of the headline on one subject: sentences, bars, sentences. {@link RegistrySection} and
 * the like fill it step by step; {@link HeadlineText} and the HTML page print it.
 */
public final class HeadlineSection {
  /** Name of the bar with the bytes stored now. */
  static final String STORED_NOW = "Stored now";

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

  private final String title;
  private final List<String> sentencesAbove = new ArrayList<>();
  private final List<Bar> bars = new ArrayList<>();
  private final List<String> sentencesBelow = new ArrayList<>();

  /** A section without sentences and bars yet. */
  public HeadlineSection(String title) {
    this.title = title;
  }

  /** Name of the subject. */
  public String title() {
    return title;
  }

  /** Sentences above the bars. */
  public List<String> sentencesAbove() {
    return Collections.unmodifiableList(sentencesAbove);
  }

  /** Amounts of bytes, comparable with each other. */
  public List<Bar> bars() {
    return Collections.unmodifiableList(bars);
  }

  /** Sentences below the bars. */
  public List<String> sentencesBelow() {
    return Collections.unmodifiableList(sentencesBelow);
  }

  /**
   * The bytes stored now and the least amount, as a sentence without its full stop; empty if the
   * section has no bar {@link #STORED_NOW}.
   */
  Optional<String> verdict() {
    String smallest =
        smallest()
            .map(bar -> ", %s for %s (%s)".formatted(bytes(bar), lowerCaseName(bar), bar.note()))
            .orElse("");
    return storedNow().map(now -> "%s: %s stored now%s".formatted(title, bytes(now), smallest));
  }

  /**
   * The bars as rows, each with its change from the bytes stored now, if known, and its cost a
   * month.
   */
  List<List<@Nullable Object>> rows(Prices prices) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Bar bar : bars) {
      @Nullable Object change = storedNow().map(now -> bar.bytes() / now.bytes() - 1).orElse(null);
      rows.add(
          Arrays.asList(
              title,
              bar.name(),
              Math.round(bar.bytes()),
              change,
              prices.monthlyCost(bar.bytes()),
              prices.currency()));
    }
    return rows;
  }

  private static String bytes(Bar bar) {
    return HeadlineFormat.bytes(bar.bytes());
  }

  private static String lowerCaseName(Bar bar) {
    return bar.name().substring(0, 1).toLowerCase(Locale.ROOT) + bar.name().substring(1);
  }

  /** Adds the monthly cost of storage below the bars, if settings prices has a price of storage. */
  HeadlineSection withCosts(Prices prices) {
    Optional<Bar> now = storedNow().filter(bar -> prices.isStoragePriced());
    now.ifPresent(
        bar ->
            addBelow(
                "At %s, what is stored now costs %s a month%s."
                    .formatted(prices.storagePrice(), cost(bar, prices), saving(bar, prices))));
    return this;
  }

  private String saving(Bar now, Prices prices) {
    return smallest()
        .map(
            bar ->
                "; %s costs %s and saves %s"
                    .formatted(
                        lowerCaseName(bar),
                        cost(bar, prices),
                        cost(new Bar("", "", now.bytes() - bar.bytes()), prices)))
        .orElse("");
  }

  private static String cost(Bar bar, Prices prices) {
    return ColumnUnit.MONEY.readable(prices.monthlyCost(bar.bytes())) + " " + prices.currency();
  }

  public void addAbove(String sentence) {
    sentencesAbove.add(sentence);
  }

  public void addBar(String name, String note, double bytes) {
    bars.add(new Bar(name, note, bytes));
  }

  /** The bar of the bytes stored now, with which the other bars are compared. */
  Optional<Bar> storedNow() {
    return bars.stream().filter(bar -> bar.name().equals(STORED_NOW)).findFirst();
  }

  /** The bar of the fewest bytes, if these are fewer than the bar of the bytes stored now. */
  Optional<Bar> smallest() {
    return bars.stream()
        .min(Comparator.comparingDouble(Bar::bytes))
        .filter(bar -> storedNow().filter(now -> bar.bytes() < now.bytes()).isPresent());
  }

  public void addBelow(String sentence) {
    sentencesBelow.add(sentence);
  }

  boolean isEmpty() {
    return sentencesAbove.isEmpty() && bars.isEmpty() && sentencesBelow.isEmpty();
  }
}
