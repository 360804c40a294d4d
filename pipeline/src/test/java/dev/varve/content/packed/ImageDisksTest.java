package dev.varve.content.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.inventory.RefusedInput;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.source.BlobPlace;
import dev.varve.input.source.Finding;
import dev.varve.input.source.LayerCandidate;
import dev.varve.model.LayerBlob;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which images are snapshots of which VMs; every image has a layer of its own with a raw disk. */
class ImageDisksTest {
  private static final String ROOT = "docker://host/vm";
  private static final BlobPlace PLACE = new BlobPlace("mem:/blob", 0, -1);

  private final ImageCatalog catalog = new ImageCatalog();
  private final Map<String, LayerDisks> layers = new TreeMap<>();

  /** An image, made at the time that its digest ends with. */
  private void image(String digest, String architecture, String... tags) {
    long time = Long.parseLong(digest.substring(7));
    catalog.add(
        new Finding.Image(digest, "linux", architecture, time, 1, 1, null, null, null, null), ROOT);
    String layer = "layer of " + digest;
    catalog.add(new Finding.ImageLayer(digest, 0, layer, null, null, null, null), ROOT);
    catalog.add(
        new Finding.LayerPlace(layer, LayerBlob.DigestOf.BLOB, PLACE, -1, null, null), ROOT);
    for (String tag : tags) {
      catalog.add(new Finding.ImageTag("vm", tag, digest), ROOT);
    }
    LayerBlob blob = new LayerBlob(layer, LayerBlob.DigestOf.BLOB, 1, List.of(), null);
    DiskEntry disk = new DiskEntry("a", 512, 512, DiskFormat.RAW, null);
    layers.put(
        layer,
        new LayerDisks(
            new LayerCandidate(blob, List.of(PLACE)), List.of(disk), Set.of("a"), false, null));
  }

  /**
   * @param searched how many layers are read
   */
  private SnapshotPlan plan(int searched, KnownImages.Snapshot... known) {
    KnownImages warehouse = new KnownImages(List.of(known));
    assertThat(catalog.candidates(warehouse)).hasSize(searched);
    PackedReading reading =
        new PackedReading(
            InflateEngine.JDK, DigestEngine.fastest(), 1000, 1 << 27, new SpoolFolder("", 1000));
    return new ImageDisks(catalog, layers, warehouse, reading).plan();
  }

  private static List<String> names(SnapshotPlan plan) {
    return plan.images().stream()
        .map(one -> one.vm() + " " + one.snapshot() + " " + one.position())
        .toList();
  }

  @Test
  void anImageIsOneSnapshotByTheFirstOfItsTags() {
    image("sha256:1", "amd64", "10", "9");
    image("sha256:2", "amd64", "latest", "stable");
    assertThat(names(plan(2))).containsExactly("vm 9 0", "vm stable 1");
  }

  @Test
  void aTagOfSeveralArchitecturesMakesAVmOfEach() {
    image("sha256:1", "amd64", "9-amd", "10");
    image("sha256:2", "arm64", "10");
    assertThat(names(plan(2))).containsExactly("vm/amd64 9-amd 0", "vm/arm64 10 0");
    assertThat(names(plan(1, new KnownImages.Snapshot("vm/amd64", "old", ROOT + ":old@sha256:1"))))
        .containsExactly("vm/amd64 old 0", "vm/arm64 10 0");
  }

  @Test
  void aTagThatMovedIsRefused() {
    image("sha256:2", "amd64", "latest");
    image("sha256:3", "amd64", "3");
    catalog.add(new Finding.ImageTag("vm", "stable", "sha256:3"), ROOT);
    SnapshotPlan plan = plan(2);
    assertThat(names(plan)).containsExactly("vm latest 0", "vm 3 1");
    plan = plan(2, new KnownImages.Snapshot("vm", "latest", ROOT + ":latest@sha256:1"));
    assertThat(names(plan)).containsExactly("vm 3 0");
    assertThat(plan.refused())
        .extracting(RefusedInput::location, RefusedInput::message)
        .containsExactly(
            tuple(
                ROOT + ":latest@sha256:2",
                "snapshot latest of vm is of "
                    + ROOT
                    + ":latest@sha256:1 already, and this is another image: give it a tag of its own, or read it into another warehouse"));
  }
}
