package dev.varve.jobs.conf;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.varve.placement.Redundancy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads settings from their texts, and collects what is wrong with them instead of stopping at the
 * first. A list is written {@code 3,5,10}, with or without brackets.
 */
final class SettingReader {
  private final Map<String, String> texts;
  private final Config config;
  private final List<String> faults = new ArrayList<>();

  /** Of the settings in force, by their keys without {@code varve.}. */
  SettingReader(Map<String, String> texts) {
    this.texts = texts;
    this.config =
        ConfigFactory.parseMap(
            texts.entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("spark."))
                .collect(
                    java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** A fault of the caller's own finding. */
  void fault(String fault) {
    faults.add(fault);
  }

  /** Runs a check that throws when settings do not go together. */
  void check(String of, Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      faults.add(of + ": " + e.getMessage());
    }
  }

  /**
   * Ends the reading.
   *
   * @throws InvalidSettingsException when anything was wrong
   */
  void finish() {
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults.stream().distinct().toList());
    }
  }

  boolean isSound() {
    return faults.isEmpty();
  }

  long whole(String key, long low, long high) {
    return inRange(key, () -> new BigDecimal(text(key)).longValueExact(), low, high);
  }

  int count(String key, int low, int high) {
    return (int) whole(key, low, high);
  }

  long bytes(String key) {
    return inRange(key, () -> config.getBytes(key), 1, Long.MAX_VALUE);
  }

  double number(String key, double low, double high) {
    return number(key, text(key), low, high);
  }

  List<Integer> counts(String key, int low, int high) {
    return list(key, word -> (int) number(key, word, low, high, true));
  }

  List<Double> numbers(String key, double low, double high) {
    return list(key, word -> number(key, word, low, high));
  }

  List<String> names(String key, List<String> known) {
    return list(
        key,
        word -> {
          if (!known.contains(word)) {
            faults.add(key + " is " + word + "; choose one of " + known);
          }
          return word;
        });
  }

  String name(String key, List<String> known) {
    return names(key, known).get(0);
  }

  List<Redundancy> redundancies(String key) {
    return list(
        key,
        word -> {
          try {
            return Redundancy.parse(word);
          } catch (IllegalArgumentException e) {
            faults.add(
                key + " is " + word + "; write 3 for three replicas, rs-6-3 for Reed-Solomon");
            return Redundancy.replicas(1);
          }
        });
  }

  private <T> List<T> list(String key, Function<String, T> read) {
    String text = text(key).strip();
    String inside =
        text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    List<T> values = new ArrayList<>();
    for (String word : inside.split(",", -1)) {
      T value = read.apply(word.strip());
      if (!values.contains(value)) {
        values.add(value);
      }
    }
    return List.copyOf(values);
  }

  private double number(String key, String word, double low, double high) {
    return number(key, word, low, high, false);
  }

  private double number(String key, String word, double low, double high, boolean isWhole) {
    try {
      double value = Double.parseDouble(word);
      if (value >= low && value <= high && (!isWhole || value == Math.rint(value))) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    String kind = isWhole ? "a whole number" : "a number";
    faults.add(
        key
            + " is "
            + word
            + "; it must be "
            + kind
            + " from "
            + plain(low)
            + " to "
            + plain(high));
    return low;
  }

  private long inRange(String key, Supplier<Long> read, long low, long high) {
    try {
      long value = read.get();
      if (value >= low && value <= high) {
        return value;
      }
      faults.add(key + " is " + value + "; it must be from " + low + " to " + high);
    } catch (ConfigException | ArithmeticException | NumberFormatException e) {
      faults.add(key + " is " + text(key) + "; it must be a whole number or a size");
    }
    return low;
  }

  private String text(String key) {
    String text = texts.get(key);
    if (text == null) {
      throw new IllegalArgumentException("there is no setting " + key);
    }
    return text;
  }

  private static String plain(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
