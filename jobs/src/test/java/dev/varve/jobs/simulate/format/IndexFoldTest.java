package dev.varve.jobs.simulate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.simulate.format.IndexFold.LayerContentCount;
import dev.varve.jobs.simulate.format.IndexFold.LayerEntry;
import dev.varve.jobs.simulate.format.IndexFold.LayerIndexBytes;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class IndexFoldTest {
  private static LayerEntry entry(String layer, int position, long bytes) {
    return new LayerEntry(
        layer,
        "gzip",
        20 << 20,
        40 << 20,
        null,
        new FileEntry(
            position,
            "a/f" + position,
            EntryKind.FILE,
            bytes,
            null,
            null,
            512,
            0644,
            0,
            0,
            0,
            null,
            null));
  }

  private static List<Record> folded(long mostEntries, LayerEntry... entries) {
    List<Record> output = new ArrayList<>();
    IndexFold fold = new IndexFold(mostEntries);
    for (LayerEntry entry : entries) {
      fold.add(entry, output::add);
    }
    fold.finish(output::add);
    return output;
  }

  private static Map<String, Long> indexes(List<Record> output, String layer) {
    return output.stream()
        .filter(LayerIndexBytes.class::isInstance)
        .map(LayerIndexBytes.class::cast)
        .filter(index -> index.layerDigest().equals(layer))
        .collect(Collectors.toMap(LayerIndexBytes::format, LayerIndexBytes::indexBytes));
  }

  @Test
  void everyLayerHasItsIndexesAndContents() {
    List<Record> output = folded(100, entry("x", 0, 5), entry("x", 1, 0), entry("y", 0, 7));
    assertThat(indexes(output, "x"))
        .containsKeys("estargz", "zstd-chunked", "soci", "nydus", "composefs", "erofs", "files")
        .doesNotContainKeys("as-stored", "gzip-6");
    assertThat(output).contains(new LayerContentCount("x", 1), new LayerContentCount("y", 1));
    assertThat(indexes(output, "y")).hasSameSizeAs(indexes(output, "x"));
  }

  /** The first two of four entries count twice in the indexes; contents all count. */
  @Test
  void entriesBeyondTheMostCountInProportion() {
    List<Record> some =
        folded(2, entry("x", 0, 5), entry("x", 1, 5), entry("x", 2, 5), entry("x", 3, 5));
    Map<String, Long> half = indexes(folded(2, entry("x", 0, 5), entry("x", 1, 5)), "x");
    half.replaceAll((format, bytes) -> 2 * bytes);
    assertThat(indexes(some, "x")).isEqualTo(half);
    assertThat(some).contains(new LayerContentCount("x", 4));
  }

  @Test
  void noEntriesHaveNoLayer() {
    assertThat(folded(2)).isEmpty();
  }
}
