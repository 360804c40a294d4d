package dev.varve.jobs.answer.explain;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Explanation of a distinct content of files: its copies, layers, paths, and the tags that keep it.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class ContentExplanation {
  private ContentExplanation() {}

  static Explanation of(ExplainRows rows, String fingerprint) throws IOException {
    Map<String, String> key = Map.of("fingerprint", fingerprint);
    String[] totals = {
      "bytes",
      "copies",
      "layers",
      "images",
      "repositories",
      "stored_bytes",
      "copies_of_unknown_stored_bytes"
    };
    List<Facts> layers = rows.all("content", key);
    List<Facts> paths = rows.all("content-paths", key);
    KeepingTags keeping = KeepingTags.ofContent(rows, fingerprint);
    Facts facts =
        new Facts()
            .put("kind", "content")
            .put("fingerprint", fingerprint)
            .putAll(layers, totals)
            .putAll(paths, "paths")
            .put("first_paths", paths.stream().map(path -> path.without("paths")).toList())
            .put("first_layers", layers.stream().map(layer -> layer.without(totals)).toList());
    ExplainedText text = new ExplainedText("Content of files " + fingerprint);
    text.add(
        "copies",
        facts.filledIn(
            "{copies copy/copies} of {bytes}, in {layers layer}, {images image},"
                + " {repositories repository/repositories}"));
    text.add(
        "stores",
        ExplainedText.storedBytes(facts, "stored_bytes", "copies_of_unknown_stored_bytes"));
    if (!layers.isEmpty()) {
      Facts first = layers.get(0);
      text.add(
          "since", ExplainedText.firstIngest(first) + ", in layer " + first.text("layer_digest"));
    }
    addPaths(facts, paths, text);
    addCauses(rows, key, facts, text);
    facts.put("kept_by", keeping.facts());
    keeping.addTo(text, "all copies");
    return new Explanation(facts, text);
  }

  private static void addPaths(Facts facts, List<Facts> paths, ExplainedText text) {
    String label = facts.filledIn("{paths path}");
    for (Facts path : paths) {
      text.add(label, ExplainedText.cutLine(path.filledIn("{path}: {copies copy/copies}")));
      label = "";
    }
  }

  private static void addCauses(
      ExplainRows rows, Map<String, String> key, Facts facts, ExplainedText text)
      throws IOException {
    if (facts.count("copies") < 2) {
      facts.put("layer_causes", List.of());
      return;
    }
    boolean isDerived = rows.isDerived("layer_twin");
    List<Facts> causes = isDerived ? rows.all("content-causes", key) : List.of();
    facts.put("layer_causes", isDerived ? causes : null);
    long withinLayer = facts.count("copies") - facts.count("layers");
    String layerCauses =
        causes.stream()
            .map(cause -> cause.text("cause") + " " + cause.text("layers"))
            .collect(Collectors.joining(", "));
    text.add(
        "duplicates",
        "%s within a layer, %s in other layers%s"
            .formatted(
                withinLayer,
                facts.count("layers") - 1,
                layerCauses.isEmpty() ? "" : "; layers that are like another: " + layerCauses));
  }
}
