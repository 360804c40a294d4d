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
    String[] ofAll = {"bytes", "copies", "snapshots", "vms", "zero"};
    List<Facts> snapshots = rows.all("chunk", Map.of("fingerprint", fingerprint));
    Facts facts =
        new Facts()
            .put("kind", "chunk")
            .put("fingerprint", fingerprint)
            .putAll(snapshots, ofAll)
            .put("first_snapshots", snapshots.stream().map(one -> one.without(ofAll)).toList());
    ExplainedText text = new ExplainedText("Chunk of disks " + fingerprint);
    String zeros = facts.is("zero") ? " of zeros" : "";
    text.say(
        "copies",
        facts.in(
            "{copies copy/copies} of {bytes}" + zeros + ", in {snapshots snapshot} of {vms VM}"));
    String label = "snapshots";
    for (Facts one : snapshots) {
      String taken = one.has("taken_at") ? ", taken {taken_at}" : "";
      text.say(
          label,
          ExplainedText.line(one.in("{vm}/{snapshot}: {snapshot_copies copy/copies}" + taken)));
      label = "";
    }
    long more = facts.count("snapshots") - snapshots.size();
    if (more > 0) {
      text.say("", "and " + Sizes.count(more, "more snapshot"));
    }
    text.say(
        "to free it",
        facts.in(
            "remove %s: {bytes} where each chunk is stored once"
                .formatted(
                    facts.count("snapshots") == 1 ? "this snapshot" : "all of these snapshots")));
    return new Explanation(facts, text);
  }
}
