package dev.varve.simulation.layering;

import dev.varve.simulation.layering.LineEntry.Identity;
import dev.varve.simulation.layering.LineImage.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts the layers of the images of a line, or of several, by a plan or as built. Two layers are
 * one when all their entries are equal. Memory grows with layers times images.
 */
public final class LayerTally {
  private static final class Cell {
    private Identity identity = Identity.NONE;
    private long files;
    private long bytes;
    private long compressedBytes;
  }

  private final List<LineImage> images;
  private final List<Map<Integer, Cell>> cells = new ArrayList<>();

  /** A tally without entries. */
  public LayerTally(List<LineImage> images) {
    this.images = List.copyOf(images);
    images.forEach(image -> cells.add(new HashMap<>()));
  }

  /** Adds an entry, in any order. */
  public void add(int layer, LineEntry entry) {
    add(layer, entry.image(), entry.identity(), 1, entry.bytes(), entry.compressedBytes());
  }

  /**
   * Adds entries of a layer.
   *
   * @param image ordinal
   * @param identity the sum of those of the entries
   */
  public void add(
      int layer, int image, Identity identity, long files, long bytes, long compressedBytes) {
    Cell cell = cells.get(image).computeIfAbsent(layer, one -> new Cell());
    cell.identity = cell.identity.plus(identity);
    cell.files += files;
    cell.bytes += bytes;
    cell.compressedBytes += compressedBytes;
  }

  /** The costs of what was added. */
  public PlanFigures figures() {
    long[] pulled = new long[2];
    long[] stored = new long[2];
    int updates = 0;
    Set<Identity> known = new HashSet<>();
    for (int image = 0; image < images.size(); image++) {
      boolean judged = isUpdate(image) && images.get(image).phase() == Phase.JUDGE;
      updates += judged ? 1 : 0;
      Set<Identity> before = new HashSet<>();
      if (judged) {
        cells.get(image - 1).values().forEach(cell -> before.add(cell.identity));
      }
      for (Cell cell : cells.get(image).values()) {
        if (judged && before.add(cell.identity)) {
          pulled[0] += cell.bytes;
          pulled[1] += cell.compressedBytes;
        }
        if (known.add(cell.identity)) {
          stored[0] += cell.bytes;
          stored[1] += cell.compressedBytes;
        }
      }
    }
    return new PlanFigures(updates, pulled[0], pulled[1], stored[0], stored[1], layers());
  }

  private List<LayerFigures> layers() {
    return cells.stream()
        .flatMap(layers -> layers.keySet().stream())
        .distinct()
        .sorted()
        .map(this::layer)
        .toList();
  }

  private LayerFigures layer(int layer) {
    Cell newest = new Cell();
    Map<Phase, Integer> updates = new EnumMap<>(Phase.class);
    for (int image = 0; image < images.size(); image++) {
      Cell cell = cells.get(image).get(layer);
      if (isUpdate(image)) {
        Cell before = cells.get(image - 1).get(layer);
        updates.merge(images.get(image).phase(), differ(before, cell) ? 1 : 0, Integer::sum);
      }
      if (cell != null && (image + 1 == images.size() || !isUpdate(image + 1))) {
        newest.identity = newest.identity.plus(cell.identity);
        newest.files += cell.files;
        newest.bytes += cell.bytes;
        newest.compressedBytes += cell.compressedBytes;
      }
    }
    return new LayerFigures(
        layer,
        newest.identity,
        newest.files,
        newest.bytes,
        newest.compressedBytes,
        updates.getOrDefault(Phase.LEARN, 0),
        updates.getOrDefault(Phase.JUDGE, 0));
  }

  private static boolean differ(@Nullable Cell one, @Nullable Cell two) {
    return (one == null || two == null) ? one != two : !one.identity.equals(two.identity);
  }

  private boolean isUpdate(int image) {
    return LineImage.isUpdate(images, image);
  }
}
