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
  private static final String LIST =
      "varve sql --warehouse W \"SELECT DISTINCT path FROM layer_recipe WHERE path LIKE '%name%'\" lists paths, "
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
    Facts below = rows.one("directory", Map.of("directory", directory));
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
    String[] ofAll = {
      "contents", "all_layers", "all_stored_bytes", "all_entries_of_unknown_stored_bytes"
    };
    Facts facts =
        new Facts()
            .put("kind", "path")
            .put("path", path)
            .putAll(found, ofAll)
            .put("first_found", found.stream().map(one -> one.without(ofAll)).toList());
    ExplainedText text = new ExplainedText("Path " + path);
    text.say("contains", facts.in("{contents content}, in {all_layers layer}"));
    text.say(
        "stores",
        ExplainedText.stored(facts, "all_stored_bytes", "all_entries_of_unknown_stored_bytes"));
    String label = "most layers";
    for (Facts one : found) {
      text.say(label, ExplainedText.line(line(one)));
      label = "";
    }
    text.say("to free it", "varve explain FINGERPRINT says which tags keep a content");
    return new Explanation(facts, text);
  }

  /**
   * Words for one content at a path. An entry without a fingerprint is no file: a link or a special
   * file.
   */
  private static String line(Facts one) {
    String content =
        one.has("fingerprint")
            ? "{fingerprint ..} {bytes}"
            : one.text("kind").toLowerCase(Locale.ROOT)
                + (one.has("link_target") ? " to {link_target}" : "");
    return one.in(
        content
            + " in {layers layer}, {images image}"
            + (one.has("stored_bytes") ? ", {stored_bytes} of blobs" : ""));
  }

  /**
   * Explains a directory.
   *
   * @param below totals of the files below it
   */
  private static Explanation ofDirectory(String directory, Facts below) {
    Facts facts = new Facts().put("kind", "directory").put("path", directory).putAll(below);
    ExplainedText text = new ExplainedText("Directory " + (directory.isEmpty() ? "/" : directory));
    text.say("contains", below.in("{files file} of {bytes}, over all layers"));
    text.say(
        "stores", ExplainedText.stored(below, "stored_bytes", "files_of_unknown_stored_bytes"));
    text.say("distinct", below.in("{distinct_contents content} of {distinct_bytes}"));
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
    String what = named.contains(":") ? "tag, digest or path " : "digest, fingerprint or path ";
    return NoInputException.noThing(
        what + named, similar.isEmpty() ? LIST : "did you mean " + similar + "?");
  }
}
