package dev.varve.jobs;

import dev.varve.jobs.cli.CommandLines;
import dev.varve.model.Seed;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Loads the classes of a whole run, so that the launcher can archive them for faster starts. */
public final class WarmUp {
  private WarmUp() {}

  /**
   * Ingests a tiny world into a folder and asks it by both engines; where that was done, asks it
   * without the engine.
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    String registry = folder.resolve("registry").toString();
    String warehouse = folder.resolve("warehouse").toString();
    if (!Files.exists(Path.of(warehouse))) {
      RegistryWorld.write(new Seed(1), WorldSize.small(), Path.of(registry));
      run("ingest", "registry", registry, "--warehouse", warehouse);
      run("report", "coverage", "--engine=spark", "--warehouse", warehouse);
    }
    run("report", "coverage", "--warehouse", warehouse);
    run("report", "--warehouse", warehouse);
    String page = folder.resolve("page.html").toString();
    run("report", "--warehouse", warehouse, "--format=html", "--out", page);
    run("check", "--warehouse", warehouse);
    run("sql", "SELECT count(*) FROM layer", "--warehouse", warehouse);
    // Nobody listens there, but the client of HDFS is loaded.
    String retries = "spark.hadoop.ipc.client.connect.max.retries=0";
    run("report", "--warehouse", "hdfs://127.0.0.1:1/warehouse", "--set", retries);
    run(
        "views",
        "duckdb",
        "--warehouse",
        warehouse,
        "--out",
        folder.resolve("views.sql").toString());
  }

  /** What it prints and how it ends does not matter. */
  private static void run(String... arguments) {
    int unused = CommandLines.run(arguments);
  }
}
