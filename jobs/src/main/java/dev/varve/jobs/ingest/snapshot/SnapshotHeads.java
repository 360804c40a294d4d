package dev.varve.jobs.ingest.snapshot;

import dev.varve.content.snapshot.CheckedHead;
import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.jobs.engine.Engine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads the headers of disks, in tasks of the engine.
 *
 * @param roots folders in which backing files may be
 * @param maxDiskBytes largest disk that is accepted
 */
record SnapshotHeads(Engine engine, List<String> roots, long maxDiskBytes) {
  private static final String MARKED_CORRUPT =
      " has QEMU's mark that it is corrupt: it is read as qemu-img reads it, and may not be what"
          + " the guest wrote; qemu-img check says more";

  SnapshotHeads {
    roots = new ArrayList<>(roots); // serializable
  }

  /** The headers of the images, in their order. */
  List<SnapshotHead> read(List<SnapshotImage> images) throws IOException {
    List<String> backingRoots = roots;
    long maxBytes = maxDiskBytes;
    return engine.tasks(
        images,
        (image, context) -> SnapshotHead.read(context.store(), backingRoots, maxBytes, image));
  }

  /**
   * The headers of images that are to be read; files whose tables overlap are refused.
   *
   * @param notes receives a line for each file whose header marks it as corrupt
   */
  List<SnapshotHead> check(List<SnapshotImage> images, Consumer<String> notes) throws IOException {
    List<String> backingRoots = roots;
    long maxBytes = maxDiskBytes;
    Set<String> keys = CheckedHead.keys(images);
    List<CheckedHead> heads =
        engine.tasks(
            images,
            (image, context) ->
                CheckedHead.of(context.store(), backingRoots, maxBytes, image, keys));
    heads.stream()
        .flatMap(head -> head.markedCorrupt().stream())
        .distinct()
        .forEach(file -> notes.accept(file + MARKED_CORRUPT));
    return CheckedHead.refused(heads);
  }
}
