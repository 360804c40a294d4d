package dev.varve.jobs.conf;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings section by section, and collects faults. A verb reads all of its sections from one
 * reader; {@link #finish} then throws all faults together. Until then a faulty key has its default
 * value.
 */
public final class SettingReader {
  /** Section of the engine's keys. */
  static final String SPARK = "spark";

  /** Section of the keys of Iceberg's catalogs. */
  static final String CATALOG = "catalog";

  private final Map<String, String> texts;
  private final Map<String, String> defaults;
  private final Map<String, String> foreign;
  private final List<String> faults;

  SettingReader(
      Map<String, String> texts,
      Map<String, String> defaults,
      Map<String, String> foreign,
      List<String> faults) {
    this.texts = new TreeMap<>(texts);
    this.defaults = defaults;
    this.foreign = Map.copyOf(foreign);
    this.faults = new ArrayList<>(faults);
  }

  /**
   * Reads the defaults, and overlays a profile, a file and single keys, in this order.
   *
   * @param profile name of a file of {@code conf} that comes with the program, without its suffix,
   *     or null
   * @param overlay a file in the form of reference.conf, or null
   * @param assignments {@code key=value}, with keys without {@code varve.}; keys that begin with
   *     {@code spark.} are for the engine, those with {@code catalog.} for Iceberg's catalogs
   */
  public static SettingReader of(
      @Nullable String profile, @Nullable File overlay, List<String> assignments) {
    return SettingLayers.read(profile, overlay, assignments);
  }

  /**
   * Replaces values of a section by the values of equal names in another section.
   *
   * @param section section whose values are replaced
   * @param source section with the new values
   * @param except names that keep their values
   */
  public void overlay(String section, String source, Set<String> except) {
    for (Setting setting : Setting.of(source)) {
      if (!except.contains(setting.name())) {
        texts.put(section + "." + setting.name(), text(setting.key()));
      }
    }
  }

  /** Adds a fault that the caller found. */
  public void fault(String fault) {
    faults.add(fault);
  }

  /**
   * Runs a check, and adds the IllegalArgumentException that it throws to the faults.
   *
   * @param name option or setting that the fault names
   */
  public void check(String name, Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      faults.add(name + ": " + e.getMessage());
    }
  }

  /** Whether no fault was found so far. */
  public boolean isFaultless() {
    return faults.isEmpty();
  }

  /**
   * Ends the reading.
   *
   * @throws InvalidSettingsException when there are faults; it lists all of them
   */
  public Settings finish() {
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults.stream().distinct().toList());
    }
    Map<String, String> all = new TreeMap<>(texts);
    all.putAll(foreign);
    return new Settings(Map.copyOf(all), spark());
  }

  /** The settings of the engine, by their full names. */
  public Map<String, String> spark() {
    return of(SPARK);
  }

  /** The settings of the catalog, by their names without {@code catalog.}. */
  public Map<String, String> catalog() {
    Map<String, String> properties = new TreeMap<>();
    of(CATALOG).forEach((key, value) -> properties.put(key.substring(CATALOG.length() + 1), value));
    return properties;
  }

  private Map<String, String> of(String program) {
    Map<String, String> settings = new TreeMap<>();
    foreign.forEach(
        (key, value) -> {
          if (key.startsWith(program + ".")) {
            settings.put(key, value);
          }
        });
    return settings;
  }

  /** A value as text. */
  public String text(String key) {
    return SectionBinder.text(texts, key);
  }

  /**
   * Fills a record from the keys of a section, by name. For example, component {@code idleSeconds}
   * from key {@code idle-seconds} of the section, or of the section of that name in {@code tuning}.
   * The type of a component says what the key takes:
   *
   * <ul>
   *   <li>{@code int}, {@code long}: a whole number from 1. It is a size with a unit where the name
   *       ends in {@code Bytes} or {@code BytesPerSecond}, of an {@code int} at most 1 GiB
   *   <li>{@code double}: a number from 0; a {@link Range} at the component replaces the limits of
   *       any number
   *   <li>{@code boolean}: true or false
   *   <li>an enum: one of its names, as in {@code per-file}
   *   <li>{@code String}: any text, or {@link OneOf} some names
   *   <li>another type: a text that its static method {@code parse} reads, or a static method of
   *       the record with the name of the component. Both throw an IllegalArgumentException that
   *       says what is wrong
   *   <li>a record: the keys of a nested section, or of another {@link Section}
   *   <li>{@code List}: values of these types, at least one unless it {@link MayBeEmpty}; {@code
   *       Map}: values of all keys of a nested section, by name
   * </ul>
   */
  public <T extends Record> T bind(String section, Class<T> type) {
    return new SectionBinder(texts, defaults, faults).bind(section, type);
  }
}
