package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the blocks that the warehouse's data would fill. Blocks of VM snapshots are those that the
 * backup simulation packed. A registry's files are packed by layer, by repository, and in one
 * store.
 */
final class CountedFleets {
  static final String SOURCE = "counted";

  /** The two kinds of owners: VMs and images. */
  private static final List<String> OWNER_KINDS = List.of("vm", "image");

  private static final String FOLDER = "simulate";
  private static final String EDGE_VIEW = "fleet_edge";
  private static final String OWNER_VIEW = "fleet_owner";

  private final Run run;
  private final Engine engine;
  private final FleetSettings settings;

  /**
   * A row of {@code schemas/simulate/fleet_scheme.sql}.
   *
   * @param edges pairs of a block and an owner that touches it
   * @param blocks distinct blocks and their bytes
   */
  private record Scheme(String scheme, long edges, SchemeBlocks blocks) {}

  /** The number of parts of a scheme, and of owners of all parts. */
  private record Layout(String scheme, int parts, int owners) {}

  /** Fleets counted from the tables, which must be views of the run's engine. */
  CountedFleets(Run run, FleetSettings settings) {
    this.run = run;
    this.engine = run.engine();
    this.settings = settings;
  }

  /**
   * One fleet for each scheme that the warehouse has data for.
   *
   * @throws NoInputException when there is no such data
   */
  List<SchemeFleet> fleets() throws IOException {
    List<SchemeFleet> fleets = new ArrayList<>();
    for (String ownerKind : OWNER_KINDS) {
      List<Scheme> schemes = schemes(ownerKind);
      if (!schemes.isEmpty()) {
        fleets.addAll(packed(ownerKind, schemes));
      }
    }
    return requireNotEmpty(fleets);
  }

  /**
   * The blocks of each scheme, by its name.
   *
   * @throws NoInputException when there is no data
   */
  Map<String, SchemeBlocks> blocks() throws IOException {
    Map<String, SchemeBlocks> blocks = new TreeMap<>();
    for (String ownerKind : OWNER_KINDS) {
      schemes(ownerKind).forEach(scheme -> blocks.put(scheme.scheme(), scheme.blocks()));
    }
    requireNotEmpty(blocks.keySet());
    return blocks;
  }

  private <C extends Collection<?>> C requireNotEmpty(C items) {
    if (items.isEmpty()) {
      throw NoInputException.noBlocks(run.warehouse().location());
    }
    return items;
  }

  /** Shows the pairs of a block and an owner as view {@code fleet_edge}. */
  private List<Scheme> schemes(String ownerKind) throws IOException {
    if (ownerKind.equals("vm")) {
      requireCurrentBlocks();
      engine.view(EDGE_VIEW, Query.of(FOLDER, "vm_block"));
    } else {
      ImageBlocks.makeView(engine, settings.blockBytes());
    }
    return engine.all(Query.of(FOLDER, "fleet_scheme"), Scheme.class);
  }

  /**
   * The blocks must cover all current snapshots; otherwise newer VMs would seem to have no data.
   */
  private void requireCurrentBlocks() throws IOException {
    Map<String, String> stale = new HashMap<>();
    run.writer()
        .exclusively(
            () -> {
              engine.files("past_run", Tables.columns("run"), run.warehouse().files("run"));
              Query past =
                  Query.of(
                      "SELECT run_id, verb, counts, settings['%s'] AS source FROM past_run"
                              .formatted(Staleness.SOURCE)
                          + " ORDER BY run_id");
              stale.putAll(Staleness.of(engine.all(past, Staleness.PastRun.class)));
            });
    if (stale.containsKey("block_sharing")) {
      throw new InvalidSettingsException(
          List.of(
              "snapshots were ingested after the blocks were packed: run varve simulate backup first"));
    }
  }

  /** The fleets of one kind of owners, whose pairs are view {@code fleet_edge}. */
  private List<SchemeFleet> packed(String ownerKind, List<Scheme> schemes) throws IOException {
    engine.view("fleet_name", Query.of(FOLDER, ownerKind + "_owner"));
    engine.materialize(OWNER_VIEW, Query.of(FOLDER, OWNER_VIEW));
    int owners = Math.toIntExact(engine.count(Query.of("SELECT * FROM fleet_owner")));
    HashMap<String, Integer> parts = new HashMap<>();
    for (Scheme scheme : schemes) {
      parts.put(scheme.scheme(), settings.parts(run, scheme.edges(), owners));
    }
    engine.records(
        "fleet_layout",
        Layout.class,
        schemes.stream()
            .map(Scheme::scheme)
            .map(scheme -> new Layout(scheme, parts.getOrDefault(scheme, 1), owners))
            .toList());
    Output packed = new Output(ownerKind + "_packed", PackedPart.class);
    engine.fold(
        Ordered.by(
                Query.of(FOLDER, "fleet_part"),
                PackingFold.FleetEdge.class,
                "scheme",
                "part",
                "block")
            .grouped(2),
        () -> new PackingFold(parts, owners),
        packed);
    List<SchemeFleet> fleets = new ArrayList<>();
    for (Scheme scheme : schemes) {
      int partCount = parts.getOrDefault(scheme.scheme(), 1);
      fleets.add(
          SchemeFleet.stored(
              run, packed.view(), SOURCE, scheme.scheme(), scheme.blocks(), partCount));
    }
    engine.drop(packed.view());
    return fleets;
  }
}
