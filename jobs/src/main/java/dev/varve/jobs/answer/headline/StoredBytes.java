package dev.varve.jobs.answer.headline;

import java.util.Comparator;
import java.util.List;

/**
 * Adds to a section the bars of the bytes that a registry stores now, and would store otherwise.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
record StoredBytes(HeadlineData data, HeadlineSection section) {
  private static final String CHUNKS = "chunk-savings";

  /** Reports from which the bars are made. */
  static final List<String> REPORTS = List.of("dedup-summary", "pull-codecs", CHUNKS);

  void addBars() {
    double stored = bytes("compression only");
    // The stored bytes include layers that no image lists. Without sharing, the repeated layers are
    // stored in addition to all of these.
    double unshared = stored + repeatedLayerBytes();
    if (unshared > stored) {
      section.addBar("Every image by itself, its layers as stored", "", unshared);
    }
    String saving =
        unshared > stored
            ? "sharing layers saves " + HeadlineFormat.percent(1 - stored / unshared)
            : "";
    section.addBar(HeadlineSection.STORED_NOW, saving, stored);
    double uniqueBytes = bytes("dedup only");
    if (uniqueBytes > 0) {
      section.addBar(
          "Each file once, uncompressed",
          HeadlineFormat.comparedWithNow(uniqueBytes, stored),
          uniqueBytes);
    } else {
      section.addBelow("What deduplication of files would save: varve derive counts it.");
    }
    if (uniqueBytes > stored) {
      section.addBelow("Deduplication alone stores more than now: nothing would be compressed.");
    }
    addChunkBar(stored);
    addCodecBar(stored);
    addCompressedFilesBar(stored);
  }

  /**
   * Adds the bar of the chunker with the fewest unique bytes, of the chunkers that cut all files.
   * The bytes of its index are not counted.
   */
  private void addChunkBar(double stored) {
    data.report(CHUNKS).stream()
        .filter(row -> row.text("scope").equals("layers") && row.number("covered_ratio") == 1)
        .min(Comparator.comparingDouble(row -> row.number("unique_bytes")))
        .ifPresent(
            row -> {
              double bytes = row.number("unique_bytes");
              section.addBar(
                  "Each chunk once, uncompressed",
                  HeadlineFormat.comparedWithNow(bytes, stored),
                  bytes);
              section.addBelow(
                  row.filledIn(
                      "Chunks are those of {chunker}; report chunk-savings has them compressed, and"
                          + " their index."));
            });
  }

  /**
   * Adds the bar of deduplication with compression: from a sample if there is one, else a rough
   * estimate.
   */
  private void addCompressedFilesBar(double stored) {
    double sampled = bytes("both (sampled)");
    double bytes = sampled > 0 ? sampled : bytes("both (estimate)");
    if (bytes > 0) {
      section.addBar(
          "Each file once, compressed", "~" + HeadlineFormat.comparedWithNow(bytes, stored), bytes);
    }
    data.reportRow("dedup-summary", "both (sampled)")
        .ifPresentOrElse(
            row ->
                section.addBelow(
                    row.filledIn(
                        "Each file compressed by itself, by {codec}: {low_bytes} to {high_bytes}"
                            + " (95 % confidence, by a sample).")),
            () -> {
              if (bytes > 0) {
                section.addBelow(
                    "Each file once, compressed, is a rough guess: no sample was compressed.");
              }
            });
  }

  private double bytes(String mode) {
    return modeBytes(data, mode);
  }

  /** Bytes of a mode of report dedup-summary; 0 if they are unknown. */
  static double modeBytes(HeadlineData data, String mode) {
    double bytes =
        data.reportRow("dedup-summary", mode).map(row -> row.number("bytes")).orElse(0.0);
    return bytes > 0 ? bytes : 0;
  }

  /** Bytes of layers counted once more for every further image that lists them. */
  private double repeatedLayerBytes() {
    return data.reportRow("dedup-summary", "layer sharing")
        .map(row -> row.number("baseline_bytes") - row.number("bytes"))
        .filter(bytes -> bytes > 0)
        .orElse(0.0);
  }

  /** Adds the bar of the codec with the best measured ratio, as if all layers had this ratio. */
  private void addCodecBar(double stored) {
    data.report("pull-codecs").stream()
        .min(
            Comparator.comparingDouble(
                row -> row.number("pull_bytes") / row.number("stored_bytes")))
        .ifPresent(
            row -> {
              double bytes = stored * row.number("pull_bytes") / row.number("stored_bytes");
              section.addBar(
                  "Layers by " + row.text("codec"),
                  "~" + HeadlineFormat.comparedWithNow(bytes, stored),
                  bytes);
            });
  }
}
