package dev.varve.input.source;

import static dev.varve.input.source.Shelf.digest;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of manifests that are as long as texts of rows may be, and longer. */
class LongTextsTest {
  private static final int MOST = 16_384;
  private static final String CONTAINERD = "io.containerd.image.name";
  private static final String OCI = "org.opencontainers.image.ref.name";

  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();

  @Test
  void aBuildStepIsCut() throws IOException {
    assertThat(createdBy("s".repeat(MOST))).isEqualTo("s".repeat(MOST));
    assertThat(createdBy("s".repeat(MOST) + "t")).isEqualTo("s".repeat(MOST));
    assertThat(createdBy("\u65e5".repeat(2 * MOST))).isEqualTo("\u65e5".repeat(MOST));
  }

  /** Half a pair is no text, in no encoding. */
  @Test
  void aBuildStepIsNotCutWithinACharacter() throws IOException {
    String step = "s" + "\ud83d\ude00".repeat(MOST);
    String cut = createdBy(step);
    assertThat(step).startsWith(cut);
    assertThat(cut).hasSizeBetween(MOST - 1, MOST);
    assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(cut)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {CONTAINERD, OCI})
  void anImageInALayoutMayHaveANameOfSoManyLetters(String annotation) throws IOException {
    String name = "r/" + "n".repeat(MOST - 4) + ":1";
    List<Finding> findings = named(annotation, name);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(tag -> tag.repository() + ":" + tag.tag())
        .containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {CONTAINERD, OCI})
  void anImageInALayoutWhoseNameIsLongerStaysWithoutIt(String annotation) throws IOException {
    String image = shelf.image("app");
    List<Finding> findings = named(annotation, "r/" + "n".repeat(MOST - 3) + ":1");
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(MemoryStore.ROOT + "/layout/index.json", Finding.Rejected::source)
        .returns(null, Finding.Rejected::digest)
        .returns(RejectReason.LIMIT, Finding.Rejected::reason)
        .satisfies(
            rejected ->
                assertThat(rejected.message())
                    .startsWith(image)
                    .contains("16384")
                    .hasSizeLessThan(199));
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.LayerPlace.class)).hasSize(2);
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("layout", null, image));
    assertThat(Shelf.of(findings, Finding.RepositoryManifest.class))
        .containsExactly(new Finding.RepositoryManifest("layout", null, image));
  }

  @Test
  void aSavedImageMayHaveATagOfSoManyLetters() throws IOException {
    String name = "n".repeat(MOST - 2) + ":1";
    List<Finding> findings = saved(name);
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(tag -> tag.repository() + ":" + tag.tag())
        .containsExactly(name);
  }

  @Test
  void aSavedImageWhoseTagIsLongerStays() throws IOException {
    List<Finding> findings = saved("n".repeat(MOST - 1) + ":1");
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(MemoryStore.ROOT + "/saved.tar", Finding.Rejected::source)
        .returns(RejectReason.LIMIT, Finding.Rejected::reason)
        .satisfies(
            rejected -> assertThat(rejected.message()).contains("16384").hasSizeLessThan(199));
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.LayerPlace.class)).hasSize(1);
  }

  /** Manifests that no tag leads to may be deleted. */
  @Test
  void aSavedImageWhoseOnlyTagIsLongerIsOneWithoutAName() throws IOException {
    List<Finding> findings = saved("n".repeat(MOST - 1) + ":1");
    String config = shelf.config(digest("tar"));
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("saved", null, config));
    assertThat(Shelf.of(findings, Finding.RepositoryManifest.class))
        .containsExactly(new Finding.RepositoryManifest("saved", null, config));
  }

  @Test
  void otherTagsOfASavedImageStay() throws IOException {
    List<Finding> findings = saved("a:1", "n".repeat(MOST - 1) + ":1", "b:2");
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .extracting(tag -> tag.repository() + ":" + tag.tag())
        .containsExactly("a:1", "b:2");
  }

  private String createdBy(String step) throws IOException {
    String config =
        shelf.add(
            "{\"history\":[{\"created_by\":\"%s\"}],\"rootfs\":{\"diff_ids\":[\"%s\"]}}"
                .formatted(step, digest("a")));
    String image = shelf.manifest(config, shelf.descriptor(Shelf.LAYER, shelf.add("layer")));
    shelf.layout(store, "layout", Shelf.index(shelf.descriptor(Shelf.MANIFEST, image)));
    List<Finding> findings = read("/layout");
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    return String.valueOf(Shelf.of(findings, Finding.ImageLayer.class).get(0).createdBy());
  }

  /** A layout of one image, with this annotation. */
  private List<Finding> named(String annotation, String name) throws IOException {
    String more = ",\"annotations\":{\"%s\":\"%s\"}".formatted(annotation, name);
    String image = shelf.descriptor(Shelf.MANIFEST, shelf.image("app"), more);
    shelf.layout(store, "layout", Shelf.index(image));
    return read("/layout");
  }

  /** An archive of docker save of one image with these tags. */
  private List<Finding> saved(String... tags) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("c.json", shelf.blobs.get(shelf.config(digest("tar"))));
    files.put("l.tar", text("tar"));
    files.put(
        "manifest.json",
        text(
            "[{\"Config\":\"c.json\",\"RepoTags\":[%s],\"Layers\":[\"l.tar\"]}]"
                .formatted(Shelf.list(tags))));
    store.put("saved.tar", Shelf.tar(files));
    return read("/saved.tar");
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** All that is said, repositories included. */
  private List<Finding> read(String path) throws IOException {
    SourceUnit unit = ImageSources.units(store, MemoryStore.ROOT + path).get(0);
    return Findings.read(store, unit, Shelf.LIMITS);
  }
}
