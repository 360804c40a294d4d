package dev.varve.benchmarks.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import dev.varve.model.FormatSample;
import dev.varve.model.Layer;
import dev.varve.model.Seed;
import dev.varve.model.StoredArchive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Drawn against stated: figures of Zhao et al., Large-scale analysis of the Docker Hub dataset
 * (2019), of 5.28 G files in 1,792,609 layers of 457,627 repositories, 167 TB.
 */
class LayerPopulationTest {
  private static final Seed SEED = new Seed(7);

  /** What a content has: its copies and its bytes. */
  private record Held(long copies, long bytes) {}

  private static final class Counted {
    private final Map<Fingerprint, Held> contents = new HashMap<>();
    private final Map<String, Held> types = new HashMap<>();
    private long files;
    private long bytes;
    private long empty;

    Counted(long layers) {
      new LayerPopulation(SEED, layers)
          .range(0, layers)
          .forEachRemaining(layer -> layer.entries().forEachRemaining(this::add));
    }

    private void add(FileEntry entry) {
      if (entry.kind() == EntryKind.FILE) {
        files++;
        bytes += entry.bytes();
        empty += entry.bytes() == 0 ? 1 : 0;
        contents.merge(
            java.util.Objects.requireNonNull(entry.fingerprint()),
            new Held(1, entry.bytes()),
            (held, one) -> new Held(held.copies() + 1, held.bytes()));
        types.merge(
            java.util.Objects.requireNonNull(entry.contentType()),
            new Held(1, entry.bytes()),
            (held, one) -> new Held(held.copies() + 1, held.bytes() + one.bytes()));
      }
    }

    double countRatio(String type) {
      return of(type).copies() / (double) files;
    }

    double bytesRatio(String type) {
      return of(type).bytes() / (double) bytes;
    }

    private Held of(String type) {
      return types.getOrDefault(type, new Held(0, 0));
    }
  }

  @Test
  void filesRepeatAsTheyDoInALargeRegistry() {
    Counted counted = new Counted(700);
    long[] copies = counted.contents.values().stream().mapToLong(Held::copies).sorted().toArray();
    double distinctBytes = counted.contents.values().stream().mapToLong(Held::bytes).sum();
    assertThat(copies.length / (double) counted.files).isCloseTo(0.03, within(0.002));
    assertThat(copies[copies.length / 2]).isEqualTo(4);
    assertThat(copies[(int) (copies.length * 0.88)]).isBetween(5L, 10L);
    assertThat(copies[copies.length - 1]).isEqualTo(counted.empty);
    assertThat(counted.empty / (double) counted.files)
        .isCloseTo(53_654_306 / 5.28e9, within(0.0005));
    assertThat(1 - distinctBytes / counted.bytes).isCloseTo(0.8569, within(0.015));
    assertThat(counted.bytes / (double) counted.files).isCloseTo(167e12 / 5.28e9, within(3000.0));
  }

  @Test
  void typesHaveTheirSharesOfFilesAndBytes() {
    Counted counted = new Counted(700);
    assertThat(counted.countRatio("elf")).isCloseTo(0.11, within(0.03));
    assertThat(counted.bytesRatio("elf")).isCloseTo(0.37, within(0.06));
    assertThat(counted.bytesRatio("archive")).isCloseTo(0.23, within(0.06));
    assertThat(counted.countRatio("text")).isCloseTo(0.44, within(0.05));
    assertThat(counted.bytesRatio("text")).isCloseTo(0.14, within(0.04));
  }

  @Test
  void layersHaveAsManyFilesAsStated() {
    int most = 1_792_609;
    double mean =
        IntStream.range(0, most)
            .map(layer -> LayerPopulation.files((layer + 0.5) / most))
            .average()
            .orElseThrow();
    assertThat(mean).isCloseTo(5.28e9 / most, within(30.0));
    assertThat(LayerPopulation.files(0.5)).isEqualTo(30);
    assertThat(LayerPopulation.files(0.9)).isEqualTo(7410);
    assertThat(LayerPopulation.files(1 - 0.5 / most)).isEqualTo(826_196);
    long layers = 2000;
    List<Integer> files = new ArrayList<>();
    new LayerPopulation(SEED, layers)
        .range(0, layers)
        .forEachRemaining(at -> files.add(at.files()));
    files.sort(null);
    assertThat(files.get(1000)).isBetween(20, 45);
    assertThat(files.get(1800)).isBetween(5500, 10_000);
  }

