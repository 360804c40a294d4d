package dev.varve.jobs.ingest.registry;

import dev.varve.jobs.engine.run.RejectedBlob;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.parquet.VerifiedRows;
import dev.varve.jobs.warehouse.row.Binder;
import dev.varve.model.ContentSample;
import dev.varve.model.FileEntry;
import dev.varve.model.FilePiece;
import dev.varve.model.FormatSample;
import dev.varve.model.FramingPiece;
import dev.varve.model.Layer;
import dev.varve.model.LayerPull;
import dev.varve.recipe.LayerReader;
import dev.varve.source.LayerCandidate;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** The files that one task writes of its layers, for each table. */
final class LayerFiles implements Closeable {
  private final String folder;
  private final long attempt;
  private final Configuration hadoop;
  private final VerifiedRows entries;
  private final VerifiedRows framing;
  private final VerifiedRows layers;
  private final VerifiedRows phases;
  private final Map<Class<?>, Compared> compared = new HashMap<>();
  private long framedBytes;
  private long archiveBytes;
  private int files;

  private record Compared(String table, Binder<?> binder, VerifiedRows rows) {}

  LayerFiles(String folder, long attempt, Configuration hadoop) {
    this.folder = folder;
    this.attempt = attempt;
    this.hadoop = hadoop;
    entries = table("layer_recipe");
    framing = table("layer_framing");
    layers = table("layer");
    phases = table("layer_phase");
    LayerTables.COMPARED.forEach(this::compare);
  }

  private VerifiedRows table(String table) {
    return new VerifiedRows(() -> RowFile.ofTable(table, path(table), hadoop), hadoop);
  }

  private void compare(String table, Class<? extends Record> type) {
    Binder<?> binder = Binder.of(type);
    VerifiedRows rows =
        new VerifiedRows(
            () -> RowFile.ofScratch(binder.columns(), path("new_" + table), hadoop), hadoop);
    compared.put(type, new Compared(table, binder, rows));
  }

  private Path path(String table) {
    return new Path(folder, "%s-%d-%d.parquet".formatted(table, attempt, files++));
  }

  /** Adds an entry, and what came with it. */
  void add(String digest, FileEntry entry, LayerReader reader) throws IOException {
    add(digest, reader.framing());
    for (FilePiece piece : reader.pieces()) {
      add(new LayerTables.PieceRow(piece, digest, entry.position()));
    }
    for (ContentSample sample : reader.samples()) {
      add(new LayerTables.SampleRow(sample));
    }
    addFormats(digest, reader);
    entries.add(LayerTables.ENTRIES.row(new LayerTables.EntryRow(digest, entry)));
  }

  private void addFormats(String digest, LayerReader reader) throws IOException {
    for (FormatSample sample : reader.formats()) {
      add(new LayerTables.FormatRow(digest, sample));
    }
  }

  void add(String digest, List<FramingPiece> pieces) throws IOException {
    for (FramingPiece piece : pieces) {
      framing.add(LayerTables.FRAMING.row(new LayerTables.FramingRow(digest, piece)));
      framedBytes += piece.rawBytes() + piece.contentBytes();
    }
  }

  /** Adds a layer that was read to its end. */
  void add(String runId, Instant startedAt, LayerReader reader) throws IOException {
    Layer layer = reader.layer();
    String digest = layer.layerDigest();
    archiveBytes = layer.stored().archiveBytes();
    layers.add(LayerTables.LAYERS.row(new LayerTables.LayerRow(layer, startedAt)));
    List<LayerPull> pulls = reader.pulls();
    LayerTables.@Nullable PullTime time =
        pulls.isEmpty()
            ? null
            : new LayerTables.PullTime(pulls.get(0).archiveNanos(), pulls.get(0).compressNanos());
    phases.add(
        LayerTables.PHASES.row(
            new LayerTables.PhaseRow(
                digest, runId, reader.phase(), time, reader.sampleCpuNanos())));
    addFormats(digest, reader);
    for (LayerPull pull : pulls) {
      add(new LayerTables.PullRow(digest, runId, pull));
    }
  }

  private void add(Record record) throws IOException {
    Compared to = compared.get(record.getClass());
    if (to == null) {
      throw new IllegalArgumentException("no table for " + record.getClass());
    }
    to.rows().add(to.binder().untyped(record));
  }

  /**
   * The layer was verified. Of one whose recipe is known only what is compared counts, of a head
   * only its entries; framing that was not kept to its end goes.
   */
  void accept(LayerCandidate layer) throws IOException {
    if (layer.isHead()) {
      entries.accept();
      rejectTables();
      rejectCompared();
      return;
    }
    if (layer.isKnown()) {
      rejectTables();
    } else {
      entries.accept();
      layers.accept();
      phases.accept();
      if (framedBytes == archiveBytes) {
        framing.accept();
      } else {
        framing.reject();
      }
    }
    for (Compared one : compared.values()) {
      one.rows().accept();
    }
    framedBytes = 0;
  }

  /** The layer cannot be read: its rows go, and the rejection stays. */
  void reject(RejectedBlob rejection) throws IOException {
    rejectTables();
    rejectCompared();
    add(rejection);
    for (Compared one : compared.values()) {
      one.rows().accept();
    }
    framedBytes = 0;
  }

  private void rejectCompared() throws IOException {
    for (Compared one : compared.values()) {
      one.rows().reject();
    }
    framedBytes = 0;
  }

  private void rejectTables() throws IOException {
    for (VerifiedRows table : List.of(entries, framing, layers, phases)) {
      table.reject();
    }
  }

  LayerTask.Written written(LayerTask.Sums sums) {
    Map<String, List<RowFile.Written>> tables = new LinkedHashMap<>();
    tables.put("layer_recipe", entries.written());
    tables.put("layer_framing", framing.written());
    tables.put("layer_phase", phases.written());
    tables.put("layer", layers.written());
    Map<String, List<String>> toCompare = new LinkedHashMap<>();
    compared
        .values()
        .forEach(
            one ->
                toCompare.put(
                    one.table(),
                    one.rows().written().stream().map(RowFile.Written::path).toList()));
    return new LayerTask.Written(tables, toCompare, sums);
  }

  @Override
  public void close() throws IOException {
    for (Compared one : compared.values()) {
      one.rows().close();
    }
    for (VerifiedRows table : List.of(entries, framing, layers, phases)) {
      table.close();
    }
  }
}
