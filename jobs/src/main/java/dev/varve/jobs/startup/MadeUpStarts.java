package dev.varve.jobs.startup;

import dev.varve.jobs.schema.SqlFiles;
import dev.varve.jobs.table.Warehouse;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Writes an access list for the images of a warehouse, made up by hashes of paths: for demos. */
public final class MadeUpStarts {
  private MadeUpStarts() {}

  /**
   * Writes the list.
   *
   * @param spark a session of which the views may change
   * @param list that is made or replaced
   */
  public static void write(SparkSession spark, String warehouse, Path list) throws IOException {
    new Warehouse(spark, warehouse).views(List.of("image_tag", "image_layer", "layer_recipe"));
    Iterator<Row> rows = spark.sql(SqlFiles.text("simulate", "startup_made_up")).toLocalIterator();
    try (BufferedWriter out = Files.newBufferedWriter(list, StandardCharsets.UTF_8)) {
      out.write("image,run,path,offset,length\n");
      while (rows.hasNext()) {
        Row row = rows.next();
        out.write(
            IntStream.range(0, row.size())
                .mapToObj(column -> field(row.get(column)))
                .collect(Collectors.joining(",", "", "\n")));
      }
    }
  }

  private static String field(@Nullable Object value) {
    return value == null ? "" : '"' + value.toString().replace("\"", "\"\"") + '"';
  }
}