  @Test
  void imagesHaveAsManyLayersAsStated() {
    ImagePopulation images = new ImagePopulation(SEED, 20_000);
    long[] layers =
        LongStream.range(0, images.images()).map(at -> images.layers(at).length).sorted().toArray();
    Set<String> repositories = new HashSet<>();
    Set<Long> listed = new HashSet<>();
    long withEmpty = 0;
    for (long image = 0; image < images.images(); image++) {
      repositories.add(images.repository(image));
      long[] of = images.layers(image);
      Arrays.stream(of).forEach(listed::add);
      withEmpty += Arrays.stream(of).anyMatch(layer -> layer == 0) ? 1 : 0;
    }
    assertThat(layers[layers.length / 2]).isBetween(7L, 9L);
    assertThat(layers[(int) (layers.length * 0.9)]).isBetween(17L, 19L);
    assertThat(layers[layers.length - 1]).isBetween(100L, 120L);
    assertThat(withEmpty / (double) layers.length).isCloseTo(184_171 / 457_627.0, within(0.02));
    assertThat(repositories.size() / 20_000.0).isCloseTo(457_627 / 1_792_609.0, within(0.001));
    assertThat(listed).hasSize(20_000);
  }

  @Test
  void aLayerAloneIsThatOfTheWhole() {
    LayerPopulation all = new LayerPopulation(SEED, 60);
    Map<Long, List<FileEntry>> whole = new HashMap<>();
    all.range(0, 60).forEachRemaining(layer -> whole.put(layer.number(), entries(layer)));
    for (long layer : new long[] {0, 6, 7, 13, 40, 59}) {
      PopulationLayer alone = new LayerPopulation(SEED, 60).range(layer, layer + 1).next();
      assertThat(entries(alone)).isEqualTo(whole.get(layer));
    }
  }

  @Test
  void aRebuiltLayerHasOtherTimesAndALayerCompressedOtherwiseTheSameArchive() {
    List<Layer> layers = new ArrayList<>();
    new LayerPopulation(SEED, 60).range(0, 60).forEachRemaining(layer -> layers.add(layer.layer()));
    assertThat(layers).extracting(Layer::layerDigest).isSorted().doesNotHaveDuplicates();
    assertThat(layers.get(7).diffId()).isNotEqualTo(layers.get(6).diffId());
    assertThat(layers.get(7).contents().entries()).isEqualTo(layers.get(6).contents().entries());
    assertThat(layers.get(13).diffId()).isEqualTo(layers.get(12).diffId());
    assertThat(layers.get(13).contents()).isEqualTo(layers.get(12).contents());
  }

  /** By the comments of layer.rest_bytes and of table format_sample. */
  @Test
  void bytesOfEntriesAndTheRestAreThoseOfTheBlobAndSpansAreWithinIt() {
    Iterator<PopulationLayer> layers = new LayerPopulation(SEED, 60).range(0, 60);
    int spans = 0;
    while (layers.hasNext()) {
      PopulationLayer layer = layers.next();
      StoredArchive archive = layer.layer().stored();
      long stored = 0;
      for (FileEntry entry : entries(layer)) {
        assertThat(entry.storedBytes()).isNotNegative();
        stored += Objects.requireNonNull(entry.storedBytes());
      }
      assertThat(archive.restBytes()).isNotNegative();
      assertThat(stored + archive.restBytes()).isEqualTo(archive.compressedBytes());
      List<FormatSample> samples = new ArrayList<>();
      layer.spans().forEachRemaining(samples::add);
      assertThat(samples)
          .isSortedAccordingTo(
              Comparator.comparing(FormatSample::coding).thenComparing(FormatSample::offset));
      for (FormatSample span : samples) {
        spans++;
        assertThat(span.offset() % (1 << 20)).isZero();
        assertThat(span.offset() + span.archiveBytes()).isLessThanOrEqualTo(archive.archiveBytes());
        assertThat(span.contentBytes()).isBetween(0L, span.archiveBytes());
        assertThat(span.contents() * 512L).isLessThanOrEqualTo(span.archiveBytes());
      }
    }
    assertThat(spans).isPositive();
  }

  private static List<FileEntry> entries(PopulationLayer layer) {
    List<FileEntry> entries = new ArrayList<>();
    layer.entries().forEachRemaining(entries::add);
    return entries;
  }
}
