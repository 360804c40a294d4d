package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

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
    section.addAbove(totals.filledIn("Read {snapshots snapshot} of {vms VM}."));
    if (totals.number("gone_snapshots") > 0) {
      section.addAbove(
          totals.filledIn(
              "Gone since the ingest before: {gone_snapshots snapshot} (report changes)."));
    }
    String rejected =
        HeadlineFormat.rejectedCounts(data.report("coverage"), "snapshot", "snapshot");
    if (!rejected.isEmpty()) {
      section.addAbove("Rejected: %s.".formatted(rejected));
    }
    addBars(data, section);
    String largest =
        data.rows("vms").stream()
            .filter(row -> row.number("bytes") > 0)
            .map(
                row ->
                    HeadlineFormat.name(row.text("vm"))
                        + row.filledIn(" {bytes} in {snapshots snapshot}"))
            .collect(Collectors.joining(", "));
    if (!largest.isEmpty()) {
      section.addBelow("VMs with the most data: %s.".formatted(largest));
    }
    data.reportRow("backup-efficiency", "vc")
        .ifPresent(
            vc ->
                section.addBelow(
                    vc.filledIn(
                        "Of what there is to save, the VM-centric backup saves {efficiency %} with"
                            + " {index_bytes_per_machine} of index a machine.")));
    return section;
  }

  private static void addBars(HeadlineData data, HeadlineSection section) {
    addBar(data, section, "disks", "The disks as their guests see them", "");
    addBar(data, section, "without zero", "Without zeros", "");
    double storedNow =
        addBar(
            data,
            section,
            "disk files",
            HeadlineSection.STORED_NOW,
            "in the disks' files, uncompressed");
    double uniqueBytes =
        data.reportRow("chunk-dedup-summary", "dedup").map(row -> row.number("bytes")).orElse(0.0);
    if (uniqueBytes > 0) {
      String change = storedNow > 0 ? HeadlineFormat.comparedWithNow(uniqueBytes, storedNow) : "";
      section.addBar("Each chunk once, uncompressed", change, uniqueBytes);
    } else {
      section.addBelow("What deduplication of chunks would save: varve derive counts it.");
    }
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
