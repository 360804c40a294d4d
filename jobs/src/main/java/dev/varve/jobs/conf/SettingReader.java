package dev.varve.jobs.conf;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.File;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings by their keys, and collects faults: a verb reads all of its sections from one
 * reader, and {@link #finish} reports all faults at once. A faulty key reads as a harmless value.
 */
public final class SettingReader {
  private final Map<String, String> texts;
  private final Map<String, String> spark;
  private final List<String> faults;

  SettingReader(Map<String, String> texts, Map<String, String> spark, List<String> faults) {
    this.texts = new TreeMap<>(texts);
    this.spark = Map.copyOf(spark);
    this.faults = new ArrayList<>(faults);
  }

  /**
   * Reads the defaults, a profile over them, a file over both, and single keys over all.
   *
   * @param profile name of a file of {@code conf} that comes with the program, without its suffix,
   *     or null
   * @param overlay a file in the form of reference.conf, or null
   * @param assignments {@code key=value} each, keys without {@code varve.}; keys that begin with
   *     {@code spark.} go to the engine
   */
  public static SettingReader of(
      @Nullable String profile, @Nullable File overlay, List<String> assignments) {
    return SettingLayers.read(profile, overlay, assignments);
  }

  /**
   * Replaces the keys of a section by the keys of the same names in another one, except for the
   * names given.
   */
  public void overlay(String section, String by, Set<String> except) {
    for (Setting setting : Setting.of(by)) {
      if (!except.contains(setting.name())) {
        texts.put(section + "." + setting.name(), text(setting.key()));
      }
    }
  }

  /** Adds a fault that the caller found. */
  public void fault(String fault) {
    faults.add(fault);
  }

  /** Runs a check that throws when settings do not go together. */
  public void check(String of, Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      faults.add(of + ": " + e.getMessage());
    }
  }

  /** Whether no fault was found so far. */
  public boolean isSound() {
    return faults.isEmpty();
  }

  /**
   * Ends the reading.
   *
   * @throws InvalidSettingsException that lists every fault
   */
  public Settings finish() {
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults.stream().distinct().toList());
    }
    Map<String, String> all = new TreeMap<>(texts);
    all.putAll(spark);
    return new Settings(Map.copyOf(all), spark);
  }

  /** A value as text. */
  public String text(String key) {
    String text = texts.get(key);
    if (text == null) {
      throw new IllegalArgumentException("there is no setting " + key);
    }
    return text;
  }

  /** A whole number. */
  public long whole(String key, long low, long high) {
    return inRange(key, () -> new BigDecimal(text(key)).longValueExact(), low, high);
  }

  /** A whole number. */
  public int count(String key, int low, int high) {
    return (int) whole(key, low, high);
  }

  /** A whole number from 1. */
  public int count(String key) {
    return count(key, 1, Integer.MAX_VALUE);
  }

  /** A size in bytes, with or without a unit; 1 or more. */
  public long bytes(String key) {
    return inRange(
        key,
        () -> ConfigFactory.parseMap(Map.of("size", text(key))).getBytes("size"),
        1,
        Long.MAX_VALUE);
  }

  /** A number. */
  public double number(String key, double low, double high) {
    return number(key, text(key), low, high, false);
  }

  /** Whole numbers, at least one. */
  public List<Integer> counts(String key, int low, int high) {
    return list(key, word -> (int) number(key, word, low, high, true));
  }

  /** Numbers, at least one. */
  public List<Double> numbers(String key, double low, double high) {
    return list(key, word -> number(key, word, low, high, false));
  }

  /** A list of known names, at least one. */
  public List<String> names(String key, List<String> known) {
    return list(
        key,
        word -> {
          if (!known.contains(word)) {
            faults.add(key + " is " + word + "; choose one of " + known);
            return known.get(0);
          }
          return word;
        });
  }

  /** One of the known names. */
  public String name(String key, List<String> known) {
    return one(key, names(key, known));
  }

  private <T> T one(String key, List<T> values) {
    if (values.size() > 1) {
      faults.add(key + " is " + text(key) + "; it takes one value");
    }
    return values.get(0);
  }

  /** One of the values that the known names stand for. */
  public <T> T choice(String key, Map<String, Supplier<T>> known) {
    String name = name(key, known.keySet().stream().sorted().toList());
    return Objects.requireNonNull(known.get(name)).get();
  }

  /** One value with its own notation. */
  public <T> T parsedOne(String key, Function<String, T> parse, T instead) {
    return one(key, parsed(key, parse, instead));
  }

  /**
   * Values with their own notation; {@code parse} throws an IllegalArgumentException whose message
   * says what is wrong.
   */
  public <T> List<T> parsed(String key, Function<String, T> parse, T instead) {
    return list(
        key,
        word -> {
          try {
            return parse.apply(word);
          } catch (IllegalArgumentException e) {
            faults.add(key + " is " + word + ": " + e.getMessage());
            return instead;
          }
        });
  }

  private <T> List<T> list(String key, Function<String, T> read) {
    return SettingText.words(text(key)).stream().map(read).distinct().toList();
  }

  private double number(String key, String word, double low, double high, boolean isWhole) {
    try {
      double value = Double.parseDouble(word);
      if (value >= low && value <= high && (!isWhole || value == Math.rint(value))) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    faults.add(
        "%s is %s; it must be a %s from %s to %s"
            .formatted(
                key,
                word,
                isWhole ? "whole number" : "number",
                SettingText.plain(low),
                SettingText.plain(high)));
    return low;
  }

  private long inRange(String key, Supplier<Long> read, long low, long high) {
    String range =
        low == 1 && high >= Integer.MAX_VALUE ? "positive" : "from " + low + " to " + high;
    try {
      long value = read.get();
      if (value >= low && value <= high) {
        return value;
      }
      faults.add(key + " is " + value + "; it must be " + range);
    } catch (ConfigException | ArithmeticException | NumberFormatException e) {
      faults.add(key + " is no valid number or size: " + text(key) + "; it must be " + range);
    }
    return low;
  }
}
