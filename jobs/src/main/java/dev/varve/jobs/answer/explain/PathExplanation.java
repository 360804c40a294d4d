package dev.varve.jobs.answer.explain;

import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.model.CleanPath;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Explanation of a path in layers: the contents of files at it, or, for a directory, the totals of
 * all files below it.
 *
 * @see dev.varve.jobs.answer.report.Sentence the placeholders in braces
 */
final class PathExplanation {
  private static final String HOW_TO_LIST =
      "varve sql \"SELECT DISTINCT path FROM layer_recipe WHERE path LIKE '%name%'\" lists paths, "
          + "\"SELECT * FROM image_tag\" the digests of images";

  private PathExplanation() {}

  static Explanation of(ExplainRows rows, String named) throws IOException {
    String path = CleanPath.of(named);
    if (!path.isEmpty() && !named.endsWith("/")) {
      List<Facts> found = rows.all("path", Map.of("path", path));
      if (found.stream().anyMatch(entry -> !entry.text("kind").equals("DIRECTORY"))) {
        return ofPath(path, found);
      }
    }
    String directory = path.isEmpty() ? path : path + "/";
    Facts below = rows.first("directory", Map.of("directory", directory));
    if (below.count("files") == 0) {
      throw unknown(rows, named, path);
    }
    return ofDirectory(directory, below);
  }

  /**
   * Explains a path of files or links.
   *
   * @param found the first contents at the path, those in the most layers first
   */
  private static Explanation ofPath(String path, List<Facts> found) {
    String[] totals = {
      "contents", "all_layers", "all_stored_bytes", "all_entries_of_unknown_stored_bytes"
    };
    Facts facts =
        new Facts()
            .put("kind", "path")
            .put("path", path)
            .putAll(found, totals)
            .put("first_found", found.stream().map(entry -> entry.without(totals)).toList());
    ExplainedText text = new ExplainedText("Path " + path);
    text.add("contains", facts.filledIn("{contents content}, in {all_layers layer}"));
    text.add(
        "stores",
        ExplainedText.storedBytes(
            facts, "all_stored_bytes", "all_entries_of_unknown_stored_bytes"));
    String label = "most layers";
    for (Facts entry : found) {
      text.add(label, ExplainedText.cutLine(sentence(entry)));
      label = "";
    }
    text.add("to free it", "varve explain FINGERPRINT says which tags keep a content");
    return new Explanation(facts, text);
  }

  /**
   * Words for one content at a path. An entry without a fingerprint is no file: a link or a special
   * file.
   */
  private static String sentence(Facts entry) {
    String content =
        entry.has("fingerprint")
            ? "{fingerprint ..} {bytes}"
            : entry.text("kind").toLowerCase(Locale.ROOT)
                + (entry.has("link_target") ? " to {link_target}" : "");
    return entry.filledIn(
        content
            + " in {layers layer}, {images image}"
            + (entry.has("stored_bytes") ? ", {stored_bytes} of blobs" : ""));
  }

  /**
   * Explains a directory.
   *
   * @param below totals of the files below it
   */
  private static Explanation ofDirectory(String directory, Facts below) {
    Facts facts = new Facts().put("kind", "directory").put("path", directory).putAll(below);
    ExplainedText text = new ExplainedText("Directory " + (directory.isEmpty() ? "/" : directory));
    text.add("contains", below.filledIn("{files file} of {bytes}, over all layers"));
    text.add(
        "stores",
        ExplainedText.storedBytes(below, "stored_bytes", "files_of_unknown_stored_bytes"));
    text.add("distinct", below.filledIn("{distinct_contents content} of {distinct_bytes}"));
    return new Explanation(facts, text);
  }

  /** The fault for a path that no layer has; it suggests paths with the same file name. */
  private static NoInputException unknown(ExplainRows rows, String named, String path)
      throws IOException {
    String name = path.substring(path.lastIndexOf('/') + 1);
    String similar =
        rows.all("similar-paths", Map.of("name", name)).stream()
            .map(row -> row.text("path"))
            .collect(Collectors.joining(", "));
    String kinds =
        named.contains(":")
            ? "tag, digest, snapshot or path "
            : "digest, fingerprint, snapshot or path ";
    Facts dropped = rows.first("dropped", Map.of());
    String gone =
        dropped.has("dropped_before")
            ? "what was gone by %s was dropped by varve compact; "
                .formatted(dropped.text("dropped_before"))
            : "";
    return NoInputException.noThing(
        kinds + named, gone + (similar.isEmpty() ? HOW_TO_LIST : "did you mean " + similar + "?"));
  }
}
