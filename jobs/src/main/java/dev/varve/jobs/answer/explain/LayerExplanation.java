package dev.varve.jobs.answer.explain;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Explanation of a layer that was read: its size, builds, images, duplicates and the tags that keep
 * it.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class LayerExplanation {
  /** Number of build steps that the text lists. */
  private static final int MAX_BUILDS = 3;

  private static final String NOT_DERIVED = "varve derive counts it";

  private LayerExplanation() {}

  static Explanation of(ExplainRows rows, String digest) throws IOException {
    Map<String, String> key = Map.of("digest", digest);
    Facts layer = rows.first("layer", key);
    List<Facts> builds = rows.withDigest("layer-builds", digest);
    List<Facts> images = rows.withDigest("layer-images", digest);
    KeepingTags keeping = KeepingTags.of(rows, digest);
    Facts facts =
        new Facts()
            .put("kind", "layer")
            .put("digest", digest)
            .putAll(layer)
            .put("builds", builds)
            .put("images", images);
    ExplainedText text = new ExplainedText("Layer " + digest);
    text.add(
        "stores",
        layer.filledIn(
            "{stored_bytes}, {compression}; archive {archive_bytes}, {files file} of {file_bytes}"));
    text.add("since", ExplainedText.firstIngest(layer));
    addOwnContents(rows, key, facts, text);
    builds.stream()
        .filter(build -> build.has("created_by"))
        .limit(MAX_BUILDS)
        .forEach(build -> text.add("built by", ExplainedText.buildStep(build.text("created_by"))));
    text.add("images", ExplainedText.images(images));
    addDuplicates(rows, digest, facts, text);
    facts.put("kept_by", keeping.facts());
    keeping.addTo(text, layer.filledIn("{stored_bytes}"));
    return new Explanation(facts, text);
  }

  /** Adds the contents of files that only this layer has. */
  private static void addOwnContents(
      ExplainRows rows, Map<String, String> key, Facts facts, ExplainedText text)
      throws IOException {
    if (!rows.isDerived("file_bundle")) {
      facts.put("own", null);
      text.add("its own", NOT_DERIVED);
      return;
    }
    Facts own = rows.first("layer-own", key);
    facts.put("own", own);
    text.add("its own", own.filledIn("{contents content} of {bytes}, in no other layer"));
  }

  /** Adds the most similar layer, its twin, and the files that other layers have too. */
  private static void addDuplicates(
      ExplainRows rows, String digest, Facts facts, ExplainedText text) throws IOException {
    if (!rows.isDerived("layer_twin") || !rows.isDerived("layer_duplicate")) {
      facts.put("twin", null).put("duplicates", null);
      text.add("duplicates", NOT_DERIVED);
      return;
    }
    List<Facts> twins = rows.withDigest("layer-twin", digest);
    List<Facts> duplicates = rows.withDigest("layer-duplicates", digest);
    facts.put("twin", twins.isEmpty() ? null : twins.get(0)).put("duplicates", duplicates);
    for (Facts twin : twins) {
      text.add("is like", twin.filledIn("{twin_digest}, cause {cause}; differs in {differs}"));
    }
    String causes =
        duplicates.stream()
            .map(cause -> cause.filledIn("{files file} of {bytes} ({cause})"))
            .collect(Collectors.joining(", "));
    text.add(
        "duplicates",
        causes.isEmpty() ? "no file that is kept elsewhere" : "kept elsewhere: " + causes);
  }
}
