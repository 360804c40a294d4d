package dev.varve.content.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.varve.content.format.SpanMeter;
import dev.varve.content.format.SpanSampling;
import dev.varve.input.codec.Packing;
import dev.varve.input.tar.HandTar;
import dev.varve.model.FormatSample;
import dev.varve.model.LayerBlob;
import dev.varve.model.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Spans of layers in the codings of formats. */
class LayerSpansTest {
  private static final int SPAN = 1 << 20;

  private static List<FormatSample> samples(byte[] blob, double share) throws IOException {
    LayerBlob layer = Reading.expected(blob);
    SpanSampling sampling = new SpanSampling(share, new Seed(1));
    List<FormatSample> samples = new ArrayList<>();
    try (SpanMeter meter = new SpanMeter(sampling, layer.layerDigest(), samples::add);
        LayerReader reader =
            new LayerReader(
                layer,
                new ByteArrayInputStream(blob),
                Reading.reading("md5", Reading.LIMITS),
                meter)) {
      while (reader.next() != null) {}
    }
    return samples;
  }

  private static List<FormatSample> of(String coding, List<FormatSample> samples) {
    return samples.stream().filter(sample -> sample.coding().equals(coding)).toList();
  }

  private static double sum(List<FormatSample> samples, ToDoubleFunction<FormatSample> part) {
    return samples.stream().mapToDouble(part).sum();
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return noise;
  }

  /** Some 4.5 MiB: small files, one of 2.5 MiB, one that is empty. */
  private static byte[] archive() {
    Random random = new Random(5);
    HandTar tar = new HandTar();
    for (int file = 0; file < 40; file++) {
      byte[] content = new byte[1 + random.nextInt(100_000)];
      if (file % 2 == 0) {
        random.nextBytes(content);
      } else {
        Arrays.fill(content, (byte) file);
      }
      tar.file("f" + file, content);
    }
    return tar.file("empty", new byte[0])
        .file("large", noise(5 << 19))
        .file("last", HandTar.latin("text"))
        .end()
        .bytes();
  }

  @ParameterizedTest
  @EnumSource(names = {"NONE", "GZIP", "ZSTD"})
  void allSpansAddUpToTheLayer(Packing packing) throws IOException {
    byte[] archive = archive();
    byte[] blob = packing.pack(archive);
    Reading reading = Reading.of(blob);
    List<FormatSample> all = samples(blob, 1);
    int spans = (archive.length + SPAN - 1) / SPAN;
    assertThat(spans).isGreaterThan(3);
    for (String coding : List.of("gzip-6", "zstd-3", "estargz", "files", "erofs-zstd")) {
      List<FormatSample> samples = of(coding, all);
      assertThat(samples).hasSize(spans);
      assertThat(samples)
          .extracting(sample -> sample.offset() % SPAN + sample.offset() / SPAN)
          .isEqualTo(java.util.stream.LongStream.range(0, spans).boxed().toList());
      assertThat(sum(samples, FormatSample::archiveBytes)).isEqualTo(archive.length);
      assertThat(sum(samples, FormatSample::contentBytes))
          .isEqualTo((double) reading.layer().contents().fileBytes());
      assertThat(sum(samples, FormatSample::contents)).isEqualTo(42);
      assertThat(sum(samples, FormatSample::storedBytes)).isCloseTo(blob.length, offset(100.0));
    }
    assertThat(of("zstd-19", all).size()).isLessThanOrEqualTo(1);
    assertThat(sum(of("gzip-6", all), FormatSample::codedBytes))
        .isCloseTo(Packing.GZIP.pack(archive).length, offset(2000.0));
  }

  /** Two spans of noise, two of zeros. */
  @ParameterizedTest
  @EnumSource(names = {"GZIP", "ZSTD", "XZ", "BZIP2"})
  void storedBytesAreWhereTheyBelong(Packing packing) throws IOException {
    byte[] content = Arrays.copyOf(noise(2 * SPAN - 512), 4 * SPAN);
    byte[] blob = packing.pack(new HandTar().file("half", content).end().bytes());
    List<FormatSample> samples = of("gzip-6", samples(blob, 1));
    assertThat(samples).hasSize(5);
    for (int span = 0; span < 4; span++) {
      double expected = span < 2 ? SPAN : 0;
      // A block of bzip2 -1 is of 100 kB, of zstd of 128 KiB.
      assertThat(samples.get(span).storedBytes()).isCloseTo(expected, offset(150_000.0));
    }
  }

