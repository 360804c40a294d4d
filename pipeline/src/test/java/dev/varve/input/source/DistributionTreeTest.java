package dev.varve.input.source;

import static dev.varve.input.source.Shelf.digest;
import static dev.varve.input.source.Shelf.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.varve.model.ByteStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTreeTest {
  private static final String TREE = "docker/registry/v2";
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @Test
  void namesMayBeNestedInNames() throws IOException {
    for (String name : List.of("app", "team/app", "team/app/part", "team/deep/er/app")) {
      tag(name, "1", shelf.image(name));
    }
    shelf.tree(store, TREE);
    List<SourceUnit> units = ImageSources.units(store, MemoryStore.ROOT);
    assertThat(units).extracting(SourceUnit::scope).containsExactly("app", "team");
    assertThat(Shelf.of(Shelf.findings(store, ""), Finding.ImageTag.class))
        .extracting(Finding.ImageTag::repository)
        .containsExactlyInAnyOrder("app", "team/app", "team/app/part", "team/deep/er/app");
    assertThat(Shelf.ofImages(Findings.read(store, units.get(1), Shelf.LIMITS)))
        .as("a namespace read whole")
        .filteredOn(Finding.ImageTag.class::isInstance)
        .hasSize(3);
  }

  /** The store, in which some items may not be read. */
  private ByteStore closed(String part) {
    return new MemoryStore() {
      @Override
      public List<Item> list(String folder) throws IOException {
        return store.list(folder).stream()
            .map(
                item ->
                    item.location().endsWith(part)
                        ? new Item(item.location(), Kind.UNREACHABLE, 0, "not for you")
                        : item)
            .toList();
      }

      @Override
      public Optional<Item> find(String location) {
        return store.find(location);
      }
    };
  }

  @Test
  void whatIsBehindAManifestThatMayNotBeReadIsNotGone() throws IOException {
    String image = shelf.image("app");
    tag("team/app", "1", image);
    shelf.tree(store, TREE);
    MemoryStore some =
        new MemoryStore() {
          @Override
          public List<Item> list(String folder) throws IOException {
            return store.list(folder);
          }

          @Override
          public Optional<Item> find(String location) {
            return store.find(location);
          }

          @Override
          public InputStream open(String location, long offset, long bytes) throws IOException {
            if (location.contains(hex(image) + "/data")) {
              throw new MalformedBlobException(RejectReason.UNREACHABLE, "not for you");
            }
            return store.open(location, offset, bytes);
          }
        };
    List<Finding> findings = new ArrayList<>();
    for (SourceUnit unit : ImageSources.units(store, MemoryStore.ROOT)) {
      findings.addAll(Findings.all(some, unit, Shelf.LIMITS));
    }
    assertThat(Shelf.of(findings, Finding.Unlisted.class))
        .containsExactly(
            new Finding.Unlisted(MemoryStore.ROOT + "/" + TREE + "/repositories/team/app", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"blobs/sha256", "sha256/%1$.2s", "sha256/%1$.2s/%1$s"})
  void blobsThatMayNotBeListedAreReportedAsNotListed(String part) throws IOException {
    String image = shelf.image("app");
    tag("app", "1", image);
    shelf.tree(store, TREE);
    ByteStore some = closed(part.formatted(hex(image)));
    List<SourceUnit> units = ImageSources.units(store, MemoryStore.ROOT);
    List<Finding> findings = new ArrayList<>();
    for (SourceUnit unit : ImageSources.treeBlobs(some, units)) {
      findings.addAll(Findings.all(some, unit, Shelf.LIMITS));
    }
    assertThat(Shelf.of(findings, Finding.Unlisted.class))
        .extracting(Finding.Unlisted::location)
        .singleElement()
        .asString()
        .contains("/blobs/sha256");
    assertThat(Shelf.of(findings, Finding.Rejected.class)).hasSize(1);
  }

  @Test
  void aKnownImageIsNotReadAgainWhileItsManifestIsThere() throws IOException {
    String known = shelf.image("known");
    String empty = shelf.image("empty");
    String lost = shelf.image("lost");
    tag("app", "1", known);
    tag("app", "2", empty);
    tag("app", "3", lost);
    shelf.tree(store, TREE);
    store.put(data(known), "not read");
    store.put(data(empty), "");
    store.remove(data(lost));
    List<Finding> findings = new ArrayList<>();
    SourceUnit unit =
        new SourceUnit(SourceUnit.Form.REPOSITORY, MemoryStore.ROOT + "/" + TREE, "app");
    ImageSources.read(store, unit, Shelf.LIMITS, Set.of(known, empty, lost), findings::add);
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("app", "1", known));
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::digest)
        .containsExactlyInAnyOrder(empty, lost);
  }

  private static String data(String digest) {
    return TREE + "/blobs/sha256/" + hex(digest).substring(0, 2) + "/" + hex(digest) + "/data";
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/docker", "/docker/registry", "/docker/registry/v2", "/docker/"})
  void theTreeIsFoundFromAnyFolderDownToItsRoot(String from) throws IOException {
    tag("app", "1", shelf.image("app"));
    shelf.tree(store, TREE);
    assertThat(Shelf.of(Shelf.findings(store, from), Finding.Image.class)).hasSize(1);
  }

  @Test
  void tagsAndRevisionsTellTheImagesEachOnce() throws IOException {
    String tagged = shelf.image("tagged");
    String former = shelf.image("former");
    String deleted = shelf.image("deleted");
    tag("app", "1", tagged);
    tag("app", "latest", tagged);
    revision("app", former);
    store.put(TREE + "/repositories/app/_manifests/revisions/sha256/" + hex(deleted) + "/note", "");
    store.put(
        TREE + "/repositories/app/_layers/sha256/" + hex(digest("base layer")) + "/link", "x");
    store.put(TREE + "/repositories/app/_uploads/1/data", "half a blob");
    shelf.tree(store, TREE);
    List<Finding> findings = Shelf.findings(store, "");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactlyInAnyOrder(
            new Finding.ImageTag("app", "1", tagged),
            new Finding.ImageTag("app", "latest", tagged),
            new Finding.ImageTag("app", null, former));
    SourceUnit unit = ImageSources.units(store, MemoryStore.ROOT).get(0);
    List<Finding> all = Findings.read(store, unit, Shelf.LIMITS);
    assertThat(Shelf.of(all, Finding.RepositoryManifest.class))
        .containsExactlyInAnyOrder(
            new Finding.RepositoryManifest("app", "1", tagged),
            new Finding.RepositoryManifest("app", "latest", tagged),
            new Finding.RepositoryManifest("app", null, former));
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(2);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    String base = digest("base layer");
    assertThat(Shelf.of(findings, Finding.LayerPlace.class))
        .filteredOn(place -> place.layerDigest().equals(base))
        .hasSize(2)
        .allSatisfy(
            place ->
                assertThat(place.place().location())
                    .isEqualTo(
                        MemoryStore.ROOT
                            + "/"
                            + TREE
                            + "/blobs/sha256/"
                            + hex(base).substring(0, 2)
                            + "/"
                            + hex(base)
                            + "/data"));
  }

  @Test
  void imagesOfATaggedIndexAreNoImagesWithoutATag() throws IOException {
    String image = shelf.image("app");
    String index = shelf.add(Shelf.index(shelf.descriptor(Shelf.MANIFEST, image)));
    tag("app", "1", index);
    revision("app", image);
    shelf.tree(store, TREE);
    assertThat(Shelf.of(Shelf.findings(store, ""), Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("app", "1", image));
  }

  @Test
  void aMissingBlobOfAManifestIsListed() throws IOException {
    String lost = digest("lost");
    tag("app", "1", lost);
    tag("app", "2", shelf.image("app"));
    shelf.tree(store, TREE);
    List<Finding> findings = Shelf.findings(store, "");
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(lost, Finding.Rejected::digest)
        .returns(RejectReason.ABSENT, Finding.Rejected::reason);
  }

  @Test
  void aTagWithoutALinkIsListed() throws IOException {
    tag("app", "good", shelf.image("app"));
    store.put(TREE + "/repositories/app/_manifests/tags/bad/index/sha256/00/link", "x");
    shelf.tree(store, TREE);
    assertRejected(RejectReason.ABSENT, "/tags/bad/current/link");
  }

  @Test
  void anEmptyLinkIsListed() throws IOException {
    // What a registry leaves behind when its disk was full or its machine went down.
    tag("app", "good", shelf.image("app"));
    store.put(TREE + "/repositories/app/_manifests/tags/bad/current/link", "");
    shelf.tree(store, TREE);
    assertRejected(RejectReason.TRUNCATED, "/tags/bad/current/link");
  }

  @Test
  void aLinkWithSomethingElseInItIsListed() throws IOException {
    tag("app", "good", shelf.image("app"));
    store.put(TREE + "/repositories/app/_manifests/tags/bad/current/link", "sha256:123");
    shelf.tree(store, TREE);
    assertRejected(RejectReason.CORRUPT, "/tags/bad/current/link");
  }

  /**
   * What {@code docker-registry garbage-collect --dry-run} (2.8.2) says of such a tree: it marks an
   * index and the manifests that it lists, but no layer of one without a link; nothing of a tag
   * whose manifest has none. A GET of either manifest is answered with 404.
   */
  @Test
  void aManifestWithoutTheLinkOfARevisionIsNotThere() throws IOException {
    String gone = shelf.image("gone");
    String linked = shelf.image("linked");
    String unlinked = shelf.image("unlinked");
    String index =
        shelf.add(
            Shelf.index(
                shelf.descriptor(Shelf.MANIFEST, linked),
                shelf.descriptor(Shelf.MANIFEST, unlinked)));
    tag("app", "gone", gone);
    store.remove(link("app", gone));
    tag("app", "multi", index);
    revision("app", linked);
    shelf.tree(store, TREE);
    SourceUnit unit = ImageSources.units(store, MemoryStore.ROOT).get(0);
    List<Finding> findings = Findings.read(store, unit, Shelf.LIMITS);
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("app", "multi", linked));
    assertThat(Shelf.of(findings, Finding.RepositoryManifest.class))
        .containsExactlyInAnyOrder(
            new Finding.RepositoryManifest("app", "multi", index),
            new Finding.RepositoryManifest("app", null, linked));
    assertThat(Shelf.of(findings, Finding.ManifestReference.class))
        .extracting(Finding.ManifestReference::digest)
        .contains(unlinked, digest("top layer of linked"))
        .doesNotContain(digest("top layer of gone"), digest("top layer of unlinked"));
    // A manifest that an index lists and nobody stores is none of the registry's faults.
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .allSatisfy(one -> assertThat(one.message()).contains("/link: the registry answers 404"))
        .extracting(Finding.Rejected::digest, Finding.Rejected::reason)
        .containsExactly(tuple(gone, RejectReason.ABSENT));
  }

  /**
   * Distribution's collection marks nothing for a link to another manifest, and fails at one that
   * is empty.
   */
  @Test
  void theLinkOfARevisionLeadsToItsManifest() throws IOException {
    String empty = shelf.image("empty");
    String other = shelf.image("other");
    String good = shelf.image("good");
    for (String image : List.of(empty, other, good)) {
      tag("app", "of-" + Shelf.hex(image).substring(0, 4), image);
    }
    store.put(link("app", empty), "");
    store.put(link("app", other), good);
    shelf.tree(store, TREE);
    List<Finding> findings = Shelf.findings(store, "");
    assertThat(Shelf.of(findings, Finding.Image.class))
        .extracting(Finding.Image::imageDigest)
        .containsExactly(good);
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .filteredOn(one -> one.reason() == RejectReason.CORRUPT)
        .extracting(Finding.Rejected::message)
        .containsExactlyInAnyOrder(
            "the link of the revision is empty, at which the registry's garbage-collect fails",
            "the link of the revision leads to another manifest");
  }

  @Test
  void blobsAndUploadsThatAreLeftAreListed() throws IOException {
    tag("app", "1", shelf.image("app"));
    String left = shelf.add("of no manifest");
    store.put(TREE + "/repositories/app/_uploads/1/data", "half a blob");
    store.put(TREE + "/repositories/app/_uploads/1/startedat", "2023-01-01T00:00:00Z");
    store.put(TREE + "/repositories/app/_uploads/2/startedat", "2023-01-01T00:00:00Z");
    shelf.tree(store, TREE);
    store.put(TREE + "/blobs/sha256/00/no-digest/data", "x");
    List<SourceUnit> units = ImageSources.units(store, MemoryStore.ROOT);
    List<Finding> blobs = new ArrayList<>();
    for (SourceUnit folder : ImageSources.treeBlobs(store, units)) {
      blobs.addAll(Findings.all(store, folder, Shelf.LIMITS));
    }
    String place = "%s/%s/blobs/sha256/%s/%s/data";
    assertThat(blobs)
        .hasSameSizeAs(shelf.blobs.keySet())
        .contains(
            new Finding.StoredBlob(
                place.formatted(MemoryStore.ROOT, TREE, hex(left).substring(0, 2), hex(left)),
                left,
                -1));
    assertThat(Shelf.of(Findings.read(store, units.get(0), Shelf.LIMITS), Finding.Leftover.class))
        .containsExactly(new Finding.Leftover(Finding.Leftover.Kind.UPLOAD, 1, 11));
  }

  /** The registry's collection keeps layers by manifests alone. */
  @Test
  void linksOfLayersAreNotAskedFor() throws IOException {
    tag("team/app", "1", shelf.image("app"));
    store.put(TREE + "/repositories/team/app/_layers/sha256/" + "00".repeat(32) + "/link", "");
    shelf.tree(store, TREE);
    List<Finding> findings = Shelf.findings(store, "");
    assertThat(Shelf.of(findings, Finding.LayerPlace.class)).hasSize(2);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
  }

  private void assertRejected(RejectReason reason, String sourceEnd) throws IOException {
    List<Finding> findings = Shelf.findings(store, "");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(Finding.ImageTag::tag)
        .containsExactly("good");
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(reason, Finding.Rejected::reason)
        .satisfies(rejected -> assertThat(rejected.source()).endsWith(sourceEnd));
  }

  /** docker-registry 2.8.2 answers 500, invalid checksum digest format, for such a tag. */
  @Test
  void aLinkWithALineEndLeadsNowhere() throws IOException {
    String image = shelf.image("image");
    tag("app", "edited", image);
    store.put(TREE + "/repositories/app/_manifests/tags/edited/current/link", image + "\n");
    shelf.tree(store, TREE);
    SourceUnit unit = ImageSources.units(store, MemoryStore.ROOT).get(0);
    List<Finding> findings = Findings.read(store, unit, Shelf.LIMITS);
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("app", null, image));
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .extracting(Finding.Rejected::reason)
        .containsExactly(RejectReason.CORRUPT);
  }

  private void tag(String repository, String tag, String digest) {
    store.put(
        TREE + "/repositories/" + repository + "/_manifests/tags/" + tag + "/current/link", digest);
    revision(repository, digest);
  }

  private void revision(String repository, String digest) {
    store.put(link(repository, digest), digest);
  }

  private static String link(String repository, String digest) {
    return "%s/repositories/%s/_manifests/revisions/sha256/%s/link"
        .formatted(TREE, repository, hex(digest));
  }
}
