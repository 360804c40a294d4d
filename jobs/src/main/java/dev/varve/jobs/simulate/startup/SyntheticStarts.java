package dev.varve.jobs.simulate.startup;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A synthetic access list for the images of a warehouse, by hashes of paths: for demos. */
public final class SyntheticStarts {
  private SyntheticStarts() {}

  private record Line(
      String image, String run, String path, @Nullable Long offset, @Nullable Long length) {
    private String csv() {
      return Stream.of(field(image), field(run), field(path), field(offset), field(length))
          .collect(Collectors.joining(",", "", "\n"));
    }

    private static String field(@Nullable Object value) {
      return value == null ? "" : '"' + value.toString().replace("\"", "\"\"") + '"';
    }
  }

  /**
   * Writes the list.
   *
   * @param list that is made or replaced
   */
  public static void write(Runs runs, String location, Path list) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(list, StandardCharsets.UTF_8)) {
      out.write("image,run,path,offset,length\n");
      runs.read(
          location,
          (engine, warehouse) -> {
            for (String table : List.of("image_tag", "image_layer", "layer_recipe")) {
              engine.files(table, Tables.columns(table), warehouse.files(table));
            }
            engine.each(
                Query.of("simulate", "startup_synthetic"), Line.class, line -> write(line, out));
          });
    }
  }

  private static void write(Line line, BufferedWriter out) {
    try {
      out.write(line.csv());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
