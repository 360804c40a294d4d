package dev.varve.jobs.cli.estimate;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.warehouse.file.Scratch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An estimate of all inputs of one kind, from a part of them.
 *
 * @param subject registry or snapshots, as in {@code ingest registry}
 * @param tables tables that the quantities are counted from
 */
record PartEstimate(String subject, List<String> tables, Sampler sampler, CostForecast cost) {
  /** Keeps the estimate finite if nothing was read. */
  private static final double MIN_READ_RATIO = 1e-9;

  /** A choice of the part to read, which is made during the ingest. */
  interface Sampler {
    /** The number of units that are read, in words. */
    String readUnits();

    /** Bytes of all inputs from which the part is drawn. */
    long bytes();

    /** Share of these bytes that is read. */
    double readRatio();
  }

  /** An ingest of the part into a warehouse. */
  interface Ingest {
    RunSummary into(String warehouse) throws IOException;
  }

  /** Quantities of all inputs, from the tables of the part. */
  interface Quantities {
    List<Quantity> of(Engine engine) throws IOException;
  }

  /**
   * Ingests the part into a scratch warehouse, and estimates the whole from it.
   *
   * @param scratch parent of the scratch warehouse; empty for the temporary folder
   */
  Estimate run(Runs runs, String scratch, Ingest ingest, Quantities sampled) throws IOException {
    try (Scratch part = new Scratch(scratch, "varve-estimate", runs.store())) {
      RunSummary summary = ingest.into(part.location());
      cost.ended();
      double allOverPart = 1 / Math.max(MIN_READ_RATIO, sampler.readRatio());
      List<Quantity> quantities = new ArrayList<>();
      runs.read(
          part.location(),
          (engine, warehouse) -> {
            PartQueries.makeViews(engine, warehouse, tables);
            quantities.addAll(sampled.of(engine));
            quantities.add(WarehouseSize.forecast(warehouse, "ingest " + subject, allOverPart));
            quantities.addAll(cost.quantities(allOverPart, engine.parallelism()));
          });
      return new Estimate(
          subject, sampler.readUnits(), sampler.bytes(), sampler.readRatio(), summary, quantities);
    }
  }
}
