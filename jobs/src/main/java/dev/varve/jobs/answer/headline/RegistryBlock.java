package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.Facts.Row;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a registry stores, what would change it, and where its duplicates come from. */
final class RegistryBlock {
  private static final String ORIGIN = "duplicate-origin";

  private final Facts facts;
  private final Block block = Block.of("Registry");

  private RegistryBlock(Facts facts) {
    this.facts = facts;
  }

  /** The reports that it is made from. */
  static final List<String> REPORTS =
      Stream.concat(Stream.of("coverage", ORIGIN), StoredBytes.REPORTS.stream()).toList();

  /** Says it, by the same row and those reports. */
  static Block of(Facts facts, List<@Nullable Object> totals) throws IOException {
    RegistryBlock registry = new RegistryBlock(facts);
    double images = Row.number(totals.get(0));
    double layers = Row.number(totals.get(2));
    if (images == 0 && layers == 0) {
      return registry.block;
    }
    registry
        .block
        .before()
        .add(
            "Read %s in %s: %s with %s."
                .formatted(
                    Words.count(images, "image", "images"),
                    repositories(Row.number(totals.get(1)), images),
                    Words.count(layers, "layer", "layers"),
                    Words.count(Row.number(totals.get(3)), "file", "files")));
    registry.rejected();
    if (layers > 0) {
      new StoredBytes(facts, registry.block).add();
      registry.origin();
      registry.first("repositories", "Repositories with the most of their own");
      registry.first("images", "Images with the most of their own");
    }
    return registry.block;
  }

  private static String repositories(double known, double images) {
    return known == 0 && images > 0
        ? "unknown repositories"
        : Words.count(known, "repository", "repositories");
  }

  private void rejected() {
    String kinds =
        facts.report("coverage").stream()
            .filter(row -> row.text("state").equals("rejected"))
            .map(
                row ->
                    (row.text("thing").equals("layer")
                            ? Words.count(row.number("count"), "layer", "layers")
                            : Words.count(row.number("count"), "other input", "other inputs"))
                        + " "
                        + row.text("reason"))
            .collect(Collectors.joining(", "));
    double missing =
        facts.report("coverage").stream()
            .filter(row -> row.text("state").equals("missing"))
            .mapToDouble(row -> row.number("count"))
            .sum();
    String absent =
        missing > 0 ? " Missing: %s.".formatted(Words.count(missing, "layer", "layers")) : "";
    if (!kinds.isEmpty() || !absent.isEmpty()) {
      String said = kinds.isEmpty() ? "" : "Rejected: " + kinds + ".";
      block.before().add((said + absent).strip());
    }
  }

  private void origin() {
    if (StoredBytes.of(facts, "dedup only") > 0 && facts.report(ORIGIN).isEmpty()) {
      block.after().add("Where duplicates come from: varve derive counts it.");
    }
    String shares =
        facts.report(ORIGIN).stream()
            .filter(row -> row.number("duplicate_bytes") > 0)
            .sorted(Comparator.comparingDouble(row -> -row.number("duplicate_bytes")))
            .map(
                row ->
                    "%s %s"
                        .formatted(
                            row.text("origin"), Words.percent(row.number("duplicate_bytes_ratio"))))
            .collect(Collectors.joining(", "));
    double all = facts.report(ORIGIN).stream().mapToDouble(row -> row.number("bytes_ratio")).sum();
    if (!shares.isEmpty() && !Double.isNaN(all)) {
      block
          .after()
          .add(
              "Of all bytes of files %s are duplicates: %s.".formatted(Words.percent(all), shares));
    }
  }

  private void first(String query, String title) throws IOException {
    String names =
        facts.rows(query).stream()
            .filter(row -> Row.number(row.get(1)) > 0)
            .map(
                row ->
                    "%s %s of %s"
                        .formatted(
                            Words.name(row.get(0)),
                            Words.bytes(Row.number(row.get(1))),
                            Words.bytes(Row.number(row.get(2)))))
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      block.after().add(title + ": " + names + ".");
    }
  }
}
