package dev.varve.fuzz;

import dev.varve.content.packed.ImageCatalog;
import dev.varve.content.packed.ImageDisks;
import dev.varve.content.packed.KnownImages;
import dev.varve.content.packed.LayerDisks;
import dev.varve.content.packed.PackedReading;
import dev.varve.content.packed.SpoolFolder;
import dev.varve.content.recipe.LayerReading;
import dev.varve.content.snapshot.SegmentReader;
import dev.varve.content.snapshot.SnapshotHead;
import dev.varve.content.snapshot.SnapshotPart;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.disk.DiskFormat;
import dev.varve.input.inventory.SnapshotImage;
import dev.varve.input.inventory.SnapshotPlan;
import dev.varve.input.source.Finding;
import dev.varve.input.source.Findings;
import dev.varve.input.source.LayerCandidate;
import dev.varve.input.source.MemoryStore;
import dev.varve.input.source.SourceUnit;
import dev.varve.input.tar.HandTar;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Disks inside of images: the first section is {@code index.json}, the others are blobs under their
 * own digests, archives with the right checksums.
 */
final class PackedTarget implements FuzzTarget {
  private static final String ROOT = MemoryStore.ROOT + "/layout";
  private static final int MOST_BYTES = 1 << 20;
  private static final DigestEngine DIGESTS = DigestEngine.fastest();

  private static final LayerReading LAYERS =
      new LayerReading(
          "sha256", TarWalks.LIMITS, InflateEngine.JDK, DIGESTS, LayerReading.DiffIds.TRUST);

  private static final PackedReading DISKS =
      new PackedReading(
          InflateEngine.JDK, DIGESTS, MOST_BYTES, 1 << 27, new SpoolFolder("", MOST_BYTES));

  @Override
  public boolean accepts(byte[] data) throws IOException {
    List<byte[]> sections = Sections.of(data, TarTarget::sealed);
    MemoryStore store = new MemoryStore().put("layout/index.json", sections.get(0));
    for (byte[] section : sections) {
      String hex = Sections.digest(section).substring("sha256:".length());
      store.put("layout/blobs/sha256/" + hex, section);
    }
    ImageCatalog catalog = new ImageCatalog();
    SourceUnit unit = new SourceUnit(SourceUnit.Form.OCI_FOLDER, ROOT, "");
    for (Finding finding : Findings.read(store, unit, TarWalks.LIMITS)) {
      catalog.add(finding, ROOT);
    }
    KnownImages known = new KnownImages(List.of());
    Map<String, LayerDisks> layers = new HashMap<>();
    for (LayerCandidate layer : catalog.candidates(known)) {
      layers.put(layer.blob().layerDigest(), LayerDisks.search(store, layer, LAYERS));
    }
    SnapshotPlan plan = new ImageDisks(catalog, layers, known, DISKS).plan();
    plan.refused().forEach(one -> Checks.holds(!one.message().isBlank(), "a fault has words"));
    boolean accepted = false;
    for (SnapshotImage image : plan.images()) {
      accepted |= read(store, image, sections);
    }
    return accepted;
  }

  private static boolean read(MemoryStore store, SnapshotImage image, List<byte[]> sections)
      throws IOException {
    SnapshotHead head = SnapshotHead.read(store, List.of(), MOST_BYTES, image);
    SnapshotPart part = new SnapshotPart(image, head.virtualBytes(), -1, 0, head.virtualBytes());
    try (SegmentReader disk = new SegmentReader(store, List.of(), part)) {
      long bytes = 0;
      while (disk.next()) {
        bytes += disk.length();
        if (image.format().name().equals(DiskFormat.RAW.name()) && disk.length() > 0) {
          String content = latin(disk.bytes()).substring(0, disk.length());
          Checks.holds(
              sections.stream()
                  .map(PackedTarget::latin)
                  .anyMatch(one -> one.contains(content) || one.startsWith("bv4")),
              "a raw disk is a part of a blob, but for one in pieces");
        }
      }
      Checks.holds(bytes == disk.disk().virtualBytes(), "a disk is read to its end");
      return true;
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return false;
    }
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public List<byte[]> seeds() {
    String disk = "disk of a guest ".repeat(40);
    String raw = tar("disk/a.img", HandTar.latin(disk));
    String vmdk = tar("./disk/a.vmdk", SmallDisks.vmdk().seeds().get(2));
    String gone = tar("disk/.wh.a.img", new byte[0]);
    String other = tar("disk/b.img", HandTar.latin(disk));
    return List.of(
        containers(raw),
        containers(vmdk),
        containers(raw, gone, other),
        containers(other, tar("disk/.wh..wh..opq", new byte[0]), raw),
        tart());
  }

  private static String tar(String name, byte[] content) {
    return latin(new HandTar().file(name, content).end().bytes());
  }

  private static String index(String manifest) {
    return "{\"manifests\":[{\"digest\":\"@1\",\"annotations\":"
        + "{\"org.opencontainers.image.ref.name\":\"vm:1\"}}]}\u00ff"
        + manifest;
  }

  private static byte[] containers(String... archives) {
    StringBuilder layers = new StringBuilder();
    StringBuilder diffIds = new StringBuilder();
    for (int at = 0; at < archives.length; at++) {
      String comma = at == 0 ? "" : ",";
      layers
          .append(comma)
          .append("{\"mediaType\":\"application/vnd.oci.image.layer.v1.tar\",\"digest\":\"@")
          .append(at + 3)
          .append("\"}");
      diffIds.append(comma).append("\"@").append(at + 3).append('"');
    }
    String config =
        "{\"os\":\"linux\",\"architecture\":\"arm64\",\"rootfs\":{\"diff_ids\":[%s]}}"
            .formatted(diffIds);
    String manifest =
        index(
            "{\"config\":{\"mediaType\":\"application/vnd.oci.image.config.v1+json\",\"digest\":\"@2\"},\"layers\":[%s]}"
                .formatted(layers));
    return Sections.join(manifest, config, String.join("\u00ff", archives));
  }

  private static byte[] tart() {
    String type = "\"mediaType\":\"application/vnd.cirruslabs.tart.";
    String note = "\"org.cirruslabs.tart.uncompressed-";
    String piece =
        ("{" + type + "disk.v2\",\"digest\":\"@%d\",\"annotations\":{" + note)
            + ("size\":\"%d\"," + note + "content-digest\":\"@%d\"}}");
    String stored = "6276342d 08000000 6162636465666768";
    String copying = "62763431 0d000000 0b000000 02 0800 70 696a6b6c6d6e6f";
    String manifest =
        "{\"config\":{%sconfig.v1\",\"digest\":\"@2\"},\"annotations\":{\"org.cirruslabs.tart.upload-time\":\"2024-01-02T03:04:05Z\"},\"layers\":[%s,%s]}"
            .formatted(type, piece.formatted(3, 21, 5), piece.formatted(4, 8, 6));
    return Sections.join(
        index(manifest),
        "{\"os\":\"darwin\"}",
        latin(AppleLz4Target.hex(stored + copying + "62763424")),
        latin(AppleLz4Target.hex(stored + "62763424")),
        "abcdefghabcdefijklmno",
        "abcdefgh");
  }
}
