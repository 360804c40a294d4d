package dev.varve.jobs.answer.explain;

import dev.varve.jobs.answer.report.Sizes;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Explanation of an image: its layers, the bytes no other image uses, and the tags that keep it.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class ImageExplanation {
  /** Number of layers that the text lists. */
  private static final int MOST_LAYERS = 15;

  private ImageExplanation() {}

  static Explanation of(ExplainRows rows, String digest) throws IOException {
    Facts image = rows.one("image", Map.of("digest", digest));
    List<Facts> layers = rows.of("image-layers", digest);
    long sharing = rows.one("image-sharing", Map.of("digest", digest)).count("images");
    KeepingTags keeping = KeepingTags.of(rows, digest);
    long exclusive = exclusive(layers);
    Facts facts =
        new Facts()
            .put("kind", "image")
            .put("digest", digest)
            .putAll(image)
            .put("exclusive_bytes", exclusive)
            .put("sharing_images", sharing)
            .put("layers", layers)
            .put("kept_by", keeping.facts());
    ExplainedText text = new ExplainedText("Image " + digest);
    text.say("platform", ExplainedText.platform(image));
    text.say(
        "stores",
        facts
            .in("{stored_bytes} in %s; {exclusive_bytes} in layers that no other image lists")
            .formatted(Sizes.count(layers.size(), "layer")));
    text.say("shares", facts.in("layers with {sharing_images other image}"));
    text.say("since", ExplainedText.since(image));
    String label = "layers";
    for (Facts layer : layers.subList(0, Math.min(MOST_LAYERS, layers.size()))) {
      text.say(label, line(layer));
      label = "";
    }
    if (layers.size() > MOST_LAYERS) {
      text.say("", "and " + Sizes.count(layers.size() - MOST_LAYERS, "more layer"));
    }
    keeping.say(text, Sizes.bytes(exclusive) + " of layers");
    return new Explanation(facts, text);
  }

  /** Stored bytes of the layers that no other image lists. A layer listed twice counts once. */
  private static long exclusive(List<Facts> layers) {
    long bytes = 0;
    Set<String> counted = new HashSet<>();
    for (Facts layer : layers) {
      if (layer.count("other_images") == 0 && counted.add(layer.text("digest"))) {
        bytes += layer.count("stored_bytes");
      }
    }
    return bytes;
  }

  private static String line(Facts layer) {
    String others =
        layer.count("other_images") == 0 ? "here alone" : "in {other_images other image}";
    return ExplainedText.line(
        layer.in("{digest ..} {stored_bytes} " + others + " "),
        layer.has("created_by") ? layer.text("created_by") : "");
  }
}
