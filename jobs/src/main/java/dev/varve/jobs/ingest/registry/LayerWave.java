package dev.varve.jobs.ingest.registry;

import dev.varve.jobs.engine.Task;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.ingest.Waves;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.jobs.warehouse.table.NewFiles;
import dev.varve.jobs.warehouse.table.Publication;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** Layers that are read in waves and published without those that were rejected. */
record LayerWave(RegistrySettings settings, List<LayerMeasurement> measurements, Run run)
    implements Waves.Wave<PlanFile.Part, PlanFile.Part, LayerTask.Written> {
  static final String UNIT = "layer";

  /** The largest tasks start first, so that no processor is left with one at the end. */
  @Override
  public List<PlanFile.Part> items(List<PlanFile.Part> parts) {
    return parts.stream()
        .sorted(Comparator.comparingLong(PlanFile.Part::layerBytes).reversed())
        .toList();
  }

  @Override
  public Task<PlanFile.Part, LayerTask.Written> task(NewFiles files) {
    return new LayerTask(
        settings.reading(), measurements, settings.access(), run.id(), run.startedAt(), files);
  }

  @Override
  public Kept add(
      List<PlanFile.Part> parts,
      List<Waves.Ended<PlanFile.Part, LayerTask.Written>> ended,
      Publication publication)
      throws IOException {
    List<LayerTask.Written> written =
        ended.stream()
            .sorted(Comparator.comparingLong(one -> one.item().offset()))
            .map(Waves.Ended::result)
            .toList();
    add(written, publication);
    LayerTask.Sums sums =
        written.stream()
            .map(LayerTask.Written::sums)
            .reduce(LayerTask.Sums.NONE, LayerTask.Sums::plus);
    run.count("blobs_read", sums.layers());
    run.addReadBytes(sums.compressedBytes());
    run.count("archive_bytes", sums.archiveBytes());
    run.count("files", sums.files());
    run.count("blobs_rejected", sums.rejected());
    return new Kept(UNIT, sums.layers(), sums.compressedBytes());
  }

  private void add(List<LayerTask.Written> written, Publication publication) throws IOException {
    addWritten(RecipeRows.ENTRIES, written, publication);
    NewRows rows = new NewRows(run);
    for (LayerMeasurement measurement : measurements) {
      for (LayerTable table : measurement.tables()) {
        if (table.isCompared()) {
          makeView(table, written, rows);
          rows.add(publication, table.name(), table.order().toArray(String[]::new));
        } else {
          addWritten(table, written, publication);
        }
      }
    }
    addWritten(RecipeRows.PHASES, written, publication);
    addWritten(RecipeRows.LAYERS, written, publication);
    makeView(RecipeRows.REJECTIONS, written, rows);
    rows.addRejections(publication);
  }

  private static void makeView(LayerTable table, List<LayerTask.Written> written, NewRows rows)
      throws IOException {
    List<String> files =
        written.stream()
            .flatMap(one -> one.files(table.name()).stream())
            .map(RowFile.Written::path)
            .toList();
    rows.makeView(table.name(), table.type(), files);
  }

  private void addWritten(
      LayerTable table, List<LayerTask.Written> written, Publication publication)
      throws IOException {
    List<RowFile.Written> files =
        written.stream().flatMap(one -> one.files(table.name()).stream()).toList();
    publication.add(table.name(), files, settings.ingest().fileBytes());
  }
}
