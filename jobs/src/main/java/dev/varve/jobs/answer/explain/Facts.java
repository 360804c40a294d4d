package dev.varve.jobs.answer.explain;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.varve.jobs.answer.report.Sentence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Named values in a fixed order, such as the columns of a row: what verb explain prints as JSON,
 * and inserts into its sentences.
 *
 * @param values texts, numbers, facts, or lists of these; null for an unknown value
 */
record Facts(Map<String, @Nullable Object> values) {
  /** Facts without values. */
  Facts() {
    this(new LinkedHashMap<>());
  }

  /** The values, which are the fields of the JSON object. */
  @Override
  @JsonValue
  public Map<String, @Nullable Object> values() {
    return values;
  }

  Facts put(String name, @Nullable Object value) {
    values.put(name, value);
    return this;
  }

  /** Adds all values of other facts. */
  Facts putAll(Facts others) {
    values.putAll(others.values);
    return this;
  }

  /**
   * Adds the values of these names from the first row, or null if there is no row. The queries
   * repeat totals in every row, so any row has them.
   */
  Facts putAll(List<Facts> rows, String... names) {
    for (String name : names) {
      put(name, rows.isEmpty() ? null : rows.get(0).values.get(name));
    }
    return this;
  }

  /** A copy without the values of these names. */
  Facts without(String... names) {
    Facts copy = new Facts(new LinkedHashMap<>(values));
    List.of(names).forEach(copy.values::remove);
    return copy;
  }

  /** A sentence with values inserted; {@link Sentence} defines the placeholders. */
  String filledIn(String sentence) {
    return Sentence.of(sentence, values::get);
  }

  boolean has(String name) {
    return values.get(name) != null;
  }

  String text(String name) {
    return String.valueOf(values.get(name));
  }

  /** A whole number; 0 if it is unknown. */
  long count(String name) {
    return values.get(name) instanceof Number number ? number.longValue() : 0;
  }

  boolean isTrue(String name) {
    return Boolean.TRUE.equals(values.get(name));
  }
}
