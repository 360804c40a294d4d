package dev.varve.jobs.conf;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The checked settings of a run, made by {@link SettingReader#finish}.
 *
 * @param all every setting as text, by its key without {@code varve.}
 * @param spark those of them that are settings of the engine, by their full names
 */
public record Settings(Map<String, String> all, Map<String, String> spark) {
  /** The text in a warehouse in place of a secret. */
  public static final String HIDDEN = "(hidden)";

  /** Keys of the engine whose values are secrets. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)spark[.].*(secret|pass|pwd|token|credential|apikey|[._-]key\\b|[.]sas\\b)");

  /** Keys of texts that may contain secrets. */
  private static final String OPTIONS = "JavaOptions";

  /** Every setting as a warehouse keeps it, which others may read: without secrets. */
  public Map<String, String> recorded() {
    Map<String, String> recorded = new TreeMap<>(all);
    recorded.replaceAll((key, value) -> isSecret(key) || key.endsWith(OPTIONS) ? HIDDEN : value);
    return recorded;
  }

  /** Whether the value of a key is for nobody but its owner; no setting of Varve's own is. */
  public static boolean isSecret(String key) {
    return SECRET.matcher(key).find();
  }
}
