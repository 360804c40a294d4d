package dev.varve.simulation.layering;

import dev.varve.model.EntryKind;
import dev.varve.simulation.layering.LineEntry.Identity;
import dev.varve.simulation.layering.LineImage.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Small image lines: for each path its versions by image, a letter each, and {@code -} without. */
final class World {
  private static final long WEEK = 7 * 86_400;

  private final List<LineImage> images = new ArrayList<>();
  private final Map<String, List<LineEntry>> entries = new TreeMap<>();

  /** A line with an image a week. */
  World line(int learned, int judged) {
    int line = images.isEmpty() ? 0 : images.get(images.size() - 1).line() + 1;
    for (int image = 0; image < learned + judged; image++) {
      images.add(new LineImage(line, image * WEEK, image < learned ? Phase.LEARN : Phase.JUDGE));
    }
    return this;
  }

  /** A file, or with a slash at its end a directory, in the images from the first. */
  World file(String path, String versions, long bytes) {
    return file(path, 0, versions, bytes);
  }

  /** A file in the images from this one. */
  World file(String path, int from, String versions, long bytes) {
    return file(path, from, versions, bytes, 0);
  }

  /** A file with a time of change. */
  World file(String path, int from, String versions, long bytes, long modifiedAt) {
    EntryKind kind = path.endsWith("/") ? EntryKind.DIRECTORY : EntryKind.FILE;
    String clean = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    for (int at = 0; at < versions.length(); at++) {
      if (versions.charAt(at) != '-') {
        Identity identity =
            new Identity(clean.hashCode() * 0x9E3779B97F4A7C15L, versions.charAt(at));
        entries
            .computeIfAbsent(clean, one -> new ArrayList<>())
            .add(new LineEntry(clean, kind, from + at, identity, bytes, bytes / 2, modifiedAt));
      }
    }
    return this;
  }

  List<LineImage> images() {
    return images;
  }

  List<LineEntry> entries() {
    return entries.values().stream().flatMap(List::stream).toList();
  }

  LearnedLine learned() {
    LineLearner learner = new LineLearner(images);
    entries().forEach(learner::add);
    return learner.finish();
  }

  PlanFigures judged(LayerRules rules) {
    LayerTally tally = new LayerTally(images);
    entries().forEach(entry -> tally.add(rules.layer(entry.place()), entry));
    return tally.figures();
  }

  PlanFigures filesAlone() {
    FilesAlone alone = new FilesAlone(images);
    entries().forEach(alone::add);
    return alone.figures();
  }
}
