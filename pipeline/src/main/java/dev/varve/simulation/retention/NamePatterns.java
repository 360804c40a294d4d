package dev.varve.simulation.retention;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Patterns of {@code repository:tag}: {@code *} stands for any letters, also {@code /}, {@code ?}
 * for one. A pattern without a colon is one of repositories, with all their tags.
 *
 * @param patterns compiled, over {@code repository:tag}
 */
public record NamePatterns(List<Pattern> patterns) implements Serializable {
  /** Names that match any of them. */
  public static NamePatterns of(List<String> texts) {
    return new NamePatterns(
        texts.stream()
            .map(text -> text.indexOf(':') < 0 ? text + ":*" : text)
            .map(NamePatterns::compiled)
            .toList());
  }

  /** Whether the name matches any pattern. */
  boolean match(String repository, String tag) {
    return match(repository + ":" + tag);
  }

  /** Whether the name {@code repository:tag} matches any pattern. */
  boolean match(String name) {
    return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
  }

  private static Pattern compiled(String text) {
    // A run of stars is one, so that there is less to try.
    String regex =
        Arrays.stream(text.replaceAll("\\*+", "*").split("(?<=[*?])|(?=[*?])"))
            .map(part -> part.equals("*") ? ".*" : part.equals("?") ? "." : Pattern.quote(part))
            .collect(Collectors.joining());
    return Pattern.compile(regex, Pattern.DOTALL);
  }
}
