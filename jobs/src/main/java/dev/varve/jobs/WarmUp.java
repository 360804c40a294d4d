package dev.varve.jobs;

import dev.varve.jobs.cli.CommandLines;
import dev.varve.model.Seed;
import dev.varve.synthetic.RegistryWorld;
import dev.varve.synthetic.WorldSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Loads the classes of a whole run, so that the launcher can archive them for faster starts. */
public final class WarmUp {
  private WarmUp() {}

  /** Ingests a tiny world in a temporary folder, and reports it by both engines. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("varve-warm-up");
    try {
      RegistryWorld.write(new Seed(1), WorldSize.small(), folder.resolve("registry"));
      String warehouse = folder.resolve("warehouse").toString();
      int unused =
          CommandLines.run(
                  "ingest",
                  "registry",
                  folder.resolve("registry").toString(),
                  "--warehouse",
                  warehouse)
              + CommandLines.run("report", "coverage", "--warehouse", warehouse)
              + CommandLines.run("report", "coverage", "--engine=spark", "--warehouse", warehouse);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
    }
  }
}
