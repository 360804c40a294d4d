package dev.varve.jobs.conf;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Checked settings of a run, made by {@link SettingReader#finish}.
 *
 * @param all all settings as text, by their keys without {@code varve.}
 * @param spark the settings of the engine among them, by their full names
 */
public record Settings(Map<String, String> all, Map<String, String> spark) {
  /** The text that a warehouse records in place of a secret. */
  public static final String HIDDEN = "(hidden)";

  /** Keys of other programs whose values are secrets. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(spark|catalog)[.].*"
              + "(secret|pass|pwd|token|credential|apikey|authorization|[._-]key\\b|[.]sas\\b)");

  /** A location that may contain a secret: a user's name and password, or a property. */
  private static final Pattern SECRET_PLACE =
      Pattern.compile("(?i)[a-z]://[^/]*:[^/]*@|(secret|pass|pwd|token|credential)[a-z]*=");

  /** End of the keys of Java options, whose texts may contain secrets. */
  private static final String OPTIONS = "JavaOptions";

  /**
   * All settings as they are recorded in a warehouse, which other users may read: secrets are
   * replaced by {@link #HIDDEN}.
   */
  public Map<String, String> recorded() {
    Map<String, String> recorded = new TreeMap<>(all);
    recorded.replaceAll(
        (key, value) -> isSecret(key, value) || key.endsWith(OPTIONS) ? HIDDEN : value);
    return recorded;
  }

  /** Whether a setting is a secret, by its key or by its value. */
  public static boolean isSecret(String key, String value) {
    return isSecret(key) || (key.startsWith("catalog.") && SECRET_PLACE.matcher(value).find());
  }

  /** Whether the value of a key is a secret. Only keys of other programs are recognised. */
  public static boolean isSecret(String key) {
    return SECRET.matcher(key).find();
  }
}
