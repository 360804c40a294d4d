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
  private final HeadlineSection section = new HeadlineSection("Registry");

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
    if (totals.number("unfinished_registries") > 0) {
      registry.section.addAbove(
          totals.filledIn(
              images == 0
                  ? "Unfinished: the ingest was interrupted or is still running. Kept of it: {layers"
                      + " layer} with {files file}; images and tags come at its end. Run it again."
                  : "Unfinished: the last ingest was interrupted or is still running. The layers"
                      + " that it read are kept; images and tags are as before it. Run it again."));
    }
    registry.section.addAbove(
        totals.filledIn(
                "Read {images image} in {repositories repository/repositories}: {layers layer} with"
                    + " {files file}.")
            + registry.rejected());
    Row sameName = data.rows("same_name").get(0);
    if (sameName.number("names") > 0) {
      registry.section.addAbove(
          sameName.filledIn("Equal names at different places count as one repository: ")
              + HeadlineFormat.name(sameName.text("repository"))
              + sameName.filledIn(" at {place} and {other_place}")
              + (sameName.number("names") > 1 ? ", and others." : "."));
    }
    double goneNames = totals.number("gone_tags") + totals.number("gone_manifests");
    if (goneNames + totals.number("gone_blobs") > 0) {
      registry.section.addAbove(
          totals.filledIn(
              "Gone since the ingest before: {gone_tags tag}, {gone_manifests manifest} without a"
                  + " tag, {gone_blobs blob} of {gone_blob_bytes} (report freed"
                  + (goneNames > 0 ? ", changes" : "")
                  + ")."));
    }
    if (layers > 0) {
      new StoredBytes(data, registry.section).addBars();
      if (totals.number("waiting_layers") > 0) {
        registry.section.addBelow(
            totals.filledIn(
                "Of what is stored now, {waiting_bytes} in {waiting_layers layer} wait for a"
                    + " collection of garbage: no manifest names them any more."));
      }
      registry.addOrigins();
      registry.addLargestRepositories();
    }
    return registry.section;
  }

  /** Sentences on the inputs that cannot be used, each behind a blank; empty if there are none. */
  private String rejected() {
    String rejected =
        Stream.of(
                HeadlineFormat.rejectedCounts(data.report("coverage"), "layer", "layer"),
                HeadlineFormat.rejectedCounts(data.report("coverage"), "other", "other input"))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    double missing =
        data.report("coverage").stream()
            .filter(row -> row.text("state").equals("missing"))
            .mapToDouble(row -> row.number("count"))
            .sum();
    String missingText =
        missing > 0 ? " Missing: %s.".formatted(Sizes.count(Math.round(missing), "layer")) : "";
    return (rejected.isEmpty() ? "" : " Rejected: " + rejected + ".") + missingText;
  }

  private void addOrigins() {
    if (StoredBytes.modeBytes(data, "dedup only") > 0 && data.report(ORIGIN).isEmpty()) {
      section.addBelow("Where duplicates come from: varve derive counts it.");
    }
    String shares =
        data.report(ORIGIN).stream()
            .filter(row -> row.number("duplicate_bytes") > 0)
            .sorted(Comparator.comparingDouble(row -> -row.number("duplicate_bytes")))
            .map(
                row ->
                    row.filledIn(
                        (row.text("origin").equals("unknown") ? "unknown repository" : "{origin}")
                            + " {duplicate_bytes_ratio %}"))
            .collect(Collectors.joining(", "));
    double duplicateRatio =
        data.report(ORIGIN).stream().mapToDouble(row -> row.number("bytes_ratio")).sum();
    if (!shares.isEmpty() && !Double.isNaN(duplicateRatio)) {
      section.addBelow(
          "Duplicates are %s of all bytes of files; of these %s."
              .formatted(HeadlineFormat.percent(duplicateRatio), shares));
    }
  }

  /** Adds the repositories with the most bytes of duplicates. */
  private void addLargestRepositories() throws IOException {
    String names =
        data.rows("duplicates").stream()
            .filter(row -> row.number("duplicate_bytes") > 0)
            .map(
                row ->
                    HeadlineFormat.name(row.text("repository"))
                        + row.filledIn(" {duplicate_bytes} of {bytes}"))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      section.addBelow("Most duplicates, uncompressed: " + names + ".");
    }
  }
}
