package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Folders of blobs without an index, as containerd stores content. */
class ContentStoreTest {
  private static final String ROOT = MemoryStore.ROOT + "/c/" + ContentStore.FOLDER;
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  /** A node has the manifest of its own platform, of those that the index lists. */
  @Test
  void anIndexLeadsToTheImagesThatAreThere() throws IOException {
    String image = shelf.image("app");
    String other = "sha256:" + "a".repeat(64);
    String index =
        shelf.add(
            Shelf.index(
                shelf.descriptor(Shelf.MANIFEST, image), shelf.descriptor(Shelf.MANIFEST, other)));
    put("c/" + ContentStore.FOLDER + "/blobs/sha256/");
    store.put("c/" + ContentStore.FOLDER + "/images.txt", "docker.io/team/app:1 " + index + "\n");
    store.put("c/io.containerd.snapshotter.v1.overlayfs/snapshots/1/fs/saved.tar", "x");
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/c"))
        .containsExactly(new SourceUnit(SourceUnit.Form.CONTENT_STORE, ROOT, ""));
    List<Finding> findings = Shelf.findings(store, "/c");
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("team/app", "1", image));
    assertThat(Shelf.of(findings, Finding.LayerPlace.class))
        .extracting(place -> place.place().location())
        .allMatch(location -> location.startsWith(ROOT + "/blobs/sha256/"))
        .hasSize(2);
  }

  /**
   * Paths of a pull that goes on in containerd (content/local/store.go: ingest, the digest of a
   * name, data) and of an upload in a layout of zot (BlobUploadDir, then a name).
   */
  @Test
  void whatWasNotFinishedIsReported() throws IOException {
    shelf.image("app");
    put("c/" + ContentStore.FOLDER + "/blobs/sha256/");
    String pull = "c/" + ContentStore.FOLDER + "/ingest/" + "b".repeat(64);
    store.put(pull + "/data", "half a blob");
    store.put(pull + "/ref", "layer-sha256:1");
    store.put("c/" + ContentStore.FOLDER + "/ingest/" + "c".repeat(64) + "/ref", "no data yet");
    assertThat(Shelf.of(Shelf.findings(store, "/c"), Finding.Leftover.class))
        .containsExactly(new Finding.Leftover(Finding.Leftover.Kind.UPLOAD, 1, 11));
    store.put("c/" + ContentStore.FOLDER + "/.uploads/0a1b", "half");
    SourceUnit unit = new SourceUnit(SourceUnit.Form.CONTENT_STORE, ROOT, "");
    assertThat(Shelf.of(Findings.read(store, unit, Shelf.LIMITS), Finding.Leftover.class))
        .contains(new Finding.Leftover(Finding.Leftover.Kind.UPLOAD, 1, 4));
  }

  /** Files by their hex digests alone, as the folder of an algorithm has them. */
  @Test
  void whatNobodyNamesIsReadWithoutAName() throws IOException {
    String app = shelf.image("app");
    String web = shelf.image("web");
    shelf.add("a blob");
    shelf.add("{ no JSON");
    put("flat/");
    List<Finding> findings = Shelf.findings(store, "/flat");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactlyInAnyOrder(
            new Finding.ImageTag("flat", null, app), new Finding.ImageTag("flat", null, web));
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    SourceUnit unit = new SourceUnit(SourceUnit.Form.CONTENT_STORE, MemoryStore.ROOT + "/flat", "");
    assertThat(Shelf.of(Findings.all(store, unit, Shelf.LIMITS), Finding.StoredBlob.class))
        .hasSameSizeAs(shelf.blobs.keySet())
        .contains(
            new Finding.StoredBlob(
                MemoryStore.ROOT + "/flat/" + Shelf.hex(Shelf.digest("a blob")),
                Shelf.digest("a blob"),
                6));
  }

  @Test
  void aDamagedManifestIsRejected() throws IOException {
    String app = shelf.image("app");
    put("bare/blobs/sha256/");
    store.put("bare/blobs/sha256/" + Shelf.hex(app), "{\"schemaVersion\":2}");
    store.put("bare/images.txt", "app:1 " + app);
    List<Finding> findings = Shelf.findings(store, "/bare");
    assertThat(Shelf.of(findings, Finding.Image.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::digest, Finding.Rejected::reason)
        .contains(tuple(app, RejectReason.DIGEST_MISMATCH));
  }

  /** Blobs of zot's whole storage have no manifests of their own. */
  @Test
  void foldersOfZotItselfAreNoRepositories() throws IOException {
    shelf.image("app");
    put("zot/_blobstore/blobs/sha256/");
    put("zot/_trivy/java-db/blobs/sha256/");
    String image = shelf.image("one");
    shelf.layout(store, "zot/team/app", Shelf.index(shelf.descriptor(Shelf.MANIFEST, image)));
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/zot"))
        .containsExactly(
            new SourceUnit(
                SourceUnit.Form.OCI_FOLDER, MemoryStore.ROOT + "/zot/team/app", "team/app"));
  }

  private void put(String folder) {
    shelf.blobs.forEach((digest, bytes) -> store.put(folder + Shelf.hex(digest), bytes));
  }
}
