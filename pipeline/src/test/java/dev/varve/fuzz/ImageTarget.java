package dev.varve.fuzz;

import dev.varve.input.digest.Digests;
import dev.varve.input.source.Finding;
import dev.varve.input.source.Findings;
import dev.varve.input.source.MemoryStore;
import dev.varve.input.source.SourceUnit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Manifests and indexes: the first section is {@code index.json} and a tag's link, the others are
 * blobs under their own digests.
 */
final class ImageTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] data) throws IOException {
    List<byte[]> sections = Sections.of(data);
    MemoryStore store = new MemoryStore();
    store.put("layout/index.json", sections.get(0));
    store.put("tree/repositories/app/_manifests/tags/1/current/link", sections.get(0));
    for (byte[] section : sections) {
      String hex = Sections.digest(section).substring("sha256:".length());
      store.put("layout/blobs/sha256/" + hex, section);
      store.put("tree/blobs/sha256/" + hex.substring(0, 2) + "/" + hex + "/data", section);
      store.put(
          "tree/repositories/app/_manifests/revisions/sha256/" + hex + "/link", "sha256:" + hex);
    }
    return Checks.oneIn(2, data)
        ? read(store, SourceUnit.Form.REPOSITORY, "/tree", "app")
        : read(store, SourceUnit.Form.OCI_FOLDER, "/layout", "");
  }

  private static boolean read(MemoryStore store, SourceUnit.Form form, String root, String scope)
      throws IOException {
    SourceUnit unit = new SourceUnit(form, MemoryStore.ROOT + root, scope);
    return check(Findings.read(store, unit, TarWalks.LIMITS), MemoryStore.ROOT + root);
  }

  /** Checks what findings must say of one another; returns whether an image is among them. */
  static boolean check(List<Finding> findings, String root) {
    Set<String> images = new HashSet<>();
    List<Finding.ImageTag> tags = new ArrayList<>();
    long layers = 0;
    for (Finding finding : findings) {
      if (finding instanceof Finding.Image image) {
        Checks.holds(
            images.add(image.imageDigest()) || root.endsWith(".tar"), "images are told once");
        Checks.holds(image.compressedBytes() >= 0, "bytes are no less than none");
        layers += image.layers();
      } else if (finding instanceof Finding.ImageTag tag) {
        tags.add(tag);
      } else if (finding instanceof Finding.ImageLayer layer) {
        Checks.holds(layer.depth() >= 0, "depths count from the base");
        layers--;
      } else if (finding instanceof Finding.Rejected rejected) {
        Checks.holds(!rejected.message().isBlank(), "a rejection has words");
      } else if (finding instanceof Finding.LayerPlace place) {
        Checks.holds(Digests.isDigest(place.layerDigest()), "layers go by a digest");
        String location = place.place().location();
        boolean inside = location.equals(root) || location.startsWith(root + "/blobs/");
        Checks.holds(inside && !location.contains(".."), "layers lie in their input");
      }
    }
    Checks.holds(layers == 0, "an image has the layers that it counts");
    tags.forEach(tag -> Checks.holds(images.contains(tag.imageDigest()), "tags name images"));
    return !images.isEmpty();
  }

  @Override
  public List<byte[]> seeds() {
    String config =
        "{\"os\":\"linux\",\"architecture\":\"arm\",\"variant\":\"v7\",\"created\":\"2024-02-29T12:00:00.1Z\","
            + "\"history\":[{\"created_by\":\"FROM\"},{\"empty_layer\":true}],"
            + "\"rootfs\":{\"diff_ids\":[\"@4\"]}}";
    String manifest =
        "{\"schemaVersion\":2,\"config\":{\"mediaType\":\"application/vnd.oci.image.config.v1+json\","
            + "\"digest\":\"@3\"},\"layers\":[{\"mediaType\":"
            + "\"application/vnd.oci.image.layer.v1.tar+gzip\",\"digest\":\"@4\",\"size\":5}]}";
    String index =
        "{\"manifests\":[{\"digest\":\"@1\",\"annotations\":{\"io.containerd.image.name\":"
            + "\"docker.io/library/app:1\",\"org.opencontainers.image.ref.name\":\"latest\"}}]}";
    String inner =
        "{\"manifests\":[{\"digest\":\"@2\"},{\"digest\":\"@5\",\"annotations\":"
            + "{\"vnd.docker.reference.type\":\"attestation-manifest\"}}]}";
    String artifact =
        "{\"artifactType\":\"application/vnd.in-toto+json\",\"blobs\":[{\"digest\":\"@4\"}]}";
    return List.of(
        Sections.join(index, inner, manifest, config, "layer", artifact),
        Sections.join("@1", inner, manifest, config, "layer", manifest),
        Sections.join(
            index, "{\"fsLayers\":[]}", "{\"layers\":[{\"mediaType\":\"a+encrypted\"}]}"));
  }
}
