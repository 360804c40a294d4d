package dev.varve.simulation.layering;

import dev.varve.model.EntryKind;
import dev.varve.simulation.layering.LineEntry.Identity;
import dev.varve.simulation.layering.LineImage.Phase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Learns from the entries of images, in one pass. Memory grows with directories and large files,
 * not with small files.
 */
public final class LineLearner {
  /** Bytes from which a file is a unit of its own. */
  static final long LARGE_FILE_BYTES = 1 << 16;

  private static final class Unit {
    private final BitSet updates = new BitSet();
    private int since = Integer.MAX_VALUE;
    private long modifiedAt;
    private final PlanUnit.Content[] newest;

    private void see(LineEntry entry, boolean newest) {
      since = Math.min(since, entry.image());
      if (newest && entry.kind() == EntryKind.FILE) {
        modifiedAt = Math.max(modifiedAt, entry.modifiedAt());
      }
    }

    private Unit(int lines) {
      newest = new PlanUnit.Content[lines];
      Arrays.fill(newest, PlanUnit.Content.NONE);
    }
  }

  private final List<LineImage> images;
  private final int lines;
  private final Map<String, Unit> units = new TreeMap<>();
  private final List<LineEntry> entries = new ArrayList<>();

  /** A learner of nothing yet. */
  public LineLearner(List<LineImage> images) {
    this.images = List.copyOf(images);
    lines = images.stream().mapToInt(LineImage::line).max().orElse(0) + 1;
  }

  /** Adds an entry; they come by path, then by image. Those of images to judge are ignored. */
  public void add(LineEntry entry) {
    if (!entries.isEmpty() && !entries.get(0).path().equals(entry.path())) {
      learnPath();
    }
    if (images.get(entry.image()).phase() == Phase.LEARN) {
      entries.add(entry);
    }
  }

  /** The line as it was learned. */
  public LearnedLine finish() {
    learnPath();
    List<PlanUnit> learned = new ArrayList<>();
    units.forEach(
        (place, unit) ->
            learned.add(
                new PlanUnit(
                    place,
                    PathPackage.of(place),
                    new UpdateSet(unit.updates),
                    unit.since,
                    unit.modifiedAt,
                    List.of(unit.newest))));
    return new LearnedLine(images, learned);
  }

  private void learnPath() {
    if (entries.isEmpty()) {
      return;
    }
    Unit unit = units.computeIfAbsent(unitPlace(), place -> new Unit(lines));
    @Nullable Identity[] identities = new Identity[images.size()];
    for (LineEntry entry : entries) {
      identities[entry.image()] = entry.identity();
      unit.see(entry, isNewest(entry.image()));
      if (isNewest(entry.image())) {
        int line = images.get(entry.image()).line();
        unit.newest[line] = unit.newest[line].plus(entry);
      }
    }
    for (int image = 1; image < images.size(); image++) {
      if (images.get(image).phase() == Phase.LEARN
          && LineImage.isUpdate(images, image)
          && !Objects.equals(identities[image - 1], identities[image])) {
        unit.updates.set(image);
      }
    }
    entries.clear();
  }

  private boolean isNewest(int image) {
    return image + 1 == images.size()
        || !LineImage.isUpdate(images, image + 1)
        || images.get(image + 1).phase() == Phase.JUDGE;
  }

  private String unitPlace() {
    String place = entries.get(0).place();
    String folded = NumberlessPath.of(place);
    boolean large = entries.stream().anyMatch(entry -> entry.bytes() >= LARGE_FILE_BYTES);
    String around = place.substring(0, place.lastIndexOf('/', place.length() - 2) + 1);
    boolean isPackage =
        !place.endsWith("/") && !Objects.equals(PathPackage.of(place), PathPackage.of(around));
    if (large || isPackage || PathPackage.isContainer(around) || place.endsWith("/")) {
      return folded;
    }
    return around.isEmpty() ? "/" : NumberlessPath.of(around);
  }
}
