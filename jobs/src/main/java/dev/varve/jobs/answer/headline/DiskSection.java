package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Section of the headline on disks: the bytes in their snapshots, and the bytes left after
 * deduplication of chunks.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class DiskSection {
  static final List<String> REPORTS = List.of("chunk-dedup-summary", "backup-efficiency");

  private DiskSection() {}

  /**
   * Makes the section; empty if no snapshot was read.
   *
   * @param totals the only row of query totals
   */
  static HeadlineSection of(HeadlineData data, Row totals) throws IOException {
    HeadlineSection section = new HeadlineSection("Virtual machines");
    if (totals.number("snapshots") == 0) {
      return section;
    }
    if (totals.number("unfinished_disks") > 0) {
      section.addAbove(
          "Unfinished: the last ingest was interrupted or is still running. The snapshots that it"
              + " read are kept. Run it again.");
    }
    String rejected =
        HeadlineFormat.rejectedCounts(data.report("coverage"), "snapshot", "snapshot");
    section.addAbove(
        totals.filledIn("Read {snapshots snapshot} of {vms VM}.")
            + (rejected.isEmpty() ? "" : " Rejected: %s.".formatted(rejected)));
    if (totals.number("gone_snapshots") > 0) {
      section.addAbove(
          totals.filledIn(
              "Gone since the ingest before: {gone_snapshots snapshot} (report changes)."));
    }
    if (totals.number("changed_snapshots") > 0) {
      section.addAbove(
          totals.filledIn(
              "Changed since the ingest before, and read again: {changed_snapshots snapshot}"
                  + " (report changes)."));
    }
    double storedNow = addBars(data, section);
    String largest =
        data.rows("vms").stream()
            .filter(row -> row.number("bytes") > 0)
            .map(row -> HeadlineFormat.name(row.text("vm")) + row.filledIn(" {bytes}"))
            .collect(Collectors.joining(", "));
    if (!largest.isEmpty()) {
      section.addBelow("VMs with the most data: %s.".formatted(largest));
    }
    String backups =
        Stream.of(Map.entry("vc", "VM-centric"), Map.entry("srb", "SRB"))
            .flatMap(
                scheme ->
                    data.reportRow("backup-efficiency", scheme.getKey()).stream()
                        .map(row -> backup(scheme.getValue(), row, storedNow)))
            .collect(Collectors.joining(", "));
    if (!backups.isEmpty()) {
      section.addBelow("A backup would store, uncompressed: %s.".formatted(backups));
    }
    return section;
  }

  private static String backup(String scheme, Row row, double storedNow) {
    String change =
        storedNow > 0
            ? " (%s)"
                .formatted(HeadlineFormat.comparedWithNow(row.number("stored_bytes"), storedNow))
            : "";
    return scheme + row.filledIn(" {stored_bytes}") + change;
  }

  /**
   * Adds the bars.
   *
   * @return the bytes stored now; 0 if they are unknown
   */
  private static double addBars(HeadlineData data, HeadlineSection section) {
    addBar(data, section, "disks", "The disks as their guests see them", "");
    addBar(data, section, "without zero", "Without zeros", "");
    double storedNow =
        addBar(
            data, section, "disk files", HeadlineSection.STORED_NOW, "the disks' files, each once");
    double uniqueBytes =
        data.reportRow("chunk-dedup-summary", "dedup").map(row -> row.number("bytes")).orElse(0.0);
    if (uniqueBytes > 0) {
      String change = storedNow > 0 ? HeadlineFormat.comparedWithNow(uniqueBytes, storedNow) : "";
      section.addBar("Each chunk once, uncompressed", change, uniqueBytes);
    } else {
      section.addBelow("What deduplication of chunks would save: varve derive counts it.");
    }
    return storedNow;
  }

  /**
   * Adds the bar of one mode of report chunk-dedup-summary, if it has bytes.
   *
   * @return its bytes; 0 if the report has no such row
   */
  private static double addBar(
      HeadlineData data, HeadlineSection section, String mode, String name, String note) {
    double bytes =
        data.reportRow("chunk-dedup-summary", mode).map(row -> row.number("bytes")).orElse(0.0);
    if (bytes > 0) {
      section.addBar(name, note, bytes);
    }
    return bytes;
  }
}
