package dev.varve.jobs.conf;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings merged from several places, of which a later one overrides an earlier one: defaults, a
 * profile, a file, single keys. Faults are collected.
 */
final class SettingLayers {
  private static final String ROOT = "varve";

  /** Sections whose keys are those of another program, which nobody here knows. */
  private static final List<String> FOREIGN = List.of(SettingReader.SPARK, SettingReader.CATALOG);

  /** Largest settings file, 16 MiB: a larger file was named by mistake. */
  private static final long MAX_BYTES = 16 << 20;

  private static final Config REFERENCE = resource("reference");
  private static final List<String> KEYS =
      REFERENCE.entrySet().stream().map(Map.Entry::getKey).toList();

  /** Notation of an empty list. */
  private static final Pattern NO_ITEMS = Pattern.compile("\\s*\\[\\s*]\\s*");

  private final List<String> faults = new ArrayList<>();
  private Config overlays = ConfigFactory.empty();

  /** The defaults, with keys without {@code varve.}. */
  static Config reference() {
    return REFERENCE;
  }

  /** A value as text; items of a list are separated by commas. */
  static String text(ConfigValue value) {
    Object unwrapped = value.unwrapped();
    return unwrapped instanceof List<?> items ? SettingText.list(items) : String.valueOf(unwrapped);
  }

  private static Config resource(String name) {
    return ConfigFactory.parseResources("dev/varve/" + name + ".conf").getConfig(ROOT);
  }

  /**
   * Overlays a profile, a file of {@code conf} that is part of the program.
   *
   * @param name of the file without its suffix
   */
  void addProfile(String name) {
    overlays = named(resource(name)).withFallback(overlays);
  }

  /** Overlays a file in the form of reference.conf. */
  void addFile(File overlay) {
    if (!overlay.isFile()) {
      faults.add("--conf " + overlay + ": there is no such file");
      return;
    }
    if (overlay.length() > MAX_BYTES) {
      faults.add("--conf " + overlay + ": more than " + MAX_BYTES + " bytes are no settings");
      return;
    }
    try {
      Config parsed = ConfigFactory.parseFile(overlay.getAbsoluteFile()).resolve();
      Config withoutRoot = parsed.hasPath(ROOT) ? parsed.getConfig(ROOT) : ConfigFactory.empty();
      overlays = named(withoutRoot.withFallback(parsed.withoutPath(ROOT))).withFallback(overlays);
    } catch (ConfigException.Parse e) {
      String fault =
          hasSecrets(overlay)
              ? "line %d, or one before, cannot be parsed: put texts into double quotes"
                  .formatted(e.origin().lineNumber())
              : e.getMessage();
      faults.add("--conf " + overlay + ": " + fault);
    } catch (ConfigException e) {
      faults.add("--conf " + overlay + ": " + e.getMessage());
    } catch (StackOverflowError e) {
      faults.add("--conf " + overlay + ": it is nested too deeply");
    }
  }

  /** Whether a file that cannot be parsed has secrets, which the parser's fault may quote. */
  private static boolean hasSecrets(File overlay) {
    try (Stream<String> lines = Files.lines(overlay.toPath())) {
      return lines.anyMatch(line -> Settings.isSecret(SettingReader.CATALOG + "." + line));
    } catch (IOException | UncheckedIOException e) {
      return true;
    }
  }

