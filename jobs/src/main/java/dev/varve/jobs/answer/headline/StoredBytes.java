package dev.varve.jobs.answer.headline;

import java.util.Comparator;
import java.util.List;

/** Bytes that a registry stores now, and would store otherwise, as bars. */
record StoredBytes(HeadlineData data, HeadlineSection section) {
  private static final String CHUNKS = "chunk-savings";

  /** The reports that it is made from. */
  static final List<String> REPORTS = List.of("dedup-summary", "pull-codecs", CHUNKS);

  void add() {
    double stored = bytes("compression only");
    // Layers that no image lists are stored too: without sharing, repeats are added to all.
    double apart = stored + repeated();
    if (apart > stored) {
      section.bar("Every image by itself, its layers compressed", "", apart);
    }
    String shared =
        apart > stored ? "sharing layers saves " + HeadlineFormat.percent(1 - stored / apart) : "";
    section.bar(HeadlineSection.NOW, shared, stored);
    double once = bytes("dedup only");
    if (once > 0) {
      section.bar("Each file once, uncompressed", HeadlineFormat.against(once, stored), once);
    } else {
      section.below("What deduplication of files would save: varve derive counts it.");
    }
    if (once > stored) {
      section.below("Deduplication alone stores more than now: nothing would be compressed.");
    }
    chunked(stored);
    compressed(stored);
    both(stored);
  }

  /** The best of the chunkers that all files were cut by, without its index. */
  private void chunked(double stored) {
    data.report(CHUNKS).stream()
        .filter(row -> row.text("scope").equals("layers") && row.number("covered_ratio") == 1)
        .min(Comparator.comparingDouble(row -> row.number("unique_bytes")))
        .ifPresent(
            row -> {
              double bytes = row.number("unique_bytes");
              section.bar(
                  "Each chunk once, uncompressed", HeadlineFormat.against(bytes, stored), bytes);
              section.below(
                  row.in(
                      "Chunks are those of {chunker}; report chunk-savings has them compressed, and"
                          + " their index."));
            });
  }

  private void both(double stored) {
    double sampled = bytes("both (sampled)");
    double both = sampled > 0 ? sampled : bytes("both (estimate)");
    if (both > 0) {
      section.bar("Each file once, compressed", "~" + HeadlineFormat.against(both, stored), both);
    }
    data.report("dedup-summary", "both (sampled)")
        .ifPresentOrElse(
            row ->
                section.below(
                    row.in(
                        "Each file once, by {codec}: {low_bytes} to {high_bytes}"
                            + " (95 % confidence, by a sample).")),
            () -> {
              if (both > 0) {
                section.below(
                    "Each file once, compressed, is a rough guess: no sample was compressed.");
              }
            });
  }

  private double bytes(String mode) {
    return of(data, mode);
  }

  /** Bytes of a line of dedup-summary; 0 where it does not know. */
  static double of(HeadlineData data, String mode) {
    double bytes = data.report("dedup-summary", mode).map(row -> row.number("bytes")).orElse(0.0);
    return bytes > 0 ? bytes : 0;
  }

  private double repeated() {
    return data.report("dedup-summary", "layer sharing")
        .map(row -> row.number("baseline_bytes") - row.number("bytes"))
        .filter(bytes -> bytes > 0)
        .orElse(0.0);
  }

  /** The best of the codecs that were measured, as if it did so on all layers. */
  private void compressed(double stored) {
    data.report("pull-codecs").stream()
        .min(
            Comparator.comparingDouble(
                row -> row.number("pull_bytes") / row.number("stored_bytes")))
        .ifPresent(
            row -> {
              double bytes = stored * row.number("pull_bytes") / row.number("stored_bytes");
              section.bar(
                  "Layers by " + row.text("codec"),
                  "~" + HeadlineFormat.against(bytes, stored),
                  bytes);
            });
  }
}