  /** Behind a header of 512 bytes. */
  @Test
  void aFileOfSeveralSpansBeginsInOne() throws IOException {
    byte[] blob = new HandTar().file("large", noise(3 * SPAN)).end().bytes();
    List<FormatSample> samples = of("files", samples(blob, 1));
    assertThat(samples).extracting(FormatSample::contents).containsExactly(1, 0, 0, 0);
    assertThat(samples)
        .extracting(FormatSample::contentBytes)
        .containsExactly(SPAN - 512L, (long) SPAN, (long) SPAN, 512L);
    assertThat(samples)
        .extracting(FormatSample::storedBytes)
        .containsExactly((double) SPAN, (double) SPAN, (double) SPAN, 512.0 + 1024);
    assertThat(samples)
        .extracting(FormatSample::codedBytes)
        .as("noise is not compressed")
        .containsExactly(SPAN - 512L, (long) SPAN, (long) SPAN, 512L);
  }

  @Test
  void aSmallLayerIsOneSpan() throws IOException {
    byte[] archive = new HandTar().file("a", HandTar.latin("text")).end().bytes();
    byte[] blob = Packing.GZIP.pack(archive);
    assertThat(of("files", samples(blob, 1)))
        .singleElement()
        .returns(0L, FormatSample::offset)
        .returns((long) archive.length, FormatSample::archiveBytes)
        .returns(1, FormatSample::contents)
        .returns(4L, FormatSample::contentBytes)
        .returns(4L, FormatSample::codedBytes)
        .satisfies(one -> assertThat(one.storedBytes()).isCloseTo(blob.length, offset(18.0)));
  }

  @Test
  void anEmptyLayerHasNoContents() throws IOException {
    assertThat(of("estargz", samples(new HandTar().end().bytes(), 1)))
        .singleElement()
        .returns(1024L, FormatSample::archiveBytes)
        .returns(0, FormatSample::contents)
        .returns(0L, FormatSample::contentBytes);
    assertThat(samples(archive(), 0)).isEmpty();
  }

  /** zstd-3 finds what was 512 KiB before, gzip what was 32 KiB before. */
  @Test
  void whatIsBeforeASpanMakesItSmaller() throws IOException {
    byte[] half = noise(SPAN / 2);
    byte[] content = new byte[3 * SPAN];
    for (int at = 0; at < content.length; at += half.length) {
      System.arraycopy(half, 0, content, at, half.length);
    }
    List<FormatSample> all = samples(new HandTar().file("repeated", content).end().bytes(), 1);
    List<FormatSample> zstd = of("zstd-3", all);
    assertThat(zstd.get(0).codedBytes()).isBetween(SPAN / 2L, SPAN / 2L + 5000);
    assertThat(zstd.get(1).codedBytes()).isLessThan(5000);
    assertThat(zstd.get(2).codedBytes()).isLessThan(5000);
    assertThat(of("gzip-6", all).get(1).codedBytes()).isGreaterThan(SPAN);
  }

  /** Bytes that are no content of a file. */
  @Test
  void metadataAndEndsOfZerosAreFraming() throws IOException {
    byte[] blob =
        new HandTar()
            .add(HandTar.Header.ustar('V', "volume", 2 * SPAN), new byte[2 * SPAN])
            .file("a", HandTar.latin("text"))
            .end()
            .raw(new byte[6 * SPAN])
            .bytes();
    List<FormatSample> samples = of("overlaybd", samples(Packing.GZIP.pack(blob), 1));
    assertThat(sum(samples, FormatSample::archiveBytes)).isEqualTo(blob.length);
    assertThat(sum(samples, FormatSample::contentBytes)).isEqualTo(4);
    assertThat(sum(samples, FormatSample::contents)).isOne();
  }

  /** Spans of a quarter of the layer are those of the whole layer's. */
  @Test
  void aSampleIsPartOfTheWhole() throws IOException {
    byte[] blob = Packing.ZSTD.pack(archive());
    List<FormatSample> all = of("zstd-3", samples(blob, 1));
    List<FormatSample> some = of("zstd-3", samples(blob, 0.5));
    assertThat(some).hasSizeBetween(all.size() / 2, all.size() / 2 + 1);
    assertThat(all).containsAll(some);
  }
}
