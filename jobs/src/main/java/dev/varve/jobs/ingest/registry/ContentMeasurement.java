package dev.varve.jobs.ingest.registry;

import dev.varve.content.chunking.Chunkers;
import dev.varve.content.chunking.ContentSampling;
import dev.varve.content.chunking.CutFile;
import dev.varve.content.chunking.FileCutter;
import dev.varve.content.chunking.FileCutting;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.codec.PullCodec;
import dev.varve.input.tar.LayerObserver;
import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.row.Column;
import dev.varve.model.ContentSample;
import dev.varve.model.FilePiece;
import dev.varve.model.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts the contents of files into chunks, and compresses a sample of contents and chunks, each
 * separately.
 *
 * @param sampleBytes stored bytes of inputs up to which all is sampled; of larger inputs a smaller
 *     share
 */
record ContentMeasurement(FileCutting cutting, long sampleBytes) implements LayerMeasurement {
  static final String CHUNKS = "file_recipe";

  record Settings(
      @MayBeEmpty List<String> chunks,
      @Range(low = 0, high = 1) double sampleRatio,
      List<PullCodec> sampleCodec,
      long sampleBytes) {
    static String chunks(String name) {
      return Chunkers.named(name).name();
    }

    static PullCodec sampleCodec(String name) {
      return PullCodec.named(name);
    }
  }

  private record Limits(long recipeBytes) {}

  /**
   * A row of {@code file_recipe}.
   *
   * @param layerDigest layer in which the file was read; this and {@code position} are not columns
   *     of the table
   */
  record PieceRow(FilePiece piece, String layerDigest, int position) {
    @Column
    int bytes() {
      return piece.bytes();
    }

    @Column
    int chunks() {
      return piece.chunks();
    }
  }

  /** A row of {@code content_sample}. */
  record SampleRow(ContentSample sample) {}

  static Optional<LayerMeasurement> read(SettingReader settings) {
    Settings configured = settings.bind("ingest", Settings.class);
    ContentMeasurement measurement =
        new ContentMeasurement(
            new FileCutting(
                configured.chunks,
                new ContentSampling(configured.sampleRatio, configured.sampleCodec, new Seed(0)),
                settings.bind("limit", Limits.class).recipeBytes),
            configured.sampleBytes);
    return measurement.tables().isEmpty() ? Optional.empty() : Optional.of(measurement);
  }

  @Override
  public Optional<String> title() {
    return cutting.cuts()
        ? Optional.of("chunks by " + String.join(", ", cutting.chunkers()))
        : Optional.empty();
  }

  @Override
  public List<LayerTable> tables() {
    List<LayerTable> tables = new ArrayList<>();
    if (cutting.cuts()) {
      tables.add(LayerTable.compared(CHUNKS, PieceRow.class, "chunker", "fingerprint", "piece"));
    }
    if (cutting.sampling().isSampling()) {
      tables.add(
          LayerTable.compared(
              "content_sample", SampleRow.class, "chunker", "codec", "fingerprint", "offset"));
    }
    return tables;
  }

  @Override
  public LayerObserver observer(Origin origin, LayerReading reading, LayerRows rows) {
    return new FileCutter(
        cutting, reading.fingerprint(), reading.digest(), file -> add(file, origin, rows));
  }

  private static void add(CutFile file, Origin origin, LayerRows rows) {
    int position = file.entry().position();
    file.pieces().forEach(piece -> rows.add(new PieceRow(piece, origin.layerDigest(), position)));
    file.samples().forEach(sample -> rows.add(new SampleRow(sample)));
  }

  @Override
  public LayerMeasurement adjustedTo(long namedBytes) {
    ContentSampling sampling = cutting.sampling();
    double share = LayerMeasurement.share(sampling.share(), sampleBytes, namedBytes);
    return sampling.isSampling()
        ? new ContentMeasurement(
            new FileCutting(
                cutting.chunkers(), sampling.withShare(share), cutting.mostRecipeBytes()),
            sampleBytes)
        : this;
  }
}
