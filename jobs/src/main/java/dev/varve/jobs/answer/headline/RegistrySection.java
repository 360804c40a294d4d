package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The bytes a registry stores, what would change them, and where its duplicates come from. */
final class RegistrySection {
  private static final String ORIGIN = "duplicate-origin";

  private final HeadlineData data;
  private final HeadlineSection section = HeadlineSection.of("Registry");

  private RegistrySection(HeadlineData data) {
    this.data = data;
  }

  /** The reports that it is made from. */
  static final List<String> REPORTS =
      Stream.concat(Stream.of("coverage", ORIGIN), StoredBytes.REPORTS.stream()).toList();

  /** The section, from row {@code totals} and the reports in {@link #REPORTS}. */
  static HeadlineSection of(HeadlineData data, List<@Nullable Object> totals) throws IOException {
    RegistrySection registry = new RegistrySection(data);
    double images = Row.number(totals.get(0));
    double layers = Row.number(totals.get(2));
    if (images == 0 && layers == 0) {
      return registry.section;
    }
    registry.section.above(
        "Read %s in %s: %s with %s."
            .formatted(
                HeadlineFormat.count(images, "image", "images"),
                repositories(Row.number(totals.get(1)), images),
                HeadlineFormat.count(layers, "layer", "layers"),
                HeadlineFormat.count(Row.number(totals.get(3)), "file", "files")));
    registry.rejected();
    if (layers > 0) {
      new StoredBytes(data, registry.section).add();
      registry.origin();
      registry.first("duplicates", "Most duplicates, uncompressed");
      registry.first("repositories", "Stored by one repository alone, compressed");
    }
    return registry.section;
  }

  private static String repositories(double known, double images) {
    return known == 0 && images > 0
        ? "unknown repositories"
        : HeadlineFormat.count(known, "repository", "repositories");
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
        missing > 0
            ? " Missing: %s.".formatted(HeadlineFormat.count(missing, "layer", "layers"))
            : "";
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
                    "%s %s"
                        .formatted(
                            row.text("origin").equals("unknown")
                                ? "unknown repository"
                                : row.text("origin"),
                            HeadlineFormat.percent(row.number("duplicate_bytes_ratio"))))
            .collect(Collectors.joining(", "));
    double all = data.report(ORIGIN).stream().mapToDouble(row -> row.number("bytes_ratio")).sum();
    if (!shares.isEmpty() && !Double.isNaN(all)) {
      section.below(
          "Duplicates are %s of all bytes of files; of these %s."
              .formatted(HeadlineFormat.percent(all), shares));
    }
  }

  private void first(String query, String title) throws IOException {
    String names =
        data.rows(query).stream()
            .filter(row -> Row.number(row.get(1)) > 0)
            .map(
                row ->
                    "%s %s of %s"
                        .formatted(
                            HeadlineFormat.name(row.get(0)),
                            HeadlineFormat.bytes(Row.number(row.get(1))),
                            HeadlineFormat.bytes(Row.number(row.get(2)))))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      section.below(title + ": " + names + ".");
    }
  }
}
