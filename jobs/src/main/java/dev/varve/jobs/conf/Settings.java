package dev.varve.jobs.conf;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
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

  /** Keys of other programs whose values are secrets: any header may be one. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)^catalog[.]header[.]|(spark|catalog)[.].*"
              + "(secret|pass|pwd|token|credential|apikey|authorization|cookie|connection-string"
              + "|[._-]key\\b|[.]sas\\b)");

  /**
   * Secrets within a location: the password behind a user's name, also as Oracle writes it, and
   * properties.
   */
  private static final Pattern WITHIN =
      Pattern.compile(
          "(?i)[a-z]://[^/]*?:(?<password>[^/]*)@|jdbc:oracle:[a-z]+:[^/@]+/(?<oracle>[^@]+)@"
              + "|(secret|pass|pwd|token|credential|key|sig)[a-z]*=(?<property>[^&;,\\s]*)");

  private static final Pattern WORD = Pattern.compile("\\S+");

  /** Names of the secrets in {@link #WITHIN}. */
  private static final List<String> PARTS = List.of("password", "oracle", "property");

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
    return isSecret(key) || (key.startsWith("catalog.") && WITHIN.matcher(value).find());
  }

  /**
   * Texts that nobody may see, where a setting is a secret: its value, what is behind the name in
   * {@code name:secret}, and the secrets within a location.
   */
  public static Set<String> secrets(String key, String value) {
    Set<String> secrets = new TreeSet<>();
    if (isSecret(key, value)) {
      secrets.add(value);
      if (isSecret(key)) {
        secrets.add(value.substring(value.indexOf(':') + 1));
      }
      Matcher within = WITHIN.matcher(value);
      while (within.find()) {
        for (String part : PARTS) {
          secrets.add(Objects.requireNonNullElse(within.group(part), ""));
        }
      }
    }
    secrets.removeIf(String::isBlank);
    return secrets;
  }

  /** A text without the secrets within its words, such as the password of a location. */
  public static String withoutSecrets(String text) {
    return WORD.matcher(text).replaceAll(word -> Matcher.quoteReplacement(hidden(word.group())));
  }

  private static String hidden(String word) {
    StringBuilder shown = new StringBuilder();
    int end = 0;
    Matcher within = WITHIN.matcher(word);
    while (within.find()) {
      for (String part : PARTS) {
        if (within.start(part) > end) {
          shown.append(word, end, within.start(part)).append(HIDDEN);
          end = within.end(part);
        }
      }
    }
    return shown.append(word, end, word.length()).toString();
  }

  /** Whether the value of a key is a secret. Only keys of other programs are recognised. */
  public static boolean isSecret(String key) {
    return SECRET.matcher(key).find();
  }
}
