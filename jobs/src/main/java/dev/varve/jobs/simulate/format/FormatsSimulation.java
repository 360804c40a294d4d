package dev.varve.jobs.simulate.format;

import dev.varve.content.format.Coding;
import dev.varve.content.format.ComposefsIndex;
import dev.varve.content.format.ImageFormat;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.simulate.SimulationSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/** {@code simulate formats}: tables {@code format_part} and {@code format_result}. */
@Simulation.About(
    name = "formats",
    help = {
      "What image formats would store of a registry, and what pulls, updates and starts would fetch:",
      "gzip, zstd, eStargz, zstd:chunked, SOCI, nydus, composefs, EROFS, OverlayBD, stores of files",
      "and of chunks. What has to be compressed to be known is estimated from the sample of ingest",
      "registry --measure-formats; updates are those of derive, starts those of simulate startup.",
      "Updates of zstd:chunked are by files, or by its chunks: ingest registry --chunks rollsum-v1-64k."
    },
    examples = {
      "--warehouse /data/w",
      "--warehouse /data/w --latency-millis 5 --bytes-per-second 1GB"
    },
    sharedKeys = "simulation.confidence",
    reports = "formats")
public final class FormatsSimulation implements Simulation {
  private static final String FOLDER = "simulate";
  private static final String LAYER = "layer_digest";
  private static final String FORMAT = "format";

  @Override
  public Job read(Request request) {
    return new Formats(
        request.settings().bind("formats", FormatSettings.class),
        request.settings().bind("simulation", SimulationSettings.class).confidence());
  }

  /** A row of view {@code format}. */
  private record FormatRow(
      String format,
      ImageFormat.Unit unit,
      ImageFormat.Payload payload,
      @Nullable String coding,
      @Nullable String base,
      boolean isJoined,
      ImageFormat.Update update,
      @Nullable String chunker,
      ImageFormat.Start start,
      long blockBytes,
      boolean isPublished,
      boolean isVerified) {
    static FormatRow of(ImageFormat format) {
      return new FormatRow(
          format.label(),
          format.unit(),
          format.payload(),
          label(format.coding()),
          format.coding() == null ? null : label(format.coding().baseCoding()),
          format.isJoined(),
          format.update(),
          format.chunker(),
          format.start(),
          format.blockBytes(),
          format.isPublished(),
          format.isVerified());
    }

    private static @Nullable String label(@Nullable Coding coding) {
      return coding == null ? null : coding.label();
    }
  }

  private record Formats(FormatSettings settings, double confidence) implements Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return runs.executeOnExisting("simulate formats", Map.of(), location, this::run);
    }

    @Override
    public String summary(RunSummary run) {
      return "%d formats of %s%s"
          .formatted(
              ImageFormat.values().length,
              run.count("format_images", "image"),
              run.count("format_spans") > 0
                  ? ""
                  : "; what has to be measured is missing: varve ingest registry --measure-formats");
    }

    private void run(Run run) throws IOException {
      run.registerViews();
      Engine engine = run.engine();
      engine.materialize("format_image", Query.of(FOLDER, "squash_image"));
      if (engine.isEmpty("layer")) {
        throw NoInputException.noLayers(run.warehouse().location());
      }
      run.count("format_images", engine.count(Query.of("SELECT 1 AS image FROM format_image")));
      engine.records(
          FORMAT, FormatRow.class, Stream.of(ImageFormat.values()).map(FormatRow::of).toList());
      run.count("format_spans", CodingFits.makeViews(engine, confidence));
      run.note("computing the indexes of layers");
      engine.fold(
          Ordered.by(
                  Query.of(FOLDER, "format_entry")
                      .with("chunker", String.valueOf(ImageFormat.ZSTD_CHUNKED.chunker())),
                  IndexFold.LayerEntry.class,
                  LAYER,
                  "position")
              .grouped(1),
          () -> new IndexFold(IndexFold.MAX_ENTRIES),
          new Output("format_index", IndexFold.LayerIndexBytes.class),
          new Output("format_counts", IndexFold.LayerContentCount.class));
      engine.materialize("format_copies", Query.of(FOLDER, "format_copy"));
      engine.materialize(
          "format_contents",
          Query.of(FOLDER, "format_content").with("inline", ComposefsIndex.MOST_INLINE_BYTES));
      engine.materialize("format_chunks", Query.of(FOLDER, "format_chunk"));
      for (String view : List.of("format_coded", "format_sized")) {
        engine.materialize(view, Query.of(FOLDER, view));
      }
      engine.materialize(
          "format_content_sized",
          Query.of(FOLDER, "format_content_sized").with("stream", Coding.ZSTD_3.label()));
      engine.drop("format_copies");
      double deviations =
          new NormalDistribution().inverseCumulativeProbability((1 + confidence) / 2);
      run.write(
          "format_part",
          Query.of(FOLDER, "format_part").with("deviations", deviations),
          FORMAT,
          "layers");
      run.note("computing pulls, updates and starts");
      engine.materialize("format_listed", Query.of(FOLDER, "format_listed"));
      for (String view : List.of("format_pull", "format_update", "format_start")) {
        engine.materialize(view + "s", Query.of(FOLDER, view));
      }
      run.write(
          "format_result",
          Query.of(FOLDER, "format_result")
              .with("latency", settings.latencyMillis())
              .with("connections", settings.connections())
              .with("bandwidth", settings.bytesPerSecond())
              .with("unpacking", settings.unpackBytesPerSecond()),
          "image_digest",
          FORMAT);
    }
  }
}
