package dev.varve.jobs.derive.twin;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.twin.Banding;
import java.util.List;
import java.util.Map;

/**
 * How layers are compared.
 *
 * @param compares whether they are at all
 * @param similarity from which on two are near
 * @param banding of their signatures
 * @param bucketLayers layers of a bucket that one is compared with
 * @param candidates layers that one is compared with content by content
 * @param conventions what directories are for, in order
 */
public record TwinSettings(
    boolean compares,
    double similarity,
    Banding banding,
    int bucketLayers,
    int candidates,
    List<Convention> conventions) {
  private static final double LEAST_SIMILARITY = 0.1;
  private static final int MOST_BANDS = 256;
  private static final int MOST_ROWS = 64;
  private static final int MOST_LAYERS = 10_000;

  /** Copies the list. */
  public TwinSettings {
    conventions = List.copyOf(conventions);
  }

  /** A row of {@code path_convention} without its place. */
  public record Convention(String name, String pattern) {
    /** Reads {@code name=pattern}. */
    static Convention parse(String text) {
      int equals = text.indexOf('=');
      if (equals < 1 || equals == text.length() - 1) {
        throw new IllegalArgumentException("it takes NAME=PATTERN");
      }
      String pattern = text.substring(equals + 1).strip();
      if (pattern.contains("\\")) {
        throw new IllegalArgumentException("a pattern has no backslash");
      }
      return new Convention(text.substring(0, equals).strip(), pattern);
    }
  }

  /** Reads section derive.twins, and the conventions. */
  public static TwinSettings read(SettingReader settings) {
    return new TwinSettings(
        settings.choice("derive.twins.layers", Map.of("compare", () -> true, "none", () -> false)),
        settings.number("derive.twins.similarity", LEAST_SIMILARITY, 1),
        new Banding(
            settings.count("derive.twins.bands", 1, MOST_BANDS),
            settings.count("derive.twins.rows", 1, MOST_ROWS)),
        settings.count("derive.twins.bucket-layers", 1, MOST_LAYERS),
        settings.count("derive.twins.candidates", 1, MOST_LAYERS),
        conventions(settings));
  }

  private static List<Convention> conventions(SettingReader settings) {
    return settings.text("derive.conventions").isBlank()
        ? List.of()
        : settings.parsed("derive.conventions", Convention::parse, new Convention("", ""));
  }
}
