package dev.varve.jobs.answer.explain;

import dev.varve.jobs.answer.report.Sizes;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** A chunk of disks. */
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
    text.say(
        "copies",
        "%s of %s%s, in %s of %s"
            .formatted(
                ExplainedText.count(facts.count("copies"), "copy", "copies"),
                Sizes.bytes(facts.count("bytes")),
                facts.is("zero") ? " of zeros" : "",
                Sizes.count(facts.count("snapshots"), "snapshot"),
                Sizes.count(facts.count("vms"), "VM")));
    String label = "snapshots";
    for (Facts one : snapshots) {
      text.say(
          label,
          ExplainedText.line(
              "%s/%s: %s%s"
                  .formatted(
                      one.text("vm"),
                      one.text("snapshot"),
                      ExplainedText.count(one.count("snapshot_copies"), "copy", "copies"),
                      one.has("taken_at") ? ", taken " + one.text("taken_at") : "")));
      label = "";
    }
    long more = facts.count("snapshots") - snapshots.size();
    if (more > 0) {
      text.say("", "and " + Sizes.count(more, "more snapshot"));
    }
    text.say(
        "to free it",
        "remove %s: %s where each chunk is stored once"
            .formatted(
                facts.count("snapshots") == 1 ? "this snapshot" : "all of these snapshots",
                Sizes.bytes(facts.count("bytes"))));
    return new Explanation(facts, text);
  }
}
