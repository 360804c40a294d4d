package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.HeadlineData.Row;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The bytes in snapshots of disks, and those that deduplication of their chunks would leave. */
final class DiskSection {
  static final List<String> REPORTS = List.of("chunk-dedup-summary", "backup-efficiency");

  private DiskSection() {}

  /**
   * Says it.
   *
   * @param totals the row of totals.sql
   */
  static HeadlineSection of(HeadlineData data, List<@Nullable Object> totals) throws IOException {
    HeadlineSection section = HeadlineSection.of("Virtual machines");
    double snapshots = Row.number(totals.get(5));
    if (snapshots == 0) {
      return section;
    }
    section.above(
        "Read %s of %s."
            .formatted(
                HeadlineFormat.count(snapshots, "snapshot", "snapshots"),
                HeadlineFormat.count(Row.number(totals.get(4)), "VM", "VMs")));
    String rejected = HeadlineFormat.rejected(data.report("coverage"), "snapshot", "snapshot");
    if (!rejected.isEmpty()) {
      section.above("Rejected: %s.".formatted(rejected));
    }
    bars(data, section);
    String largest =
        data.rows("vms").stream()
            .filter(row -> Row.number(row.get(2)) > 0)
            .map(
                row ->
                    "%s %s in %s"
                        .formatted(
                            HeadlineFormat.name(row.get(0)),
                            HeadlineFormat.bytes(Row.number(row.get(2))),
                            HeadlineFormat.count(Row.number(row.get(1)), "snapshot", "snapshots")))
            .collect(Collectors.joining(", "));
    if (!largest.isEmpty()) {
      section.below("VMs with the most data: %s.".formatted(largest));
    }
    data.report("backup-efficiency", "vc")
        .ifPresent(
            vc ->
                section.below(
                    "Of what there is to save, the VM-centric backup saves %s with %s of index a machine."
                        .formatted(
                            HeadlineFormat.percent(vc.number("efficiency")),
                            HeadlineFormat.bytes(vc.number("index_bytes_per_machine")))));
    return section;
  }

  private static void bars(HeadlineData data, HeadlineSection section) {
    bar(data, section, "disks", "The disks as their guests see them", "");
    bar(data, section, "without zero", "Without zeros", "");
    double now =
        bar(data, section, "disk files", HeadlineSection.NOW, "in the disks' files, uncompressed");
    double once =
        data.report("chunk-dedup-summary", "dedup").map(row -> row.number("bytes")).orElse(0.0);
    if (once > 0) {
      String against = now > 0 ? HeadlineFormat.against(once, now) : "";
      section.bar("Each chunk once, uncompressed", against, once);
    } else {
      section.below("What deduplication of chunks would save: varve derive counts it.");
    }
  }

  private static double bar(
      HeadlineData data, HeadlineSection section, String mode, String name, String note) {
    double bytes =
        data.report("chunk-dedup-summary", mode).map(row -> row.number("bytes")).orElse(0.0);
    if (bytes > 0) {
      section.bar(name, note, bytes);
    }
    return bytes;
  }
}
