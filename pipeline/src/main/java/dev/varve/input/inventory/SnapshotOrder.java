package dev.varve.input.inventory;

import dev.varve.input.disk.InternalSnapshot;
import dev.varve.model.NaturalOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots of one VM in order: a parent before its children, otherwise as a comparator says.
 */
final class SnapshotOrder {
  private SnapshotOrder() {}

  /**
   * @param images snapshots of one VM, with distinct names
   * @param tieOrder the order of snapshots of which neither is an ancestor of the other
   * @param looping receives snapshots whose chain of parents is or reaches a loop
   */
  static List<FoundDisk> sort(
      List<FoundDisk> images, Comparator<FoundDisk> tieOrder, List<FoundDisk> looping) {
    Map<String, List<FoundDisk>> children = new HashMap<>();
    Map<String, FoundDisk> byName = new HashMap<>();
    images.forEach(image -> byName.put(image.snapshot(), image));
    PriorityQueue<FoundDisk> ready = new PriorityQueue<>(tieOrder);
    for (FoundDisk image : images) {
      if (image.parent() == null || !byName.containsKey(image.parent())) {
        ready.add(image);
      } else {
        children.computeIfAbsent(image.parent(), parent -> new ArrayList<>()).add(image);
      }
    }
    List<FoundDisk> order = new ArrayList<>();
    while (!ready.isEmpty()) {
      FoundDisk next = ready.remove();
      order.add(next);
      byName.remove(next.snapshot());
      ready.addAll(children.getOrDefault(next.snapshot(), List.of()));
    }
    looping.addAll(byName.values());
    looping.sort(tieOrder);
    return order;
  }

  /** A row of the plan for each image and each internal snapshot, oldest first. */
  static List<SnapshotImage> withInternalSnapshots(List<FoundDisk> order) {
    List<SnapshotImage> rows = new ArrayList<>();
    for (FoundDisk image : order) {
      String parent = image.parent();
      for (InternalSnapshot inner : oldestFirst(image.internalSnapshots())) {
        String name = innerName(image, inner);
        rows.add(row(image, name, rows.size(), parent, inner.takenAtMicros(), inner.id()));
        parent = name;
      }
      rows.add(row(image, image.snapshot(), rows.size(), parent, image.takenAtMicros(), null));
    }
    return rows;
  }

  private static List<InternalSnapshot> oldestFirst(List<InternalSnapshot> inner) {
    return inner.stream()
        .sorted(
            Comparator.comparingLong(InternalSnapshot::takenAtMicros)
                .thenComparing(InternalSnapshot::id, NaturalOrder.NAMES))
        .toList();
  }

  /**
   * Name {@code file@snapshot} of an internal snapshot, followed by its id if its name is not
   * unique in the file.
   */
  private static String innerName(FoundDisk image, InternalSnapshot inner) {
    long sameNamed =
        image.internalSnapshots().stream()
            .filter(other -> other.name().equals(inner.name()))
            .count();
    String name = inner.name().isEmpty() ? inner.id() : inner.name();
    return image.snapshot() + "@" + name + (sameNamed > 1 ? "#" + inner.id() : "");
  }

  private static SnapshotImage row(
      FoundDisk image,
      String name,
      int position,
      @Nullable String parent,
      @Nullable Long takenAtMicros,
      @Nullable String inner) {
    return new SnapshotImage(
        image.vm(),
        name,
        position,
        parent,
        takenAtMicros,
        image.location(),
        image.format(),
        inner,
        image.backupState(),
        null,
        null);
  }
}
