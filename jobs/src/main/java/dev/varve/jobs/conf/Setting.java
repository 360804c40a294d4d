package dev.varve.jobs.conf;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Key of {@code conf/reference.conf}, which describes a setting. Options of simulations are made
 * from these keys too.
 *
 * @param section path of the key's section, such as {@code deletion}
 * @param name last part of the key, such as {@code order}
 * @param defaultValue default value as text
 * @param isList whether the default is a list: then the setting takes several values, separated by
 *     commas
 * @param comment comment lines above the key
 */
public record Setting(
    String section, String name, String defaultValue, boolean isList, List<String> comment) {
  /** The keys directly in a section, in the order of the file, without those of nested sections. */
  public static List<Setting> of(String section) {
    return SettingLayers.reference().getObject(section).entrySet().stream()
        .filter(entry -> !(entry.getValue() instanceof ConfigObject))
        .sorted(Comparator.comparingInt(entry -> entry.getValue().origin().lineNumber()))
        .map(entry -> of(section, entry))
        .toList();
  }

  /** Names of the sections directly in a section, in the order of the file. */
  public static List<String> sections(String section) {
    return SettingLayers.reference().getObject(section).entrySet().stream()
        .filter(entry -> entry.getValue() instanceof ConfigObject)
        .sorted(Comparator.comparingInt(entry -> entry.getValue().origin().lineNumber()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** A setting by its full key. */
  public static Setting named(String key) {
    int dot = key.lastIndexOf('.');
    return of(key.substring(0, dot)).stream()
        .filter(setting -> setting.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no setting " + key));
  }

  /** Whether a section has a nested section of lists for {@link SettingReader#sweep}. */
  public static boolean sweeps(String section) {
    Config reference = SettingLayers.reference();
    String key = section + ".sweep";
    return reference.hasPath(key) && reference.getValue(key) instanceof ConfigObject;
  }

  /** The full key. */
  public String key() {
    return section + "." + name;
  }

  private static Setting of(String section, Map.Entry<String, ConfigValue> entry) {
    ConfigValue value = entry.getValue();
    return new Setting(
        section,
        entry.getKey(),
        SettingLayers.text(value),
        value instanceof ConfigList,
        value.origin().comments().stream().map(String::strip).toList());
  }
}
