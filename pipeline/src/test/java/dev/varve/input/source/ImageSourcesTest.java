package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.source.SourceUnit.Form;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImageSourcesTest {
  private final MemoryStore store = new MemoryStore();

  @Test
  void nothingIsFoundWhereThereIsNothing() throws IOException {
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/none")).isEmpty();
    store.put("docs/readme.txt", "x");
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/docs")).isEmpty();
  }

  @Test
  void aFileIsAnArchiveWhateverItsName() throws IOException {
    store.put("images.bin", Shelf.tar(Map.of("index.json", new byte[] {'{', '}'})));
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/images.bin"))
        .containsExactly(new SourceUnit(Form.ARCHIVE, MemoryStore.ROOT + "/images.bin", ""));
    // Damaged, or not: an archive by its name.
    store.put("images.tar", "x");
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/images.tar")).hasSize(1);
  }

  @Test
  void aFileThatIsNoArchiveIsNoSource() throws IOException {
    store.put("hostname", "a-machine\n");
    store.put("long", "a-machine\n".repeat(1000));
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/hostname")).isEmpty();
    assertThat(ImageSources.units(store, MemoryStore.ROOT + "/long")).isEmpty();
  }

  @Test
  void aFolderOfSourcesIsAllOfThem() throws IOException {
    store.put("all/a-layout/index.json", "{}");
    store.put("all/b.tar", "x");
    store.put("all/c.txt", "x");
    store.put(
        "all/d-registry/docker/registry/v2/repositories/app/_manifests/tags/1/current/link", "x");
    store.put("all/d-registry/docker/registry/v2/blobs/sha256/00/00/data", "x");
    store.put("all/e/f/index.json", "a file of a web site");
    store.put("all/UPPER.TAR", "x");
    store.put("all/saved-image", Shelf.tar(Map.of("index.json", new byte[] {'{', '}'})));
    String root = MemoryStore.ROOT + "/all";
    assertThat(ImageSources.units(store, root + "/"))
        .containsExactlyInAnyOrder(
            new SourceUnit(Form.ARCHIVE, root + "/UPPER.TAR", ""),
            new SourceUnit(Form.ARCHIVE, root + "/saved-image", ""),
            new SourceUnit(Form.OCI_FOLDER, root + "/a-layout", "a-layout"),
            new SourceUnit(Form.ARCHIVE, root + "/b.tar", ""),
            new SourceUnit(Form.NAMESPACE, root + "/d-registry/docker/registry/v2", "app"));
  }

  @Test
  void aChildThatHasAPartOfASourceIsRefused() throws IOException {
    store.put("all/good/index.json", "{}");
    store.put("all/layout/oci-layout", "{}");
    store.put("all/layout/blobs/sha256/00", "x");
    store.put("all/no-repositories/docker/registry/v2/blobs/sha256/00/00/data", "x");
    store.put("all/no-blobs/docker/registry/v2/repositories/app/_manifests/x", "x");
    store.put("all/ordinary/docker/readme.txt", "x");
    store.put("all/ordinary/oci-layout.txt", "x");
    String root = MemoryStore.ROOT + "/all";
    String layout = "an OCI image layout without an index.json";
    String tree = "a registry's storage tree without repositories or blobs";
    assertThat(ImageSources.units(store, root))
        .containsExactlyInAnyOrder(
            new SourceUnit(Form.OCI_FOLDER, root + "/good", "good"),
            new SourceUnit(Form.REFUSED, root + "/layout", layout),
            new SourceUnit(Form.REFUSED, root + "/no-repositories", tree),
            new SourceUnit(Form.REFUSED, root + "/no-blobs", tree));
    assertThat(Shelf.of(Shelf.findings(store, "/all"), Finding.Rejected.class))
        .filteredOn(rejected -> rejected.reason() == RejectReason.UNSUPPORTED)
        .extracting(rejected -> rejected.source() + ": " + rejected.message())
        .containsExactlyInAnyOrder(
            root + "/layout: " + layout,
            root + "/no-repositories: " + tree,
            root + "/no-blobs: " + tree);
  }

  @Test
  void onlyNamespacesAreDivided() throws IOException {
    store.put("r/repositories/a/b/_manifests/x", "x");
    store.put("r/repositories/a/c/_manifests/x", "x");
    store.put("r/repositories/a/_layers/x", "x");
    SourceUnit a = new SourceUnit(Form.NAMESPACE, MemoryStore.ROOT + "/r", "a");
    assertThat(ImageSources.split(store, a))
        .containsExactly(
            new SourceUnit(Form.REPOSITORY, MemoryStore.ROOT + "/r", "a/b"),
            new SourceUnit(Form.REPOSITORY, MemoryStore.ROOT + "/r", "a/c"));
    SourceUnit layout = new SourceUnit(Form.OCI_FOLDER, MemoryStore.ROOT + "/l", "");
    assertThat(ImageSources.split(store, layout)).containsExactly(layout);
  }
}
