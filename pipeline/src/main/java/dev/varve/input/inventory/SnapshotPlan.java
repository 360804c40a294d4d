package dev.varve.input.inventory;

import java.util.List;

/**
 * The snapshots to read, and the inputs that were refused. Together they cover everything found in
 * the inputs.
 *
 * @param images VM by VM, each in the order of its snapshots
 * @param roots URIs of folders that may contain backing files, for {@link
 *     dev.varve.input.disk.DiskOpener}
 */
public record SnapshotPlan(
    List<SnapshotImage> images, List<RefusedInput> refused, List<String> roots) {

  /** Copies the lists. */
  public SnapshotPlan {
    images = List.copyOf(images);
    refused = List.copyOf(refused);
    roots = List.copyOf(roots);
  }
}
