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
  private static final int MAX_LAYERS = 15;

  private ImageExplanation() {}

  static Explanation of(ExplainRows rows, String digest) throws IOException {
    Facts image = rows.first("image", Map.of("digest", digest));
    List<Facts> layers = rows.withDigest("image-layers", digest);
    long sharing = rows.first("image-sharing", Map.of("digest", digest)).count("images");
    KeepingTags keeping = KeepingTags.of(rows, digest);
    long exclusiveBytes = exclusiveBytes(layers);
    Facts facts =
        new Facts()
            .put("kind", "image")
            .put("digest", digest)
            .putAll(image)
            .put("exclusive_bytes", exclusiveBytes)
            .put("sharing_images", sharing)
            .put("layers", layers)
            .put("kept_by", keeping.facts());
    ExplainedText text = new ExplainedText("Image " + digest);
    text.add("platform", ExplainedText.platform(image));
    text.add(
        "stores",
        facts
            .filledIn("{stored_bytes} in %s; {exclusive_bytes} in layers that no other image lists")
            .formatted(Sizes.count(layers.size(), "layer")));
    text.add("shares", facts.filledIn("layers with {sharing_images other image}"));
    text.add("since", ExplainedText.firstIngest(image));
    String label = "layers";
    for (Facts layer : layers.subList(0, Math.min(MAX_LAYERS, layers.size()))) {
      text.add(label, sentence(layer));
      label = "";
    }
    if (layers.size() > MAX_LAYERS) {
      text.add("", "and " + Sizes.count(layers.size() - MAX_LAYERS, "more layer"));
    }
    keeping.addTo(text, Sizes.bytes(exclusiveBytes) + " of layers");
    return new Explanation(facts, text);
  }

  /** Stored bytes of the layers that no other image lists. A layer listed twice counts once. */
  private static long exclusiveBytes(List<Facts> layers) {
    long bytes = 0;
    Set<String> counted = new HashSet<>();
    for (Facts layer : layers) {
      if (layer.count("other_images") == 0 && counted.add(layer.text("digest"))) {
        bytes += layer.count("stored_bytes");
      }
    }
    return bytes;
  }

  private static String sentence(Facts layer) {
    String others =
        layer.count("other_images") == 0 ? "here alone" : "in {other_images other image}";
    return ExplainedText.cutLine(
        layer.filledIn("{digest ..} {stored_bytes} " + others + " "),
        layer.has("created_by") ? layer.text("created_by") : "");
  }
}
