package dev.varve.input.inventory;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The snapshots to read, and the inputs that were refused. Together they cover everything found in
 * the inputs.
 *
 * @param images VM by VM, each in the order of its snapshots
 * @param unlisted where images could not be listed: locations of layouts, archives, trees and
 *     repositories. One that ends with {@code @} is the begin of a location: that of the images of
 *     one tag, or of all images without a tag
 * @param roots URIs of folders that may contain backing files, for {@link
 *     dev.varve.input.disk.DiskOpener}
 * @param inputs location of the input that each VM was found in, by the name of the VM
 */
public record SnapshotPlan(
    List<SnapshotImage> images,
    List<RefusedInput> refused,
    Set<String> unlisted,
    List<String> roots,
    Map<String, String> inputs) {

  /** Copies the collections. */
  public SnapshotPlan {
    images = List.copyOf(images);
    refused = List.copyOf(refused);
    unlisted = Set.copyOf(unlisted);
    roots = List.copyOf(roots);
    inputs = Map.copyOf(inputs);
  }

  /** This plan with other names and positions of its snapshots. */
  public SnapshotPlan withImages(List<SnapshotImage> placed) {
    return new SnapshotPlan(placed, refused, unlisted, roots, inputs);
  }

  /**
   * The place at which a snapshot was seen: its source. If a manifest of snapshots lists it, the
   * manifest and a {@code #} stand before that, as a snapshot that is not listed any more is gone.
   */
  public String place(SnapshotImage image) {
    String input = inputs.getOrDefault(image.vm(), "");
    String source = image.source();
    return source.startsWith(input) ? source : input + "#" + source;
  }
}
