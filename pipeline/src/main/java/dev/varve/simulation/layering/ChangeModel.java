package dev.varve.simulation.layering;

import dev.varve.simulation.layering.PlanUnit.Content;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Model of how likely each source changes in an update. What is known of all sources counts as a
 * few updates of each, for what has not changed yet in a short history. A share of updates is taken
 * to repeat one of those learned, as what changed together does so again more often than by chance.
 * A directory of packages changes when one comes into it.
 */
final class ChangeModel {
  /** Updates that the mean of all sources counts for. */
  private static final double PRIOR_UPDATES = 2;

  /** Share of updates that repeat a learned one. */
  private static final double REPEATED_RATIO = 0.3;

  /** Bytes of packages that will come, of those in their directory, at least. */
  private static final double UNSEEN_RATIO = 0.05;

  private static final double LEAST_STAY = 1e-6;

  private static final class Measured {
    private final BitSet updates = new BitSet();
    private final BitSet lines = new BitSet();
    private final double[] bytes;
    private final double[] bytesBelow;
    private final long[] contents;

    private Measured(int lines) {
      bytes = new double[lines];
      bytesBelow = new double[lines];
      contents = new long[lines];
    }
  }

  private final LearnedLine line;
  private final List<Integer> updates;
  private final Map<String, List<PlanUnit>> found;
  private final Map<String, Measured> measured = new HashMap<>();

  private ChangeModel(LearnedLine line) {
    this.line = line;
    updates = line.updates();
    found = ChangeSources.of(line);
    found.keySet().forEach(name -> measured.put(name, new Measured(line.lines())));
  }

  /** The sources of a line, by name. */
  static List<ChangeSource> of(LearnedLine line) {
    ChangeModel model = new ChangeModel(line);
    model.found.forEach(model::measure);
    double events = 0;
    double chances = 0;
    for (Measured one : model.measured.values()) {
      if (Arrays.stream(one.bytes).sum() > 0) { // directories and links say little of packages
        events += one.updates.cardinality();
        chances += model.chances(one);
      }
    }
    double mean = events / Math.max(1, chances);
    List<ChangeSource> sources = new ArrayList<>();
    model.found.forEach((name, units) -> sources.add(model.source(name, units, mean)));
    return sources;
  }

  private void measure(String name, List<PlanUnit> units) {
    Measured own = measured(name);
    boolean isNew = true;
    for (PlanUnit unit : units) {
      updates.stream().filter(unit.updates()::contains).forEach(own.updates::set);
      isNew &= LineImage.isUpdate(line.images(), unit.since());
      for (int at = 0; at < line.lines(); at++) {
        Content newest = unit.newest().get(at);
        own.lines.set(at, own.lines.get(at) || newest.files() > 0);
        own.bytes[at] += newest.compressedBytes();
        own.contents[at] += newest.identity().low();
      }
    }
    Measured around = around(units.get(0).place());
    if (around == null || around == own) {
      return;
    }
    if (isNew) {
      around.updates.or(own.updates);
    }
    for (int at = 0; at < line.lines(); at++) {
      around.bytesBelow[at] += own.bytes[at] * (isNew ? 1 : UNSEEN_RATIO);
    }
  }

  private Measured measured(String name) {
    return measured.computeIfAbsent(name, one -> new Measured(line.lines()));
  }

  /** The nearest directory of packages. */
  private @Nullable Measured around(String place) {
    for (int at = place.length() - 1; at > 0; at = place.lastIndexOf('/', at - 1)) {
      String directory = place.substring(0, at + 1);
      if (PathPackage.isContainer(directory) && measured.containsKey(directory)) {
        return measured.get(directory);
      }
    }
    return null;
  }

  private boolean isPresent(Measured source, int update) {
    return source.lines.get(line.images().get(update).line()) || source.updates.get(update);
  }

  private long chances(Measured source) {
    return updates.stream().filter(update -> isPresent(source, update)).count();
  }

  private ChangeSource source(String name, List<PlanUnit> units, double mean) {
    Measured own = measured(name);
    double rate =
        (own.updates.cardinality() + PRIOR_UPDATES * mean) / (chances(own) + PRIOR_UPDATES);
    double[] hazards = new double[updates.size()];
    for (int at = 0; at < hazards.length; at++) {
      int update = updates.get(at);
      double repeated = own.updates.get(update) ? REPEATED_RATIO : 0;
      double changes = (1 - REPEATED_RATIO) * rate + repeated;
      hazards[at] = isPresent(own, update) ? -Math.log(Math.max(LEAST_STAY, 1 - changes)) : 0;
    }
    double[] bytes = own.bytes.clone();
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] += own.bytesBelow[at];
    }
    ChangeProfile profile = new ChangeProfile(bytes, own.contents, hazards);
    return new ChangeSource(name, units, own.updates.cardinality(), profile);
  }
}
