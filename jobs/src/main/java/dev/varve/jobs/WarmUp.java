package dev.varve.jobs;

import dev.varve.input.digest.DigestEngine;
import dev.varve.jobs.cli.CommandLines;
import dev.varve.jobs.warehouse.file.PrivateFolder;
import dev.varve.model.Seed;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Loads the classes of whole runs, so that the launcher can archive them for faster starts. */
public final class WarmUp {
  private WarmUp() {}

  /**
   * Ingests and queries a tiny world in a temporary folder.
   *
   * @param arguments a file that is made where digests are computed by native code
   */
  public static void main(String[] arguments) throws IOException {
    try (PrivateFolder own =
        new PrivateFolder(System.getProperty("java.io.tmpdir"), "varve-warm-up")) {
      own.make();
      Path folder = own.path();
      String registry = folder.resolve("registry").toString();
      String warehouse = folder.resolve("warehouse").toString();
      RegistryWorld.write(new Seed(1), WorldSize.small(), Path.of(registry));
      run(warehouse, "ingest", "registry", registry);
      run(warehouse, "report");
      String page = folder.resolve("page.html").toString();
      run(warehouse, "report", "--format=html", "--out", page);
      run(warehouse, "check");
      run(warehouse, "sql", "SELECT count(*) FROM layer");
      if (DigestEngine.fastest() != DigestEngine.JDK) {
        Files.writeString(Path.of(arguments[0]), "");
      }
    }
  }

  /** Its output and exit code do not matter. */
  private static void run(String warehouse, String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    line.addAll(List.of("--warehouse", warehouse));
    int unused = CommandLines.run(line.toArray(String[]::new));
  }
}
