package dev.varve.jobs.answer.headline;

import dev.varve.jobs.answer.headline.Block.Bar;
import dev.varve.jobs.answer.headline.Facts.Row;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What snapshots of disks hold, and what deduplication of their chunks would leave. */
final class DiskBlock {
  static final List<String> REPORTS = List.of("chunk-dedup-summary", "backup-efficiency");

  private DiskBlock() {}

  /**
   * Says it.
   *
   * @param totals the row of totals.sql
   */
  static Block of(Facts facts, List<@Nullable Object> totals) throws IOException {
    Block block = Block.of("Virtual machines");
    double snapshots = Row.number(totals.get(5));
    if (snapshots == 0) {
      return block;
    }
    block
        .before()
        .add(
            "Read %s of %s."
                .formatted(
                    Words.count(snapshots, "snapshot", "snapshots"),
                    Words.count(Row.number(totals.get(4)), "VM", "VMs")));
    bars(facts, block);
    String largest =
        facts.rows("vms").stream()
            .filter(row -> Row.number(row.get(2)) > 0)
            .map(
                row ->
                    "%s %s in %s"
                        .formatted(
                            Words.name(row.get(0)),
                            Words.bytes(Row.number(row.get(2))),
                            Words.count(Row.number(row.get(1)), "snapshot", "snapshots")))
            .collect(Collectors.joining(", "));
    if (!largest.isEmpty()) {
      block.after().add("VMs with the most data: %s.".formatted(largest));
    }
    facts
        .report("backup-efficiency", "vc")
        .ifPresent(
            vc ->
                block
                    .after()
                    .add(
                        "Of what there is to save, the VM-centric backup saves %s with %s of index a machine."
                            .formatted(
                                Words.percent(vc.number("efficiency")),
                                Words.bytes(vc.number("index_bytes_per_machine")))));
    return block;
  }

  private static void bars(Facts facts, Block block) {
    bar(facts, block, "disks", "The disks as their guests see them");
    bar(facts, block, "without zero", "Without zeros");
    double held = bar(facts, block, "disk files", "Stored now: in the disks' files, uncompressed");
    double once =
        facts.report("chunk-dedup-summary", "dedup").map(row -> row.number("bytes")).orElse(0.0);
    if (once > 0) {
      String against = held > 0 ? ": " + Words.against(once, held) : "";
      block.bars().add(new Bar("Each chunk once, uncompressed" + against, once));
    } else {
      block.after().add("What deduplication of chunks would save: varve derive counts it.");
    }
  }

  private static double bar(Facts facts, Block block, String mode, String text) {
    double bytes =
        facts.report("chunk-dedup-summary", mode).map(row -> row.number("bytes")).orElse(0.0);
    if (bytes > 0) {
      block.bars().add(new Bar(text, bytes));
    }
    return bytes;
  }
}
