package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import dev.varve.jobs.answer.report.Sizes;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Section of the headline on the registry: the bytes it stores, the bytes it would store otherwise,
 * and the origin of its duplicates.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class RegistrySection {
  private static final String ORIGIN = "duplicate-origin";

  private final HeadlineData data;
  private final HeadlineSection section = HeadlineSection.of("Registry");

  private RegistrySection(HeadlineData data) {
    this.data = data;
  }

  /** Reports from which the section is made. */
  static final List<String> REPORTS =
      Stream.concat(Stream.of("coverage", ORIGIN), StoredBytes.REPORTS.stream()).toList();

  /**
   * Makes the section; empty if no image and no layer was read.
   *
   * @param totals the only row of query totals
   */
  static HeadlineSection of(HeadlineData data, Row totals) throws IOException {
    RegistrySection registry = new RegistrySection(data);
    double images = totals.number("images");
    double layers = totals.number("layers");
    if (images == 0 && layers == 0) {
      return registry.section;
    }
    registry.section.above(
        totals.in(
            "Read {images image} in "
                + (totals.number("repositories") == 0 && images > 0
                    ? "unknown repositories"
                    : "{repositories repository/repositories}")
                + ": {layers layer} with {files file}."));
    registry.rejected();
    if (layers > 0) {
      new StoredBytes(data, registry.section).add();
      registry.origin();
      registry.first("duplicates", "duplicate_bytes", "Most duplicates, uncompressed");
      registry.first("repositories", "own_bytes", "Stored by one repository alone, compressed");
    }
    return registry.section;
  }

  private void rejected() {
    String kinds =
        Stream.of(
                HeadlineFormat.rejected(data.report("coverage"), "layer", "layer"),
                HeadlineFormat.rejected(data.report("coverage"), "other", "other input"))
            .filter(said -> !said.isEmpty())
            .collect(Collectors.joining(", "));
    double missing =
        data.report("coverage").stream()
            .filter(row -> row.text("state").equals("missing"))
            .mapToDouble(row -> row.number("count"))
            .sum();
    String absent =
        missing > 0 ? " Missing: %s.".formatted(Sizes.count(Math.round(missing), "layer")) : "";
    if (!kinds.isEmpty() || !absent.isEmpty()) {
      String said = kinds.isEmpty() ? "" : "Rejected: " + kinds + ".";
      section.above((said + absent).strip());
    }
  }

  private void origin() {
    if (StoredBytes.of(data, "dedup only") > 0 && data.report(ORIGIN).isEmpty()) {
      section.below("Where duplicates come from: varve derive counts it.");
    }
    String shares =
        data.report(ORIGIN).stream()
            .filter(row -> row.number("duplicate_bytes") > 0)
            .sorted(Comparator.comparingDouble(row -> -row.number("duplicate_bytes")))
            .map(
                row ->
                    row.in(
                        (row.text("origin").equals("unknown") ? "unknown repository" : "{origin}")
                            + " {duplicate_bytes_ratio %}"))
            .collect(Collectors.joining(", "));
    double all = data.report(ORIGIN).stream().mapToDouble(row -> row.number("bytes_ratio")).sum();
    if (!shares.isEmpty() && !Double.isNaN(all)) {
      section.below(
          "Duplicates are %s of all bytes of files; of these %s."
              .formatted(HeadlineFormat.percent(all), shares));
    }
  }

  /**
   * Adds the repositories with the most bytes of one kind.
   *
   * @param query of {@code schemas/headline}, with the largest repositories first
   * @param part column with the bytes of this kind
   */
  private void first(String query, String part, String title) throws IOException {
    String names =
        data.rows(query).stream()
            .filter(row -> row.number(part) > 0)
            .map(
                row ->
                    HeadlineFormat.name(row.text("repository"))
                        + row.in(" {" + part + "} of {bytes}"))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      section.below(title + ": " + names + ".");
    }
  }
}
