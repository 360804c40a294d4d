package dev.varve.jobs.cli.estimate;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What estimates say, beside what DuckDB counts in a warehouse of the whole. */
class EstimateLinesTest {
  private static final String FILES =
      "SELECT sum(bytes) AS copied, (SELECT sum(b) FROM (SELECT any_value(bytes) AS b"
          + " FROM layer_recipe WHERE kind = 'FILE' GROUP BY fingerprint)) AS once"
          + " FROM layer_recipe WHERE kind = 'FILE'";
  private static final String CHUNKS =
      "SELECT sum(bytes) AS copied, (SELECT sum(b) FROM (SELECT any_value(bytes) AS b"
          + " FROM segment_chunk WHERE NOT zero GROUP BY fingerprint)) AS once"
          + " FROM segment_chunk WHERE NOT zero";

  @TempDir private Path folder;

  private static Map<String, Line> figures(List<Line> rows) {
    return rows.stream().collect(Collectors.toMap(row -> row.text("quantity"), row -> row));
  }

  private static Line figure(Map<String, Line> said, String quantity) {
    return Objects.requireNonNull(said.get(quantity), quantity);
  }

  @Test
  void aSmallRegistryIsReadWholeAndKnownAndWhatAnIngestWouldRejectIsNamed() throws IOException {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Path kept = folder.resolve("kept");
    Answer answer =
        varve(
                "estimate registry %s --warehouse %s --set estimate.scratch=%s",
                SmallWorld.registry(), kept, scratch)
            .done();
    Map<String, Line> said =
        figures(rows(kept, "SELECT *, value AS estimate FROM estimate_result"));
    Line files = row(SmallWorld.ingested(), FILES);
    assertThat(figure(said, "file_bytes").number("estimate")).isEqualTo(files.number("copied"));
    assertThat(figure(said, "unique_file_bytes").number("low"))
        .isCloseTo(files.number("once"), within(2.0));
    assertThat(figure(said, "unique_file_bytes").number("high"))
        .isCloseTo(files.number("once"), within(2.0));
    assertThat(figure(said, "images").number("estimate"))
        .isEqualTo(SmallWorld.registrySummary().images());
    try (Stream<Path> left = Files.list(scratch)) {
      assertThat(left).isEmpty();
    }
    // It has one layer that ends in its middle.
    assertThat(answer.err()).contains("TRUNCATED", SmallWorld.registrySummary().truncatedDigest());
    assertThat(answer.out().replaceAll("\\s+", " "))
        .contains(
            "Storing each file once saves %.1f %% of the files' bytes."
                .formatted(100 * figure(said, "file_dedup_ratio").number("estimate")),
            "All bytes were read; rejected 1 input.")
        // What was rejected is stored, and its files are not known.
        .doesNotContain("is stored now");
    // 100 characters take every word of the last column.
    for (Quantity.Measure measure : Quantity.Measure.values()) {
      if (said.containsKey(Quantity.tableName(measure))) {
        assertThat(answer.out()).contains(measure.meaning() + "\n");
      }
    }
  }

