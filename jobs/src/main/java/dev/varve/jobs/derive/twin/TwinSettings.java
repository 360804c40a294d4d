package dev.varve.jobs.derive.twin;

import dev.varve.content.twin.Banding;
import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.OneOf;
import dev.varve.jobs.conf.Range;
import java.util.List;

/**
 * Settings of the comparison of layers: section derive.
 *
 * @param conventions rules that name the purpose of directories; the first that matches applies
 * @param removablePaths known places of files that builds can delete, likewise
 */
public record TwinSettings(
    Twins twins,
    @MayBeEmpty List<Convention> conventions,
    @MayBeEmpty List<Convention> removablePaths) {
  /**
   * Section derive.twins.
   *
   * @param layers whether layers are compared
   * @param similarity least similarity of contents at which two layers count as near
   * @param bands number of bands of a signature
   * @param rows number of min-hash values of a band
   * @param bucketLayers most layers of a bucket that a layer is paired with
   * @param candidates most layers that a layer is compared with content by content
   */
  record Twins(
      @OneOf({"compare", "none"}) String layers,
      @Range(low = 0.1, high = 1) double similarity,
      @Range(low = 1, high = 256) int bands,
      @Range(low = 1, high = 64) int rows,
      @Range(low = 1, high = 10_000) int bucketLayers,
      @Range(low = 1, high = 10_000) int candidates) {
    Banding banding() {
      return new Banding(bands, rows);
    }
  }

  /** Whether layers are compared at all. */
  boolean compares() {
    return twins.layers.equals("compare");
  }

  /** A row of {@code path_convention} or {@code removable_path} without its position. */
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
}
