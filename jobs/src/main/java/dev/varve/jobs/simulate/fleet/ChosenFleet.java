package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import dev.varve.jobs.engine.run.Staleness;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fleet that a simulation is about: that of the warehouse's data, or a synthetic one.
 *
 * @param synthetic settings of a synthetic fleet; null for the fleet of the warehouse's data
 */
public record ChosenFleet(@Nullable SyntheticSettings synthetic) {
  public static ChosenFleet read(Simulation.Request request) {
    boolean requested = request.switches().contains(SyntheticSettings.SWITCH);
    return new ChosenFleet(requested ? SyntheticSettings.read(request.settings()) : null);
  }

  /** The name of the data, as in column {@code source} of the results. */
  public String source() {
    return synthetic == null ? CountedFleets.SOURCE : SyntheticFleets.SOURCE;
  }

  /** Runs a verb on a warehouse, which must exist if the fleet comes from its data. */
  public RunSummary execute(String verb, Runs runs, String location, Runs.Job job)
      throws IOException {
    Map<String, String> options = Map.of(Staleness.SOURCE, source());
    return synthetic == null
        ? runs.executeOnExisting(verb, options, location, job)
        : runs.execute(verb, options, location, job);
  }

  /** One fleet for each scheme. */
  public List<SchemeFleet> fleets(Run run, FleetSettings settings) throws IOException {
    return synthetic == null
        ? new CountedFleets(run, settings).fleets()
        : SyntheticFleets.of(run, synthetic, settings);
  }

  /** The blocks of each scheme, by its name. */
  public Map<String, SchemeBlocks> blocks(Run run, FleetSettings settings) throws IOException {
    return synthetic == null
        ? new CountedFleets(run, settings).blocks()
        : SyntheticFleets.blocks(synthetic, settings.blockBytes());
  }
}
