package dev.varve.jobs.answer.explain;

import dev.varve.jobs.answer.report.Sizes;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Explanation of a chunk of disks: its copies, the snapshots that contain it, and the removal that
 * frees it.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class ChunkExplanation {
  private ChunkExplanation() {}

  static Explanation of(ExplainRows rows, String fingerprint) throws IOException {
    String[] totals = {"bytes", "copies", "snapshots", "vms", "zero"};
    List<Facts> snapshots = rows.all("chunk", Map.of("fingerprint", fingerprint));
    Facts facts =
        new Facts()
            .put("kind", "chunk")
            .put("fingerprint", fingerprint)
            .putAll(snapshots, totals)
            .put(
                "first_snapshots",
                snapshots.stream().map(snapshot -> snapshot.without(totals)).toList());
    ExplainedText text = new ExplainedText("Chunk of disks " + fingerprint);
    String zeros = facts.isTrue("zero") ? " of zeros" : "";
    text.add(
        "copies",
        facts.filledIn(
            "{copies copy/copies} of {bytes}" + zeros + ", in {snapshots snapshot} of {vms VM}"));
    String label = "snapshots";
    for (Facts snapshot : snapshots) {
      String taken = snapshot.has("taken_at") ? ", taken {taken_at}" : "";
      text.add(
          label,
          ExplainedText.cutLine(
              snapshot.filledIn("{vm}/{snapshot}: {snapshot_copies copy/copies}" + taken)));
      label = "";
    }
    long omitted = facts.count("snapshots") - snapshots.size();
    if (omitted > 0) {
      text.add("", "and " + Sizes.count(omitted, "more snapshot"));
    }
    text.add(
        "to free it",
        facts.filledIn(
            "remove %s: {bytes} where each chunk is stored once"
                .formatted(
                    facts.count("snapshots") == 1 ? "this snapshot" : "all of these snapshots")));
    return new Explanation(facts, text);
  }
}
