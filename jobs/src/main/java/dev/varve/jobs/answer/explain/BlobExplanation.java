package dev.varve.jobs.answer.explain;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Explanation of a blob that is neither an image nor a layer that was read: an index, another
 * manifest, a config, a rejected blob.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class BlobExplanation {
  private BlobExplanation() {}

  static Explanation ofManifest(ExplainRows rows, String digest) throws IOException {
    Facts manifest = rows.first("manifest", Map.of("digest", digest));
    List<Facts> lists = rows.withDigest("manifest-lists", digest);
    Facts facts =
        new Facts()
            .put("kind", "manifest")
            .put("digest", digest)
            .putAll(manifest)
            .put("lists", lists);
    String kind = manifest.text("manifest_kind").equals("INDEX") ? "Index " : "Manifest ";
    ExplainedText text = new ExplainedText(kind + digest);
    text.add(
        "stores",
        manifest.filledIn("{stored_bytes}, ")
            + (manifest.has("media_type") ? manifest.text("media_type") : "media type not known"));
    text.add(
        "lists",
        lists.isEmpty()
            ? "nothing"
            : ExplainedText.firstNames(
                lists.stream().map(listed -> listed.filledIn("{kind} {digest ..}")).toList()));
    if (manifest.has("subject")) {
      text.add("refers to", manifest.text("subject"));
    }
    return withKeepingTags(rows, digest, facts, text);
  }

  static Explanation of(ExplainRows rows, String digest) throws IOException {
    Facts blob = rows.first("blob", Map.of("digest", digest));
    Facts facts = new Facts().put("kind", "blob").put("digest", digest).putAll(blob);
    ExplainedText text = new ExplainedText("Blob " + digest);
    text.add("is", role(blob));
    text.add(
        "stores",
        blob.has("stored_bytes") ? blob.filledIn("{stored_bytes}, as declared") : "not known");
    List<Facts> images = rows.withDigest("blob-images", digest);
    facts.put("images", images);
    text.add("images", ExplainedText.images(images));
    return withKeepingTags(rows, digest, facts, text);
  }

  private static String role(Facts blob) {
    if (!blob.has("declared_as")) {
      return "named by no manifest that was read";
    }
    String role = blob.text("declared_as");
    return role.equals("layer") || role.equals("manifest")
        ? "a " + role + " that was not read"
        : "a " + role;
  }

  private static Explanation withKeepingTags(
      ExplainRows rows, String digest, Facts facts, ExplainedText text) throws IOException {
    List<Facts> artifacts = rows.withDigest("artifact", digest);
    List<Facts> rejections = rows.withDigest("rejections", digest);
    KeepingTags keeping = KeepingTags.of(rows, digest);
    facts.put("artifacts", artifacts).put("rejections", rejections).put("kept_by", keeping.facts());
    for (Facts artifact : artifacts) {
      text.add(
          "artifact",
          artifact.filledIn(artifact.has("media_type") ? "{kind}, {media_type}" : "{kind}"));
    }
    for (Facts rejection : rejections) {
      String offset =
          rejection.has("offset_bytes") ? ", byte " + rejection.text("offset_bytes") : "";
      text.add("rejected", rejection.filledIn("{reason} at {source}" + offset + ": {message}"));
    }
    keeping.addTo(text, facts.has("stored_bytes") ? facts.filledIn("{stored_bytes}") : "its bytes");
    return new Explanation(facts, text);
  }
}
