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

/** Archives of docker save that list one config twice: an image goes by its config. */
class SavedTwiceTest {
  private final MemoryStore store = new MemoryStore();
  private final Shelf shelf = new Shelf();
  private final String config = shelf.config(digest("base"), digest("top"));

  @Test
  void theSameLayersAreOneImageOfTwoTags() throws IOException {
    List<Finding> findings =
        read(
            entry("a:1", "[\"base.tar\",\"top.tar\"]"), entry("b:2", "[\"base.tar\",\"top.tar\"]"));
    assertThat(Shelf.of(findings, Finding.Rejected.class)).isEmpty();
    assertThat(Shelf.of(findings, Finding.Image.class)).hasSize(1);
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(
            new Finding.ImageTag("a", "1", config), new Finding.ImageTag("b", "2", config));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"top.tar\",\"base.tar\"]",
        "[\"base.tar\"]",
        "[\"base.tar\",\"top.tar\",\"top.tar\"]",
        "[\"base.tar\",\"./top.tar\"]",
        "[]",
        "null",
        "{}",
        "\"base.tar\""
      })
  void otherLayersAreCorruptAndTheFirstImageStays(String layers) throws IOException {
    List<Finding> findings = read(entry("a:1", "[\"base.tar\",\"top.tar\"]"), entry("b:2", layers));
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .returns(MemoryStore.ROOT + "/saved.tar", Finding.Rejected::source)
        .returns(RejectReason.CORRUPT, Finding.Rejected::reason);
    assertThat(Shelf.of(findings, Finding.Image.class))
        .singleElement()
        .returns(2, Finding.Image::layers);
    assertThat(Shelf.of(findings, Finding.ImageLayer.class)).hasSize(2);
    assertThat(Shelf.of(findings, Finding.ImageTag.class))
        .containsExactly(new Finding.ImageTag("a", "1", config));
  }

  @Test
  void theRejectionNamesConfigAndTagOfTheSecond() throws IOException {
    List<Finding> findings =
        read(entry("a:1", "[\"base.tar\",\"top.tar\"]"), entry("b:2", "[\"base.tar\"]"));
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .satisfies(
            rejected ->
                assertThat(rejected.message()).contains("c.json", "b:2", "with other layers"));
  }

  /** A message is a text of a row too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void theRejectionDoesNotGrowWithTheTags(int tags) throws IOException {
    String many = "b:2" + "\",\"b:2".repeat(tags);
    List<Finding> findings =
        read(entry("a:1", "[\"base.tar\",\"top.tar\"]"), entry(many, "[\"base.tar\"]"));
    assertThat(Shelf.of(findings, Finding.Rejected.class))
        .singleElement()
        .satisfies(rejected -> assertThat(rejected.message()).hasSizeLessThan(3 * 16_384));
  }

  @Test
  void layersThatAreNoListAreCorrupt() throws IOException {
    for (String layers : List.of("{\"0\":\"base.tar\",\"1\":\"top.tar\"}", "\"base.tar\"", "2")) {
      assertThat(read(entry("a:1", layers)))
          .singleElement()
          .isInstanceOfSatisfying(
              Finding.Rejected.class,
              rejected -> assertThat(rejected.reason()).isEqualTo(RejectReason.CORRUPT));
    }
  }

  private static String entry(String tag, String layers) {
    return "{\"Config\":\"c.json\",\"RepoTags\":[\"%s\"],\"Layers\":%s}".formatted(tag, layers);
  }

  private List<Finding> read(String... entries) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("c.json", shelf.blobs.get(config));
    files.put("base.tar", text("base"));
    files.put("top.tar", text("top"));
    files.put("manifest.json", text("[" + String.join(",", entries) + "]"));
    store.put("saved.tar", Shelf.tar(files));
    return Shelf.findings(store, "/saved.tar");
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
