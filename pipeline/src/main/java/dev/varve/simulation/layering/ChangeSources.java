package dev.varve.simulation.layering;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the sources of a line: packages that paths tell of; files of one time that changed in the
 * same updates, as the files of a Debian package do wherever they are located; directories below
 * which all changed in the same updates. Each directory of packages is a source of its own, which
 * stands for the packages that will come into it.
 */
final class ChangeSources {
  private final Map<String, List<PlanUnit>> sources = new TreeMap<>();

  private ChangeSources() {}

  /** Units by the name of their source. */
  static Map<String, List<PlanUnit>> of(LearnedLine line) {
    ChangeSources found = new ChangeSources();
    Map<Long, List<PlanUnit>> byTime = new TreeMap<>();
    List<PlanUnit> others = new ArrayList<>();
    for (PlanUnit unit : line.units()) {
      String name = unit.packageName();
      if (name != null && !name.startsWith("deb/")) {
        found.add(name, unit);
      } else if (PathPackage.isContainer(unit.place())) {
        found.add(unit.place(), unit);
      } else if (unit.modifiedAt() > 0) {
        byTime.computeIfAbsent(unit.modifiedAt(), time -> new ArrayList<>()).add(unit);
      } else {
        others.add(unit);
      }
    }
    byTime.values().forEach(units -> found.addOfOneTime(units, others));
    found.addDirectory("/", others);
    return found.sources;
  }

  private void add(String name, PlanUnit unit) {
    sources.computeIfAbsent(name, one -> new ArrayList<>()).add(unit);
  }

  private void addOfOneTime(List<PlanUnit> units, List<PlanUnit> others) {
    Map<String, List<PlanUnit>> byUpdates = new TreeMap<>();
    for (PlanUnit unit : units) {
      byUpdates.computeIfAbsent(unit.updates().toString(), one -> new ArrayList<>()).add(unit);
    }
    for (List<PlanUnit> same : byUpdates.values()) {
      if (same.size() == 1) {
        others.addAll(same);
      } else {
        String name = name(same);
        same.forEach(unit -> add(name, unit));
      }
    }
  }

  /** A package among the units, or the place of the largest; with a number when it is taken. */
  private String name(List<PlanUnit> units) {
    PlanUnit largest = units.get(0);
    for (PlanUnit unit : units) {
      largest = unit.bytes() > largest.bytes() ? unit : largest;
    }
    String place = largest.place();
    String name =
        units.stream()
            .filter(unit -> unit.packageName() != null)
            .map(unit -> String.valueOf(unit.packageName()))
            .findFirst()
            .orElse(place);
    String free = name;
    for (int number = 2; sources.containsKey(free); number++) {
      free = name + " (" + number + ")";
    }
    return free;
  }

  private void addDirectory(String directory, List<PlanUnit> units) {
    if (units.stream().map(PlanUnit::updates).distinct().count() == 1) {
      units.forEach(unit -> add(units.size() == 1 ? unit.place() : directory, unit));
      return;
    }
    int from = directory.equals("/") ? 0 : directory.length();
    Map<String, List<PlanUnit>> parts = new TreeMap<>();
    for (PlanUnit unit : units) {
      String place = unit.place();
      int slash = place.equals("/") ? 0 : place.indexOf('/', from);
      String part = slash < 0 ? place : place.substring(0, slash + 1);
      parts.computeIfAbsent(part, one -> new ArrayList<>()).add(unit);
    }
    parts.forEach(
        (part, below) -> {
          if (part.equals(directory)) {
            below.forEach(unit -> add(unit.place(), unit));
          } else {
            addDirectory(part, below);
          }
        });
  }
}