  /**
   * Overlays an assignment {@code key=value}. A key of another program is one name: its dots do not
   * separate sections, as spark.x and spark.x.y may both exist.
   */
  void addAssignment(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals <= 0) {
      String shown = Settings.isSecret(assignment) ? assignment.split("[ :]", 2)[0] : assignment;
      faults.add("--set " + shown + ": write it as key=value");
      return;
    }
    String key = assignment.substring(0, equals).trim();
    String path =
        isForeign(key) ? ConfigUtil.joinPath(key.substring(0, key.indexOf('.')), key) : key;
    try {
      String text = assignment.substring(equals + 1).trim();
      boolean isEmptyList = isList(path) && NO_ITEMS.matcher(text).matches();
      ConfigValue value = ConfigValueFactory.fromAnyRef(isEmptyList ? "" : text);
      overlays = ConfigFactory.empty().withValue(path, value).withFallback(overlays);
    } catch (ConfigException e) {
      faults.add("--set " + key + ": " + e.getMessage());
    }
  }

  private static boolean isForeign(String key) {
    return FOREIGN.stream().anyMatch(section -> key.startsWith(section + "."));
  }

  private static boolean isList(String path) {
    return REFERENCE.hasPath(path) && REFERENCE.getValue(path) instanceof ConfigList;
  }

  /** All faults so far, unknown keys included. */
  List<String> faults() {
    List<String> all = new ArrayList<>(faults);
    overlays.entrySet().stream()
        .map(Map.Entry::getKey)
        .filter(key -> !isForeign(key) && !isKey(key))
        .sorted()
        .forEach(key -> all.add(unknown(key)));
    return all;
  }

  private static String unknown(String key) {
    String bare = key.replaceFirst("^" + ROOT + "[.]", "");
    String suggestion =
        Stream.of(bare, "tuning." + bare)
            .filter(KEYS::contains)
            .findFirst()
            .map("did you mean %s?"::formatted)
            .orElseGet(() -> Suggestions.didYouMean(key, KEYS));
    return "there is no setting "
        + key
        + (suggestion.isEmpty() ? "; see conf/reference.conf" : "; " + suggestion);
  }

  /** Whether a path is a key and no section: a value for a section would hide all of its keys. */
  private static boolean isKey(String key) {
    return REFERENCE.hasPath(key) && !(REFERENCE.getValue(key) instanceof Map<?, ?>);
  }

  /** All settings but those of other programs, as text by key. */
  Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>();
    REFERENCE.entrySet().forEach(entry -> put(texts, entry));
    overlays.entrySet().forEach(entry -> put(texts, entry));
    texts.keySet().removeIf(SettingLayers::isForeign);
    return texts;
  }

  /** The settings of other programs, as text by full key. */
  Map<String, String> foreign() {
    Map<String, String> settings = new TreeMap<>();
    for (Config layer : List.of(named(REFERENCE), overlays)) {
      for (String section : FOREIGN) {
        if (layer.hasPath(section) && layer.getValue(section) instanceof ConfigObject) {
          layer.getConfig(section).entrySet().forEach(entry -> put(settings, entry));
        }
      }
    }
    return settings;
  }

  private static void put(Map<String, String> texts, Map.Entry<String, ConfigValue> entry) {
    texts.put(String.join(".", ConfigUtil.splitPath(entry.getKey())), text(entry.getValue()));
  }

  /**
   * A configuration in which each key of another program is one name, whether the file quotes it or
   * not.
   */
  private static Config named(Config config) {
    Config named = config;
    for (String section : FOREIGN) {
      if (config.hasPath(section)) {
        named = named.withoutPath(section);
        for (Map.Entry<String, ConfigValue> entry : config.getConfig(section).entrySet()) {
          String key = String.join(".", ConfigUtil.splitPath(entry.getKey()));
          String full = key.startsWith(section + ".") ? key : section + "." + key;
          named = named.withValue(ConfigUtil.joinPath(section, full), entry.getValue());
        }
      }
    }
    return named;
  }

  /** Reads all layers; their faults become the first faults of the reader. */
  static SettingReader read(
      @Nullable String profile, @Nullable File overlay, List<String> assignments) {
    SettingLayers layers = new SettingLayers();
    if (profile != null) {
      layers.addProfile(profile);
    }
    if (overlay != null) {
      layers.addFile(overlay);
    }
    assignments.forEach(layers::addAssignment);
    return new SettingReader(
        layers.texts(), new SettingLayers().texts(), layers.foreign(), layers.faults());
  }
}
