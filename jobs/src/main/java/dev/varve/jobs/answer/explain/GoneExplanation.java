package dev.varve.jobs.answer.explain;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Explanation of a tag, or of a blob, that an earlier ingest saw and that is gone from its source:
 * since when, and what was known of it. A blob that is still stored and that no manifest names is
 * explained likewise.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class GoneExplanation {
  private GoneExplanation() {}

  static Explanation of(ExplainRows rows, String digest) throws IOException {
    Facts known = rows.first("gone-known", Map.of("digest", digest));
    String thing = known.text("thing");
    List<Facts> sightings = rows.withDigest("gone-sightings", digest);
    Set<String> tags = texts(sightings, "tag");
    Set<String> stores = texts(rows.withDigest("unnamed", digest), "location");
    Set<String> places = texts(sightings, "location");
    Facts facts =
        new Facts()
            .put("kind", thing)
            .put("digest", digest)
            .putAll(known.without("thing"))
            .put("gone_at", sightings.isEmpty() ? null : sightings.get(0).text("gone_at"))
            .put("had_tags", tags)
            .put("places", places)
            .put("stored_in", stores);
    ExplainedText text =
        new ExplainedText(
            thing.substring(0, 1).toUpperCase(Locale.ROOT) + thing.substring(1) + " " + digest);
    if (stores.isEmpty()) {
      text.add("is gone", since(facts));
    } else {
      text.add("is named", "by no manifest; a collection of garbage frees it");
      text.add("is in", ExplainedText.firstNames(stores));
    }
    if (known.has("stored_bytes")) {
      String archive =
          known.has("archive_bytes")
              ? "; archive {archive_bytes}, {files file} of {file_bytes}"
              : "";
      text.add("stored", known.filledIn("{stored_bytes}" + archive));
    }
    if (known.has("os")) {
      text.add("platform", ExplainedText.platform(known));
    }
    if (!tags.isEmpty()) {
      text.add("had tags", ExplainedText.firstNames(tags));
    }
    if (!places.isEmpty()) {
      text.add("was in", ExplainedText.firstNames(places));
    }
    return new Explanation(facts, text);
  }

  /**
   * Explains a tag, or a manifest in a repository.
   *
   * @param name as the user wrote it
   */
  static Explanation ofTag(ExplainRows rows, String name) throws IOException {
    Facts seen = NamedThing.goneTag(rows, name);
    String digest = seen.text("digest");
    boolean isThere = !rows.all("digests", NamedThing.range(digest)).isEmpty();
    Facts facts =
        new Facts()
            .put("kind", "tag")
            .put("name", name)
            .put("digest", digest)
            .put("digest_is_there", isThere)
            .put("first_seen_at", seen.has("first_seen_at") ? seen.text("first_seen_at") : null)
            .put("gone_at", seen.text("gone_at"))
            .putAll(rows.withDigest("gone-bytes", digest), "images", "stored_bytes");
    ExplainedText text = new ExplainedText("Tag " + name);
    text.add("is gone", since(facts));
    text.add("led to", digest);
    if (facts.has("stored_bytes")) {
      text.add("stored", facts.filledIn("{stored_bytes} of {images image}"));
    }
    text.add("which is", isThere ? "still there" : "gone too");
    return new Explanation(facts, text);
  }

  private static String since(Facts facts) {
    return facts.has("gone_at")
        ? "since the ingest that began at " + facts.text("gone_at")
        : "with the image or manifest that listed it";
  }

  private static Set<String> texts(List<Facts> rows, String column) {
    Set<String> texts = new TreeSet<>();
    rows.stream().filter(row -> row.has(column)).forEach(row -> texts.add(row.text(column)));
    return texts;
  }
}