  @Test
  void whatIsFoundIsThatOfLayersThatWereReadAndRoundingPutsNothingOutside() throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.packed(), folder.resolve("found"));
    varve("estimate registry %s --warehouse %s", SmallWorld.registry(), warehouse).done();
    Map<String, Line> said =
        figures(
            varve("report estimate-accuracy --format json --warehouse %s", warehouse)
                .done()
                .rows());
    // One layer is rejected: what manifests list of it is not shared by anybody.
    Line sharing =
        row(
            warehouse,
            "SELECT 1 - (SELECT sum(compressed_bytes) FROM layer)"
                + " / (SELECT sum(layer.compressed_bytes)"
                + " FROM image_layer JOIN layer USING (layer_digest))"
                + " AS found");
    assertThat(figure(said, "layer_sharing_ratio").number("found"))
        .isCloseTo(sharing.number("found"), within(1e-12));
    for (String exact : List.of("file_bytes", "unique_file_bytes", "file_dedup_ratio")) {
      assertThat(figure(said, exact).text("inside")).as(exact).isEqualTo("true");
    }
  }

  @Test
  void optionsThatMeasureMakeTheForecastWarehouseLarger() {
    // Every file of at least a byte has chunks, which are rows of a table of their own.
    String line = "estimate registry %s --format json --quiet";
    double plain = warehouseBytes(varve(line, SmallWorld.registry()).done());
    double cut = warehouseBytes(varve(line + " --chunks fixed-4k", SmallWorld.registry()).done());
    assertThat(cut).isGreaterThan(1.02 * plain);
  }

  private static double warehouseBytes(Answer answer) {
    return figure(figures(answer.rows()), "warehouse_bytes").number("estimate");
  }

  @Tag("thorough")
  @Test
  void bothEnginesSayTheSameOfARegistry() {
    requireTheSame("registry " + SmallWorld.registry());
  }

  @Tag("thorough")
  @Test
  void bothEnginesSayTheSameOfDisks() {
    requireTheSame("snapshots " + SmallWorld.disks());
  }

  private static void requireTheSame(String input) {
    String part =
        "estimate %s --format json --set estimate.read-bytes=1 --set estimate.read-ratio=0.5 --set tuning.estimate.range-bytes=2MiB"
            .formatted(input);
    Map<String, Line> said = figures(varve(part).done().rows());
    Map<String, Line> bySpark = figures(varve(part + " --set engine.name=spark").done().rows());
    assertThat(said.keySet()).isEqualTo(bySpark.keySet());
    said.forEach(
        (quantity, figure) -> {
          if (!figure.text("how").equals("forecast")) { // how long it took, and what it wrote
            for (String end : List.of("estimate", "low", "high")) {
              double expected = figure(bySpark, quantity).number(end);
              assertThat(figure.number(end))
                  .as("%s of %s", end, quantity)
                  .isCloseTo(expected, within(1e-9 * Math.abs(expected)));
            }
          }
        });
  }

  @Test
  void aPartOfARegistryGivesIntervals() {
    Path kept = folder.resolve("kept");
    List<Line> rows =
        varve(
                "estimate registry %s --format json --set estimate.read-bytes=1"
                    + " --set estimate.read-ratio=0.5 --warehouse %s",
                SmallWorld.registry(), kept)
            .done()
            .rows();
    assertThat(row(kept, "SELECT count(*) AS n FROM estimate_result").count("n"))
        .isEqualTo(rows.size());
    Map<String, Line> said = figures(rows);
    Line files = row(SmallWorld.ingested(), FILES);
    holds(figure(said, "file_bytes"), files.number("copied"));
    holds(figure(said, "unique_file_bytes"), files.number("once"));
    holds(figure(said, "file_dedup_ratio"), 1 - files.number("once") / files.number("copied"));
    assertThat(figure(said, "stored_bytes").text("how")).isEqualTo("known");
  }

  @Test
  void aPartOfTheDisksGivesIntervals() {
    Map<String, Line> said =
        figures(
            varve(
                    "estimate snapshots %s --format json --set estimate.read-bytes=1"
                        + " --set estimate.read-ratio=0.5 --set tuning.estimate.range-bytes=2MiB",
                    SmallWorld.disks())
                .done()
                .rows());
    Line chunks = row(SmallWorld.ingested(), CHUNKS);
    holds(figure(said, "data_bytes"), chunks.number("copied"));
    holds(figure(said, "unique_chunk_bytes"), chunks.number("once"));
    Line disks =
        row(
            SmallWorld.ingested(),
            "SELECT sum(virtual_bytes) AS disks, sum(allocated_bytes) AS allocated FROM snapshot");
    assertThat(figure(said, "disk_bytes").count("estimate")).isEqualTo(disks.count("disks"));
    assertThat(figure(said, "allocated_bytes").count("estimate"))
        .isEqualTo(disks.count("allocated"));
  }

  @Test
  void zerosAreNoSaving() throws IOException {
    Path disk = folder.resolve("zero.raw");
    Files.write(disk, new byte[1 << 20]);
    assertThat(varve("estimate snapshots %s", disk).done().out())
        .contains("No chunk but zeros was found in what was read: nothing to estimate.")
        .doesNotContain("chunk_dedup_ratio");
  }

  @Test
  void aTraceHasNoBytesToDrawFrom() throws IOException {
    Path trace = folder.resolve("vm.chunks");
    Files.writeString(trace, "00112233445566778899aabbccddeeff00112233,4096\n");
    assertThat(varve("estimate snapshots %s", trace).endsWith(2).err())
        .contains("a chunk trace has no bytes to draw from");
  }

  private static void holds(Line figure, double truth) {
    assertThat(truth).isBetween(figure.number("low"), figure.number("high"));
  }

  @Test
  void whatIsNoInputIsSaid() {
    assertThat(varve("estimate registry %s", folder.resolve("none")).endsWith(4).err())
        .contains("none");
    assertThat(varve("estimate snapshots %s --set estimate.read-ratio=2", folder).endsWith(2).err())
        .contains("estimate.read-ratio");
  }
}
