package dev.varve.content.snapshot;

import dev.varve.input.disk.PackedDisk;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.model.RejectReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Positions of snapshots in the order of their VM, when the warehouse contains some of them
 * already.
 */
public final class SnapshotPlaces {
  private SnapshotPlaces() {}

  /** A snapshot's row in the warehouse. */
  public record Published(String vm, String snapshot, int position, long virtualBytes) {}

  /**
   * Snapshots that are not in the warehouse. Where the inputs still contain all snapshots of a VM
   * that are in the warehouse, at the same positions, the order of the inputs is used. Otherwise
   * new snapshots follow those stored.
   */
  public static List<SnapshotImage> newSnapshots(
      List<SnapshotImage> images, List<Published> published) {
    Map<String, Map<String, Integer>> stored = new HashMap<>();
    for (Published row : published) {
      stored.computeIfAbsent(row.vm(), vm -> new HashMap<>()).put(row.snapshot(), row.position());
    }
    Map<String, List<SnapshotImage>> byVm = new LinkedHashMap<>();
    images.forEach(image -> byVm.computeIfAbsent(image.vm(), vm -> new ArrayList<>()).add(image));
    List<SnapshotImage> newSnapshots = new ArrayList<>();
    byVm.forEach(
        (vm, ofVm) -> newSnapshots.addAll(append(ofVm, stored.getOrDefault(vm, Map.of()))));
    return newSnapshots;
  }

  /** Snapshots that are already in the warehouse and that are not read again. */
  public static List<SnapshotImage> stored(
      List<SnapshotImage> images, List<SnapshotImage> newSnapshots) {
    Set<List<String>> newNames = new HashSet<>();
    newSnapshots.forEach(image -> newNames.add(List.of(image.vm(), image.snapshot())));
    return images.stream()
        .filter(image -> !newNames.contains(List.of(image.vm(), image.snapshot())))
        .toList();
  }

  /**
   * Snapshots that are in the warehouse with another length, each with a fault that says so: a
   * different disk has the same name.
   */
  public static List<SnapshotHead> resized(List<SnapshotHead> known, List<Published> published) {
    Map<List<String>, Long> bytes = new HashMap<>();
    for (Published row : published) {
      bytes.put(List.of(row.vm(), row.snapshot()), row.virtualBytes());
    }
    List<SnapshotHead> changed = new ArrayList<>();
    for (SnapshotHead head : known) {
      SnapshotImage image = head.image();
      long now = head.virtualBytes();
      long before = bytes.getOrDefault(List.of(image.vm(), image.snapshot()), now);
      if (before != now && head.fault() == null && !image.format().isStream()) {
        String message =
            "the warehouse contains a snapshot of this name with %d bytes, this one has %d:"
                + " rename this one";
        changed.add(
            new SnapshotHead(
                image,
                now,
                null,
                new SnapshotHead.Fault(
                    RejectReason.UNSUPPORTED, -1, message.formatted(before, now))));
      }
    }
    return changed;
  }

  private static List<SnapshotImage> append(List<SnapshotImage> ofVm, Map<String, Integer> stored) {
    long unmoved =
        ofVm.stream()
            .filter(image -> stored.getOrDefault(image.snapshot(), -1) == image.position())
            .count();
    List<SnapshotImage> newSnapshots =
        ofVm.stream().filter(image -> !stored.containsKey(image.snapshot())).toList();
    if (unmoved == stored.size()) {
      return newSnapshots;
    }
    List<SnapshotImage> placed = new ArrayList<>();
    String last = null;
    int next = -1;
    for (Map.Entry<String, Integer> entry : stored.entrySet()) {
      if (entry.getValue() > next) {
        next = entry.getValue();
        last = entry.getKey();
      }
    }
    for (SnapshotImage image : newSnapshots) {
      // Images do not state which follows which.
      boolean follows = image.parent() == null && !(image.format() instanceof PackedDisk);
      @Nullable String parent = follows ? last : image.parent();
      next++;
      placed.add(image.withPosition(next, parent));
      last = image.snapshot();
    }
    return placed;
  }
}
