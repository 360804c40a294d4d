package dev.varve.jobs.answer.explain;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Explanation of a snapshot of a VM's disk: whether it is there, its bytes, its place in the order
 * of its VM, and the other readings of the same disk.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class SnapshotExplanation {
  private SnapshotExplanation() {}

  /**
   * Explains a snapshot.
   *
   * @param name VM and name, with a slash between. The plain name of a disk that was read several
   *     times is its newest reading
   */
  static Explanation of(ExplainRows rows, String name) throws IOException {
    List<Facts> readings = rows.all("snapshot", Map.of("name", name));
    Facts one =
        readings.stream()
            .filter(reading -> reading.has("version_of") && reading.text("name").equals(name))
            .findFirst()
            .orElse(readings.get(0));
    List<String> followers =
        rows
            .all("followers", Map.of("vm", one.text("vm"), "snapshot", one.text("snapshot")))
            .stream()
            .map(row -> row.text("snapshot"))
            .toList();
    Facts facts =
        new Facts()
            .put("kind", "snapshot")
            .putAll(one)
            .put("followed_by", followers)
            .put("readings", readings.stream().map(SnapshotExplanation::reading).toList());
    ExplainedText text = new ExplainedText("Snapshot " + one.text("name"));
    if (one.isTrue("there")) {
      text.add("is there", "since " + ExplainedText.firstIngest(one));
    } else {
      text.add("is gone", "since the ingest that began at " + one.text("gone_at"));
      text.add("was there", "since " + ExplainedText.firstIngest(one));
    }
    String files = one.has("file_bytes") ? "; its files take {file_bytes}" : "";
    text.add(
        "disk",
        one.filledIn(
            "{format} of {virtual_bytes}, {allocated_bytes} allocated, {zero_bytes} zero, {chunks chunk}"
                + files));
    if (one.has("taken_at")) {
      text.add("taken at", one.text("taken_at"));
    }
    text.add("read at", one.text("source"));
    if (one.has("parent")) {
      text.add("follows", one.text("parent"));
    }
    if (!followers.isEmpty()) {
      text.add("followed by", ExplainedText.firstNames(followers));
    }
    if (readings.size() > 1) {
      text.add(
          "readings",
          ExplainedText.firstNames(
              readings.stream().map(reading -> reading.text("snapshot")).toList()));
    }
    if (one.isTrue("there")) {
      text.add(
          "to free it",
          "varve report exclusive-bytes --where \"vm = '%s' and snapshot = '%s'\" says what no other contains"
              .formatted(one.text("vm"), one.text("snapshot")));
    }
    return new Explanation(facts, text);
  }

  private static Facts reading(Facts row) {
    Facts reading = new Facts();
    for (String column : List.of("snapshot", "first_seen_at", "there", "gone_at")) {
      reading.put(column, row.values().get(column));
    }
    return reading;
  }
}
