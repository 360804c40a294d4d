package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.model.Seed;
import dev.varve.simulation.availability.Fleet;
import dev.varve.simulation.availability.ShareGraph;
import dev.varve.simulation.availability.SyntheticFleet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A fleet generated from a seed instead of from snapshots; {@link ChosenFleet} asks for it. Every
 * task generates the blocks of its own owners, so no process ever holds the whole fleet in memory.
 */
final class SyntheticFleets {
  static final String SOURCE = "synthetic";
  private static final String VM_CENTRIC = "vc";
  private static final String VM_OBLIVIOUS = "vo";
  private static final String PACKED_VIEW = "synthetic_packed";

  private SyntheticFleets() {}

  /** Owners of a part of the fleet of a scheme, {@code start..end-1}. */
  private record Part(String scheme, int part, int start, int end) {}

  /** The fleet under the VM-centric scheme (vc) and under the VM-oblivious scheme (vo). */
  static List<SchemeFleet> of(Run run, SyntheticSettings fleet, FleetSettings settings)
      throws IOException {
    Seed seed = settings.seed();
    Map<String, Long> edges =
        Map.of(
            VM_CENTRIC,
            fleet.privateBlocks() + Math.round(fleet.popularBlocks() * fleet.popularDegree()),
            VM_OBLIVIOUS,
            Math.round(fleet.obliviousBlocks() * fleet.obliviousDegree()));
    int vms = fleet.vms();
    List<Part> rows = new ArrayList<>();
    edges.forEach(
        (scheme, count) -> {
          int parts = settings.parts(run, count, vms);
          for (int part = 0; part < parts; part++) {
            int end = SchemeFleet.firstOwner(part + 1, parts, vms);
            rows.add(new Part(scheme, part, SchemeFleet.firstOwner(part, parts, vms), end));
          }
        });
    run.engine().records("synthetic_part", Part.class, rows);
    run.engine()
        .fold(
            Ordered.unordered(Query.of("SELECT * FROM synthetic_part"), Part.class),
            Fold.each(
                (part, output) ->
                    output.accept(
                        PackedPart.of(part.scheme(), part.part(), fleet(fleet, seed, part)))),
            new Output(PACKED_VIEW, PackedPart.class));
    List<SchemeFleet> fleets = new ArrayList<>();
    for (Map.Entry<String, SchemeBlocks> scheme : blocks(fleet, settings.blockBytes()).entrySet()) {
      int parts = settings.parts(run, edges.getOrDefault(scheme.getKey(), 0L), vms);
      fleets.add(
          SchemeFleet.stored(run, PACKED_VIEW, SOURCE, scheme.getKey(), scheme.getValue(), parts));
    }
    run.engine().drop(PACKED_VIEW);
    return fleets;
  }

  private static Fleet fleet(SyntheticSettings fleet, Seed seed, Part part) {
    if (part.scheme().equals(VM_OBLIVIOUS)) {
      return Fleet.of(
          graph(fleet, fleet.obliviousBlocks(), fleet.obliviousDegree(), 0, seed, part));
    }
    int privateBlocks = fleet.privateBlocks();
    return new Fleet(
        graph(fleet, privateBlocks, 1, 0, seed, part),
        graph(fleet, fleet.popularBlocks(), fleet.popularDegree(), privateBlocks, seed, part));
  }

  private static ShareGraph graph(
      SyntheticSettings fleet, int blocks, double degree, long first, Seed seed, Part part) {
    return SyntheticFleet.graph(fleet.vms(), blocks, degree, first, seed, part.start(), part.end());
  }

  static Map<String, SchemeBlocks> blocks(SyntheticSettings fleet, long blockBytes) {
    return new TreeMap<>(
        Map.of(
            VM_CENTRIC, blocks(fleet.privateBlocks(), fleet.popularBlocks(), blockBytes),
            VM_OBLIVIOUS, blocks(fleet.obliviousBlocks(), 0, blockBytes)));
  }

  private static SchemeBlocks blocks(long privateBlocks, long popularBlocks, long bytes) {
    return new SchemeBlocks(
        privateBlocks, privateBlocks * bytes, popularBlocks, popularBlocks * bytes);
  }
}
