package dev.varve.content.estimate;

import dev.varve.model.Fingerprint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collector of sums over the contents of units that were read whole, or of which only the head was
 * read. Rows are added sorted by content, so memory grows with the number of units and not with the
 * number of contents.
 */
public final class UnitContents {
  /** Contents in more drawn units than this are counted together. */
  static final int MOST_UNITS = 8;

  /**
   * One unit that contains a content.
   *
   * @param bytes of the content
   * @param copies number of copies in the part of this unit that was read
   * @param headCopies number of these copies in the head of the unit
   * @param group of the directory, for the error of a sample of directories
   */
  public record Owner(
      String unit, Fingerprint content, long bytes, long copies, long headCopies, int group) {}

  private final UnitDraw draw;
  private final Map<String, Double> headWeights;
  private final Map<String, UnitSums> read = new LinkedHashMap<>();
  private final HeadSums heads;
  private final List<Owner> owners = new ArrayList<>();
  private double certainCopied;
  private double certainDistinct;
  private double drawnDistinct;

  /**
   * Sums to which nothing was added yet. A unit without rows, such as one that could not be read,
   * counts as empty.
   *
   * @param headWeights of each unit with a head: its size over the bytes of the files in the head
   */
  public UnitContents(UnitDraw draw, Map<String, Double> headWeights) {
    this.draw = draw;
    draw.certain().forEach((unit, size) -> read.put(unit, new UnitSums(size, true)));
    draw.drawn().forEach((unit, size) -> read.put(unit, new UnitSums(size, false)));
    this.headWeights = headWeights;
    heads = new HeadSums(draw);
  }

  /** Adds an owner. The owners of one content follow each other. */
  public void add(Owner owner) {
    if (!owners.isEmpty() && !isSame(owners.get(0), owner)) {
      finish();
    }
    owners.add(owner);
  }

  private static boolean isSame(Owner one, Owner other) {
    return one.bytes == other.bytes && one.content.equals(other.content);
  }

  /** Counts the last content. */
  public void finish() {
    int certain = 0;
    int drawn = 0;
    int inHeads = 0;
    for (Owner owner : owners) {
      @Nullable UnitSums unit = read.get(owner.unit);
      certain += unit != null && unit.certain() ? 1 : 0;
      drawn += unit != null && !unit.certain() ? 1 : 0;
      inHeads += owner.headCopies > 0 ? 1 : 0;
    }
    for (Owner owner : owners) {
      @Nullable UnitSums unit = read.get(owner.unit);
      if (unit == null) {
        continue;
      }
      unit.add(owner, certain, drawn);
      if (unit.certain()) {
        certainCopied += (double) owner.bytes * owner.copies;
        certainDistinct += (double) owner.bytes / certain;
      } else if (certain == 0) {
        drawnDistinct += (double) owner.bytes / drawn;
      }
    }
    if (inHeads > 0) {
      addToHeads(inHeads);
    }
    owners.clear();
  }

  private void addToHeads(int inHeads) {
    double weight = 0;
    double weightOfFirsts = 0;
    int missedCertain = 0;
    int missedDrawn = 0;
    for (Owner owner : owners) {
      if (owner.headCopies > 0) {
        double weightOfCopy = headWeights.getOrDefault(owner.unit, 0.0) * owner.bytes;
        weight += weightOfCopy * owner.headCopies;
        weightOfFirsts += weightOfCopy;
        continue;
      }
      @Nullable UnitSums unit = read.get(owner.unit);
      if (unit != null && unit.certain()) {
        missedCertain++;
      } else if (unit != null) {
        missedDrawn++;
      }
    }
    int row = HeadSums.row(inHeads);
    heads.add(
        row, owners.get(0).group, inHeads, weight, weightOfFirsts, missedCertain, missedDrawn);
    for (Owner owner : owners) {
      @Nullable UnitSums unit = owner.headCopies > 0 ? null : read.get(owner.unit);
      if (unit != null) {
        unit.addMissed(row, weight);
      }
    }
  }

  /** The units that were drawn, and from how many. */
  UnitDraw draw() {
    return draw;
  }

  HeadSums heads() {
    return heads;
  }

  /** Units that every draw reads. */
  List<UnitSums> certain() {
    return read.values().stream().filter(UnitSums::certain).toList();
  }

  /** Units that were drawn. */
  List<UnitSums> drawn() {
    return read.values().stream().filter(unit -> !unit.certain()).toList();
  }

  double certainCopied() {
    return certainCopied;
  }

  /** Bytes of the distinct contents of certain units. */
  double certainDistinct() {
    return certainDistinct;
  }

  /** Bytes of the distinct contents of drawn units that no certain unit contains. */
  double drawnDistinct() {
    return drawnDistinct;
  }
}
