package dev.varve.jobs.cli.estimate;

import dev.varve.content.estimate.ConfidenceInterval;
import dev.varve.jobs.answer.report.Answer;
import dev.varve.jobs.answer.report.ColumnUnit;
import dev.varve.jobs.answer.report.Sizes;
import dev.varve.jobs.cli.estimate.Quantity.Measure;
import dev.varve.jobs.engine.run.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Result of an estimate: the quantities of all inputs of quantity kind, from a part of them.
 *
 * @param subject registry or snapshots
 * @param readUnits number of units that were read, in words
 * @param storedBytes stored bytes of all inputs
 * @param readRatio share of the stored bytes that was read
 * @param summary summary of the ingest of the part
 */
record Estimate(
    String subject,
    String readUnits,
    long storedBytes,
    double readRatio,
    RunSummary summary,
    List<Quantity> quantities) {

  /** Width of the interval of a ratio above which it is too wide to decide by. */
  private static final double MAX_USEFUL_WIDTH = 0.3;

  /** Factor by which the read share is suggested to grow if an interval is too wide. */
  private static final double SUGGESTED_GROWTH = 3;

  /** The estimate as an answer, with a row for each quantity. */
  Answer answer() {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Quantity quantity : quantities) {
      rows.add(
          List.of(
              Quantity.tableName(quantity.measure()),
              exact(quantity.measure(), quantity.interval().value()),
              exact(quantity.measure(), quantity.interval().low()),
              exact(quantity.measure(), quantity.interval().high()),
              Quantity.tableName(quantity.source()),
              quantity.measure().meaning(),
              Quantity.tableName(quantity.measure().unit())));
    }
    return new Answer(
        "estimate",
        List.of(
            savingsSentence(),
            "Read for this: %s, %s of %s."
                .formatted(
                    readUnits,
                    Sizes.bytes(Math.round(readRatio * storedBytes)),
                    Sizes.bytes(storedBytes)),
            "An interval of a sample contains the truth in 95 of 100 samples. To narrow it, read more:",
            "--set estimate.read-ratio=0.3. Inputs of less than estimate.read-bytes (1 GiB) are read whole.",
            "A forecast is of verb ingest on this machine."),
        List.of(
            column("quantity", ColumnUnit.TEXT, null, 0),
            column("estimate", ColumnUnit.COUNT, "unit", 1),
            column("low", ColumnUnit.COUNT, "unit", 2),
            column("high", ColumnUnit.COUNT, "unit", 3),
            column("how", ColumnUnit.TEXT, null, 4),
            column("meaning", ColumnUnit.TEXT, null, 5),
            column("unit", ColumnUnit.TEXT, null, Answer.Column.LAST)),
        rows);
  }

  /** The savings in a sentence or two, and the share of bytes that was read. */
  private String savingsSentence() {
    boolean files = subject.equals("registry");
    return quantity(files ? Measure.FILE_DEDUP_RATIO : Measure.CHUNK_DEDUP_RATIO)
        .map(
            ratio ->
                "%s%s %s%s."
                    .formatted(
                        rangeSentence(
                            ratio,
                            "toring each %s once saves".formatted(files ? "file" : "chunk"),
                            files ? "the files' bytes" : "the disks' data"),
                        files ? comparedCompressed() : comparedWithDiskFiles(),
                        readRatio >= 1
                            ? "All bytes were read"
                            : "%.1f %% of the bytes were read".formatted(100 * readRatio),
                        rejected()))
        .orElse(
            "No %s was found in what was read: nothing to estimate%s."
                .formatted(files ? "file that is not empty" : "chunk but zeros", rejected()));
  }

  /**
   * A ratio as a range. If it is too wide to decide by, the sentence says so, and suggests to read
   * more.
   */
  private String rangeSentence(ConfidenceInterval ratio, String saves, String baseline) {
    double low = 100 * ratio.low();
    double high = 100 * ratio.high();
    if (ratio.low() == ratio.high()) {
      return "S%s %.1f %% of %s.".formatted(saves, 100 * ratio.value(), baseline);
    }
    if (ratio.high() - ratio.low() <= MAX_USEFUL_WIDTH || readRatio >= 1) {
      return "S%s between %.1f and %.1f %% of %s, about %.1f %%."
          .formatted(saves, low, high, baseline, 100 * ratio.value());
    }
    return "%.0f %% of the bytes say too little: s%s between %.1f and %.1f %% of %s. Read more: --set estimate.read-ratio=%.2g."
        .formatted(
            100 * readRatio, saves, low, high, baseline, Math.min(1, SUGGESTED_GROWTH * readRatio));
  }

  /**
   * Comparison with the bytes that the disks' files take now, as in reports; empty if these are
   * unknown.
   */
  private String comparedWithDiskFiles() {
    Optional<ConfidenceInterval> files = quantity(Measure.DISK_FILE_BYTES);
    Optional<ConfidenceInterval> unique = quantity(Measure.UNIQUE_CHUNK_BYTES);
    if (files.isEmpty() || unique.isEmpty() || files.get().value() <= 0) {
      return "";
    }
    double change = unique.get().value() / files.get().value() - 1;
    return " That is %.1f %% %s than the disks' files take now."
        .formatted(100 * Math.abs(change), change > 0 ? "more" : "less");
  }

  /**
   * Comparison of deduplicated and compressed files with the bytes stored now. It is empty if an
   * input was rejected: its bytes are stored, but its files are unknown.
   */
  private String comparedCompressed() {
    return quantity(Measure.DEDUP_AND_COMPRESSION_RATIO)
        .filter(ratio -> summary.count("rejections") == 0)
        .map(
            ratio ->
                ratio.value() < 0
                    ? compressed(
                        new ConfidenceInterval(-ratio.value(), -ratio.high(), -ratio.low()), "more")
                    : compressed(ratio, "less"))
        .orElse("");
  }

  private String compressed(ConfidenceInterval change, String direction) {
    return " Each of these compressed takes %.1f %% %s than is stored now%s."
        .formatted(100 * change.value(), direction, interval(change));
  }

  private Optional<ConfidenceInterval> quantity(Measure measure) {
    return quantities.stream()
        .filter(quantity -> quantity.measure() == measure)
        .findFirst()
        .map(Quantity::interval);
  }

  /** Both ends of an interval as percentages; empty if they are equal. */
  private static String interval(ConfidenceInterval ratio) {
    return ratio.low() == ratio.high()
        ? ""
        : " (95 %% confidence: %.1f to %.1f %%)".formatted(100 * ratio.low(), 100 * ratio.high());
  }

  private String rejected() {
    long rejections = summary.count("rejections");
    return rejections == 0 ? "" : "; rejected " + Sizes.count(rejections, "input");
  }

  private static Answer.Column column(
      String name, ColumnUnit unit, @Nullable String measure, int rank) {
    return new Answer.Column(name, unit, measure, rank, List.of());
  }

  /** The value as a number: counts and bytes are rounded to whole numbers. */
  private static Object exact(Measure measure, double value) {
    boolean isInteger =
        measure.unit() == Quantity.Unit.BYTES || measure.unit() == Quantity.Unit.COUNT;
    return isInteger ? (Object) Math.round(value) : value;
  }
}
