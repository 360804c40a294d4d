package dev.varve.jobs.cli.estimate;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Estimates of registries that are damaged, or have few files. */
class OddRegistriesTest {
  private static final String TENTH =
      "estimate registry %s --format json --set estimate.read-bytes=1";
  private static final int FILE_BYTES = 100_000;
  private static final int LAYERS = 40;

  @TempDir private Path folder;
  private LayoutOfBlobs layout = new LayoutOfBlobs(Path.of(""));

  @BeforeEach
  void begin() {
    layout = new LayoutOfBlobs(folder);
  }

  private static byte[] archive(List<byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (int file = 0; file < files.size(); file++) {
        TarArchiveEntry entry = new TarArchiveEntry("file" + file);
        entry.setSize(files.get(file).length);
        tar.putArchiveEntry(entry);
        tar.write(files.get(file));
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] gzip(byte[] archive) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(archive);
    }
    return bytes.toByteArray();
  }

  private static byte[] noise(int seed, int bytes) {
    byte[] noise = new byte[bytes];
    new Random(seed).nextBytes(noise);
    return noise;
  }

  private static Map<String, Line> figures(Answer answer) {
    return answer.rows().stream()
        .collect(Collectors.toMap(row -> row.text("quantity"), Function.identity()));
  }

  private static Line figure(Map<String, Line> said, String quantity) {
    return Objects.requireNonNull(said.get(quantity), quantity);
  }

  /**
   * Forty layers of one file each: one is missing, one is cut short, and one states that its
   * archive has 2 GiB. Their lengths alone say so: an estimate reads them, rejects them, and counts
   * 37 * 100,000 bytes. All others are alike, and most are not read, so that the figure is no known
   * one.
   */
  @Test
  void layersThatAreBrokenDistortNothing() throws IOException {
    for (int layer = 0; layer < LAYERS; layer++) {
      byte[] archive = archive(List.of(noise(layer, FILE_BYTES)));
      byte[] blob = gzip(archive);
      if (layer == 2) {
        Arrays.fill(blob, blob.length - 4, blob.length, (byte) 0x7f);
      }
      Path place = layout.place(layout.layer(archive, blob));
      if (layer == 0) {
        Files.delete(place);
      } else if (layer == 1) {
        Files.write(place, Arrays.copyOf(blob, blob.length / 2));
      }
    }
    layout.finish();
    Answer answer = varve(TENTH, folder).done();
    assertThat(answer.err()).contains("ABSENT", "TRUNCATED", "the gzip trailer states a length");
    Line files = figure(figures(answer), "file_bytes");
    assertThat(files.text("how")).isEqualTo("sample");
    assertThat(files.number("estimate")).isEqualTo(37.0 * FILE_BYTES);
    assertThat(37.0 * FILE_BYTES).isBetween(files.number("low"), files.number("high"));
  }

  /** Heads are 64 KiB at least, so all of these layers are read to their ends. */
  @Test
  void layersThatAreNoLongerThanTheirHeadsAreKnown() throws IOException {
    for (int layer = 0; layer < LAYERS; layer++) {
      byte[] archive = archive(List.of(noise(layer / 2, 1000), noise(LAYERS + layer, 10)));
      layout.layer(archive, gzip(archive));
    }
    layout.finish();
    Map<String, Line> said = figures(varve(TENTH, folder).done());
    assertThat(figure(said, "file_bytes").count("estimate")).isEqualTo(40 * 1010);
    assertThat(figure(said, "unique_file_bytes").count("high")).isEqualTo(20 * 1000 + 40 * 10);
    assertThat(figure(said, "unique_file_bytes").text("how")).isEqualTo("known");
  }

  /** No layer of three can be read: nothing is drawn, and all that is known is that. */
  @Test
  void aRegistryWithoutASoundLayerHasNoFiles() throws IOException {
    for (int layer = 0; layer < 3; layer++) {
      byte[] archive = archive(List.of(noise(layer, FILE_BYTES)));
      Files.delete(layout.place(layout.layer(archive, gzip(archive))));
    }
    layout.finish();
    Map<String, Line> said = figures(varve(TENTH, folder).done());
    assertThat(figure(said, "layers").count("estimate")).isEqualTo(3);
    assertThat(figure(said, "file_bytes").text("how")).isEqualTo("known");
    assertThat(figure(said, "file_bytes").count("high")).isZero();
    assertThat(said).doesNotContainKeys("file_dedup_ratio", "compressed_unique_bytes");
  }

  /**
   * At a share of a half a piece of 128 KiB is always compressed, a file of a byte in one of 362
   * cases: one sample says nothing of what the files would take.
   */
  @Test
  void oneCompressedFileIsNoSample() throws IOException {
    byte[] archive = archive(List.of(noise(1, 128 << 10), new byte[] {1}));
    layout.layer(archive, gzip(archive));
    layout.finish();
    Map<String, Line> said =
        figures(
            varve(
                    TENTH + " --set ingest.sample-ratio=0.5 --set tuning.ingest.sample-bytes=1",
                    folder)
                .done());
    assertThat(figure(said, "unique_file_bytes").count("estimate")).isEqualTo((128 << 10) + 1);
    assertThat(said).doesNotContainKey("compressed_unique_bytes");
  }
}
