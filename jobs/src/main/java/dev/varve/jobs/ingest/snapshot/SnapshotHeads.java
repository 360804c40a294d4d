package dev.varve.jobs.ingest.snapshot;

import dev.varve.inventory.SnapshotImage;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.snapshot.CheckedHead;
import dev.varve.snapshot.SnapshotHead;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the headers of disks. */
record SnapshotHeads(Engine engine, List<String> roots, long mostBytes) {
  SnapshotHeads {
    roots = new ArrayList<>(roots); // serializable
  }

  /** The headers of the images, in their order. */
  List<SnapshotHead> read(List<SnapshotImage> images) throws IOException {
    List<String> below = roots;
    long most = mostBytes;
    return engine.tasks(
        images,
        (image, context) ->
            SnapshotHead.read(new HadoopStore(context.hadoop()), below, most, image));
  }

  /** The headers of images that are to be read; files whose tables overlap are refused. */
  List<SnapshotHead> check(List<SnapshotImage> images) throws IOException {
    List<String> below = roots;
    long most = mostBytes;
    Set<String> keys = CheckedHead.keys(images);
    return CheckedHead.refused(
        engine.tasks(
            images,
            (image, context) ->
                CheckedHead.of(new HadoopStore(context.hadoop()), below, most, image, keys)));
  }
}
