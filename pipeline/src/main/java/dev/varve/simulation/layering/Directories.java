package dev.varve.simulation.layering;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Large directories as layers, without a look at what changes. Each step takes the largest layer
 * and gives the largest directory in it that has at most half of its bytes a layer of its own.
 */
final class Directories implements LayerPolicy {
  private static final class Directory {
    private final String path;
    private long bytes;
    private int layer;

    private Directory(String path) {
      this.path = path;
    }
  }

  @Override
  public LayerRules plan(LearnedLine line, int maxLayers) {
    Map<String, Directory> directories = directories(line);
    Map<String, Integer> placed = new TreeMap<>(Map.of("/", 0));
    List<Directory> tops = new ArrayList<>(List.of(directories.get("/")));
    while (tops.size() < maxLayers) {
      Directory cut = null;
      for (Directory top : tops.stream().sorted(largestFirst()).toList()) {
        cut =
            directories.values().stream()
                .filter(one -> one.layer == top.layer && one.bytes > 0)
                .filter(one -> one != top && one.bytes <= top.bytes / 2)
                .min(largestFirst())
                .orElse(null);
        if (cut != null) {
          break;
        }
      }
      if (cut == null) {
        break;
      }
      cutOut(cut, directories, tops.size());
      placed.put(cut.path, tops.size());
      tops.add(cut);
    }
    return LayerRules.of(placed, tops.stream().map(top -> top.path).toList());
  }

  private static Comparator<Directory> largestFirst() {
    return Comparator.comparingLong((Directory one) -> one.bytes)
        .reversed()
        .thenComparing(one -> one.path);
  }

  private static void cutOut(Directory cut, Map<String, Directory> directories, int layer) {
    int before = cut.layer;
    for (Directory one : directories.values()) {
      if (one.layer == before) {
        if (one.path.startsWith(cut.path)) {
          one.layer = layer;
        } else if (one.path.equals("/") || cut.path.startsWith(one.path)) {
          one.bytes -= cut.bytes;
        }
      }
    }
  }

  private static Map<String, Directory> directories(LearnedLine line) {
    Map<String, Directory> directories = new TreeMap<>();
    directories.put("/", new Directory("/"));
    for (PlanUnit unit : line.units()) {
      directories.get("/").bytes += unit.compressedBytes();
      String place = unit.place();
      for (int at = place.indexOf('/', 1); at > 0; at = place.indexOf('/', at + 1)) {
        directories.computeIfAbsent(place.substring(0, at + 1), Directory::new).bytes +=
            unit.compressedBytes();
      }
    }
    return directories;
  }
}
