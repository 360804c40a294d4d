package dev.varve.input.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.input.disk.FolderStore;
import dev.varve.input.source.SourceUnit.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders as registries and people arrange them: repositories in repositories, at any depth. */
class FolderWalkTest {
  private static final String ROOT = MemoryStore.ROOT + "/zot";
  private final MemoryStore store = new MemoryStore();

  /** The root of zot's storage: a repository may have others in it, and its own working files. */
  @Test
  void everyRepositoryOfZotIsFoundUnderItsPath() throws IOException {
    String web = layout("zot/web", "1.0");
    String team = layout("zot/team", "2.0");
    String app = layout("zot/team/app", "3.0");
    String deep = layout("zot/a/b/c/d", "4.0");
    store.put("zot/team/.uploads/5b1f", "half a blob");
    store.put("zot/team/.sync/7e/other/index.json", "{}");
    store.put("zot/team/.sync/7e/other/oci-layout", "{}");
    store.put("zot/_trivy/db/metadata.json", "{}");
    store.put("zot/cache.db", "x");
    List<Finding> findings = Shelf.findings(store, "/zot");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(
            Finding.ImageTag::repository, Finding.ImageTag::tag, Finding.ImageTag::imageDigest)
        .containsExactlyInAnyOrder(
            tuple("web", "1.0", web),
            tuple("team", "2.0", team),
            tuple("team/app", "3.0", app),
            tuple("a/b/c/d", "4.0", deep));
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
  }

  @Test
  void aNameThatStatesItsRepositoryKeepsIt() throws IOException {
    layout("zot/mirror", "docker.io/library/app:1.0");
    assertThat(Shelf.of(Shelf.findings(store, "/zot"), Finding.ImageTag.class))
        .extracting(Finding.ImageTag::repository, Finding.ImageTag::tag)
        .containsExactly(tuple("app", "1.0"));
  }

  /** A layout that is the input is named by its folder; those in it by their paths. */
  @Test
  void aLayoutThatIsTheInputMayHaveOthersInIt() throws IOException {
    layout("zot", "1.0");
    layout("zot/app", "2.0");
    assertThat(Shelf.of(Shelf.findings(store, "/zot"), Finding.ImageTag.class))
        .extracting(Finding.ImageTag::repository, Finding.ImageTag::tag)
        .containsExactlyInAnyOrder(tuple("zot", "1.0"), tuple("app", "2.0"));
  }

  @Test
  void aStorageTreeHidesNothingThatLiesNextToIt() throws IOException {
    store.put("zot/docker/registry/v2/repositories/r/_manifests/tags/1/current/link", "x");
    store.put("zot/docker/registry/v2/blobs/sha256/00/00/data", "x");
    store.put("zot/docker/registry/v2/repositories/r/_layers/index.json", "{}");
    layout("zot/app", "1.0");
    store.put("zot/exports/2024/saved.tar", "x");
    store.put("zot/exports/2024/layer", Shelf.tar(Map.of("f", new byte[1])));
    assertThat(ImageSources.units(store, ROOT))
        .containsExactlyInAnyOrder(
            new SourceUnit(Form.NAMESPACE, ROOT + "/docker/registry/v2", "r"),
            new SourceUnit(Form.OCI_FOLDER, ROOT + "/app", "app"),
            new SourceUnit(Form.ARCHIVE, ROOT + "/exports/2024/saved.tar", ""));
  }

  @Test
  void whatLiesDeeperThanTheBoundIsNamed() throws IOException {
    layout("zot/1/2/3/4/5/6/7/8", "1.0");
    layout("zot/1/2/3/4/5/6/7/8/9", "2.0");
    List<Finding> findings = Shelf.findings(store, "/zot");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(Finding.ImageTag::repository, Finding.ImageTag::tag)
        .containsExactly(tuple("1/2/3/4/5/6/7/8", "1.0"));
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::source, Finding.Rejected::message)
        .containsExactly(
            tuple(
                ROOT + "/1/2/3/4/5/6/7/8/9",
                "not looked into, more than 8 folders below the input: name it as an input"));
  }

  /** The file system of some machine is no registry, however deep it is. */
  @Test
  void deepFoldersAloneAreNoSource() throws IOException {
    store.put("zot/1/2/3/4/5/6/7/8/9/file", "x");
    store.put("zot/usr/share/site/index.json", "{}");
    store.put("zot/usr/share/doc/readme.gz", new byte[] {0x1f, (byte) 0x8b, 8, 0});
    assertThat(ImageSources.units(store, ROOT)).isEmpty();
  }

  @Test
  void aFolderThatMayNotBeReadIsNamed() throws IOException {
    MemoryStore closed =
        new MemoryStore() {
          @Override
          public List<Item> list(String folder) throws IOException {
            return super.list(folder).stream()
                .map(
                    item ->
                        item.name().equals("closed")
                            ? new Item(item.location(), Kind.UNREACHABLE, 0, "not for you")
                            : item)
                .toList();
          }
        };
    closed.put("zot/team/closed/index.json", "{}");
    assertThat(ImageSources.units(closed, ROOT))
        .containsExactly(new SourceUnit(Form.REFUSED, ROOT + "/team/closed", "not for you"));
  }

  @Test
  void linksAloneAreNoSource(@TempDir Path folder) throws IOException {
    Files.createSymbolicLink(Files.createDirectory(folder.resolve("etc")).resolve("up"), folder);
    assertThat(ImageSources.units(new FolderStore(), FolderStore.uri(folder))).isEmpty();
  }

  @Test
  void linksAmongFoldersDoNotLoop(@TempDir Path folder) throws IOException {
    Path app = Files.createDirectories(folder.resolve("team/app"));
    Files.writeString(app.resolve("oci-layout"), "{}");
    Files.writeString(app.resolve("index.json"), "{}");
    Files.createSymbolicLink(app.resolve("up"), folder);
    Files.createSymbolicLink(folder.resolve("team/zap"), app);
    List<SourceUnit> units = ImageSources.units(new FolderStore(), FolderStore.uri(folder));
    assertThat(units)
        .extracting(SourceUnit::form, unit -> unit.root().replaceFirst(".*/team/", ""))
        .containsExactlyInAnyOrder(
            tuple(Form.OCI_FOLDER, "app"),
            tuple(Form.REFUSED, "app/up"),
            tuple(Form.REFUSED, "zap"));
  }

  /** A layout with one image, by its tag. */
  private String layout(String path, String name) {
    Shelf shelf = new Shelf();
    String image = shelf.image(path);
    String annotation = ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"" + name + "\"}";
    shelf.layout(store, path, Shelf.index(shelf.descriptor(Shelf.MANIFEST, image, annotation)));
    return image;
  }
}
