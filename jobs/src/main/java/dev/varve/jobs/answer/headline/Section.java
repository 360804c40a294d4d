package dev.varve.jobs.answer.headline;

import java.util.ArrayList;
import java.util.List;

/**
 * The part of the headline on one subject.
 *
 * @param title names the subject
 * @param before sentences above the bars
 * @param bars amounts to be compared with each other
 * @param after sentences below them
 */
public record Section(String title, List<String> before, List<Bar> bars, List<String> after) {
  /**
   * An amount.
   *
   * @param text a sentence that says what it is
   */
  public record Bar(String text, double bytes) {}

  /** A block that grows. */
  static Section of(String title) {
    return new Section(title, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  void above(String sentence) {
    before.add(sentence);
  }

  void bar(String text, double bytes) {
    bars.add(new Bar(text, bytes));
  }

  void below(String sentence) {
    after.add(sentence);
  }

  boolean isEmpty() {
    return before.isEmpty() && bars.isEmpty() && after.isEmpty();
  }
}
