package dev.varve.jobs.simulate.reference;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Fold;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.simulation.backup.SrbRouting;
import java.io.IOException;

/**
 * The published segments as an ordered stream of chunk references. Recipes are packed once, into
 * view {@code packed_segment}; each pass of a simulation sorts its rows.
 */
public final class References {
  private static final String FOLDER = "simulate";
  private static final String PACKED = "packed_segment";

  private References() {}

  /** Shows the segments to simulations without bins. */
  public static Scope show(Run run) throws IOException {
    return show(run, new SrbRouting(1));
  }

  /**
   * Shows the segments: views {@code ordered} and {@code packed_segment}.
   *
   * @param run with views of the tables that its verb reads
   * @param routing to the bins of SRB
   * @throws NoInputException when there are no snapshots
   */
  public static Scope show(Run run, SrbRouting routing) throws IOException {
    Engine engine = run.engine();
    Scope scope = engine.one(Query.of(FOLDER, "scope"), Scope.class);
    if (scope.vms() == 0) {
      throw NoInputException.noSnapshots(run.warehouse().location());
    }
    engine.view("ordered", Query.of(FOLDER, "ordered"));
    engine.fold(
        Ordered.unordered(Query.of(FOLDER, "reference"), PackedSegment.Recipe.class),
        Fold.each((recipe, output) -> output.accept(recipe.packed(routing))),
        new Output(PACKED, PackedSegment.class));
    return scope;
  }

  /** Segments VM by VM, each VM in the order of its snapshots and positions. */
  public static Ordered<PackedSegment> ordered() {
    return by("vm", "number", "position");
  }

  /** Segments bin by bin of SRB, each bin in the order of VMs, snapshots and positions. */
  public static Ordered<PackedSegment> binned() {
    return by("bin", "vm", "number", "position");
  }

  private static Ordered<PackedSegment> by(String... order) {
    return Ordered.by(Query.of("SELECT * FROM " + PACKED), PackedSegment.class, order).grouped(1);
  }
}
