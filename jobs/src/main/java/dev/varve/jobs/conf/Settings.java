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
  /** What stands in a warehouse in place of a secret. */
  public static final String HIDDEN = "(hidden)";

  /** Keys whose values are secrets; those of spark.redaction.regex are among them. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)secret|passw|passphrase|token|credential|access[._-]?key|account[._-]?key");

  /** Every setting as a warehouse keeps it, which others may read: without secrets. */
  public Map<String, String> recorded() {
    Map<String, String> recorded = new TreeMap<>(all);
    recorded.replaceAll((key, value) -> SECRET.matcher(key).find() ? HIDDEN : value);
    return recorded;
  }
}
