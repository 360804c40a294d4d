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
  private static final String PACKED_VIEW = "packed_segment";

  private References() {}

  /** Makes the views for simulations without bins. */
  public static Scope makeViews(Run run) throws IOException {
    return makeViews(run, new SrbRouting(1));
  }

  /**
   * Makes the views {@code ordered} and {@code packed_segment}.
   *
   * @param run with views of the tables that its verb reads
   * @param routing to the bins of SRB
   * @throws NoInputException when there are no snapshots
   */
  public static Scope makeViews(Run run, SrbRouting routing) throws IOException {
    Engine engine = run.engine();
    Scope scope = engine.onlyRow(Query.of(FOLDER, "scope"), Scope.class);
    if (scope.vms() == 0) {
      throw NoInputException.noSnapshots(run.warehouse().location());
    }
    engine.view("ordered", Query.of(FOLDER, "ordered"));
    engine.fold(
        Ordered.unordered(Query.of(FOLDER, "reference"), PackedSegment.Recipe.class),
        Fold.each((recipe, output) -> output.accept(recipe.packed(routing))),
        new Output(PACKED_VIEW, PackedSegment.class));
    return scope;
  }

  /** Segments VM by VM, each VM in the order of its snapshots and positions. */
  public static Ordered<PackedSegment> ordered() {
    return orderedBy("vm", "number", "position");
  }

  /** Segments bin by bin of SRB, each bin in the order of VMs, snapshots and positions. */
  public static Ordered<PackedSegment> binned() {
    return orderedBy("bin", "vm", "number", "position");
  }

  private static Ordered<PackedSegment> orderedBy(String... order) {
    return Ordered.by(Query.of("SELECT * FROM " + PACKED_VIEW), PackedSegment.class, order)
        .grouped(1);
  }
}
