package dev.varve.jobs.startup;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.file.Locations;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.Run;
import dev.varve.startup.ImageCategories;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Rows of {@code image_category}. */
final class CategoryRows {
  private CategoryRows() {}

  private record Names(String imageDigest, List<String> repositories, List<String> tags) {}

  /**
   * The categories of the warehouse's images; holds a row an image that has one.
   *
   * @throws InvalidSettingsException that lists every faulty line
   */
  static List<Row> of(Run run, String location) throws IOException {
    List<Row> rows = new ArrayList<>();
    if (!location.isEmpty()) {
      ImageCategories categories = read(run, location);
      Dataset<Row> names = run.select("simulate", "startup_names");
      RowReader<Names> reader = RowReader.of(names.schema(), Names.class);
      for (Iterator<Row> left = names.toLocalIterator(); left.hasNext(); ) {
        Names of = reader.record(left.next());
        List<String> all = new ArrayList<>(of.repositories());
        all.addAll(of.tags());
        all.add(of.imageDigest());
        String category = categories.of(all);
        if (category != null) {
          rows.add(RowFactory.create(of.imageDigest(), category));
        }
      }
    }
    return rows;
  }

  private static ImageCategories read(Run run, String location) throws IOException {
    Configuration hadoop = run.spark().sparkContext().hadoopConfiguration();
    try (Reader text =
        AccessRows.text(
            Locations.of(location, hadoop).toString(), StandardCharsets.UTF_8, hadoop)) {
      ImageCategories categories = ImageCategories.read(text);
      if (!categories.faults().isEmpty()) {
        throw new InvalidSettingsException(
            categories.faults().stream().map(fault -> location + ": " + fault).toList());
      }
      return categories;
    } catch (FileNotFoundException e) {
      throw new InvalidSettingsException(List.of("there is no file " + location));
    }
  }
}
