package dev.varve.jobs.restore;

import dev.varve.jobs.file.Locations;
import dev.varve.jobs.query.SparkQueries;
import dev.varve.jobs.run.NoInputException;
import dev.varve.jobs.store.HadoopStore;
import dev.varve.jobs.table.Warehouse;
import dev.varve.source.ImageSources;
import dev.varve.source.LayerPlaces;
import dev.varve.source.SourceUnit;
import dev.varve.tar.ArchiveLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** Where the blobs of a warehouse's layers lie. */
public final class BlobInputs {
  private BlobInputs() {}

  /**
   * Opens the inputs.
   *
   * @param inputs where blobs lie; empty for all places that were ever ingested
   * @param limits what an archive may ask for
   * @throws NoInputException when there is no warehouse, or an input that was named holds no images
   */
  public static LayerPlaces places(
      SparkSession spark, String warehouse, List<String> inputs, ArchiveLimits limits)
      throws IOException {
    Configuration hadoop = spark.sparkContext().hadoopConfiguration();
    SparkSession own = spark.newSession();
    Warehouse read = NoInputException.unlessThere(new Warehouse(own, warehouse), warehouse);
    List<String> known = new RestoreRows(new SparkQueries(own, read)).inputs();
    return places(new HadoopStore(hadoop), hadoop, known, inputs, limits);
  }

  static LayerPlaces places(
      HadoopStore store,
      Configuration hadoop,
      List<String> known,
      List<String> inputs,
      ArchiveLimits limits)
      throws IOException {
    List<SourceUnit> units = new ArrayList<>();
    List<String> without = new ArrayList<>();
    for (String input : inputs.isEmpty() ? known : inputs) {
      List<SourceUnit> found = ImageSources.units(store, Locations.of(input, hadoop).toString());
      units.addAll(found);
      if (found.isEmpty()) {
        without.add(input);
      }
    }
    if (!inputs.isEmpty() && !without.isEmpty()) {
      throw NoInputException.noImages(List.of(), without);
    }
    return new LayerPlaces(store, units, limits);
  }
}
