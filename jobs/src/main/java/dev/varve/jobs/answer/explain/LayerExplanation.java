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
  private static final int MOST_BUILDS = 3;

  private static final String DERIVE = "varve derive counts it";

  private LayerExplanation() {}

  static Explanation of(ExplainRows rows, String digest) throws IOException {
    Map<String, String> key = Map.of("digest", digest);
    Facts layer = rows.one("layer", key);
    List<Facts> builds = rows.of("layer-builds", digest);
    List<Facts> images = rows.of("layer-images", digest);
    KeepingTags keeping = KeepingTags.of(rows, digest);
    Facts facts =
        new Facts()
            .put("kind", "layer")
            .put("digest", digest)
            .putAll(layer)
            .put("builds", builds)
            .put("images", images);
    ExplainedText text = new ExplainedText("Layer " + digest);
    text.say(
        "stores",
        layer.in(
            "{stored_bytes}, {compression}; archive {archive_bytes}, {files file} of {file_bytes}"));
    text.say("since", ExplainedText.since(layer));
    sayOwn(rows, key, facts, text);
    builds.stream()
        .filter(build -> build.has("created_by"))
        .limit(MOST_BUILDS)
        .forEach(build -> text.say("built by", ExplainedText.step(build.text("created_by"))));
    text.say("images", ExplainedText.images(images));
    sayDuplicates(rows, digest, facts, text);
    facts.put("kept_by", keeping.facts());
    keeping.say(text, layer.in("{stored_bytes}"));
    return new Explanation(facts, text);
  }

  /** Adds the contents of files that only this layer has. */
  private static void sayOwn(
      ExplainRows rows, Map<String, String> key, Facts facts, ExplainedText text)
      throws IOException {
    if (!rows.isDerived("file_bundle")) {
      facts.put("own", null);
      text.say("its own", DERIVE);
      return;
    }
    Facts own = rows.one("layer-own", key);
    facts.put("own", own);
    text.say("its own", own.in("{contents content} of {bytes}, in no other layer"));
  }

  /** Adds the most similar layer, its twin, and the files that other layers have too. */
  private static void sayDuplicates(
      ExplainRows rows, String digest, Facts facts, ExplainedText text) throws IOException {
    if (!rows.isDerived("layer_twin") || !rows.isDerived("layer_duplicate")) {
      facts.put("twin", null).put("duplicates", null);
      text.say("duplicates", DERIVE);
      return;
    }
    List<Facts> twins = rows.of("layer-twin", digest);
    List<Facts> duplicates = rows.of("layer-duplicates", digest);
    facts.put("twin", twins.isEmpty() ? null : twins.get(0)).put("duplicates", duplicates);
    for (Facts twin : twins) {
      text.say("is like", twin.in("{twin_digest}, cause {cause}; differs in {differs}"));
    }
    String causes =
        duplicates.stream()
            .map(one -> one.in("{files file} of {bytes} ({cause})"))
            .collect(Collectors.joining(", "));
    text.say(
        "duplicates",
        causes.isEmpty() ? "no file that is kept elsewhere" : "kept elsewhere: " + causes);
  }
}
