package dev.varve.jobs.simulate.fleet;

import dev.varve.jobs.engine.Fold;
import dev.varve.simulation.availability.Fleet;
import dev.varve.simulation.availability.ShareGraphBuilder;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Packs the parts of fleets, from pairs of a block and an owner sorted by scheme, part and block.
 */
final class PackingFold implements Fold<PackingFold.FleetEdge> {
  private final Map<String, Integer> parts;
  private final int owners;
  private @Nullable FleetEdge current;
  private int firstOwner;
  private ShareGraphBuilder privateBlocks = new ShareGraphBuilder(0);
  private ShareGraphBuilder popularBlocks = new ShareGraphBuilder(0);

  /**
   * A row of {@code schemas/simulate/fleet_part.sql}; block is null of an owner without any. It is
   * a pair of an owner and a block that it touches.
   *
   * @param part number of the part of the owners, from 0
   * @param number of the owner, from 0
   * @param popular whether the block is shared popular data; null likewise
   */
  record FleetEdge(
      String scheme, int part, int number, @Nullable Long block, @Nullable Boolean popular) {}

  /**
   * A fold without rows.
   *
   * @param parts number of parts of each scheme
   * @param owners number of owners in all parts of a scheme
   */
  PackingFold(Map<String, Integer> parts, int owners) {
    this.parts = parts;
    this.owners = owners;
  }

  @Override
  public void add(FleetEdge edge, Consumer<Record> output) {
    if (current == null
        || current.part() != edge.part()
        || !current.scheme().equals(edge.scheme())) {
      finish(output);
      current = edge;
      int partCount = parts.getOrDefault(edge.scheme(), 1);
      firstOwner = SchemeFleet.firstOwner(edge.part(), partCount, owners);
      int count = SchemeFleet.firstOwner(edge.part() + 1, partCount, owners) - firstOwner;
      privateBlocks = new ShareGraphBuilder(count);
      popularBlocks = new ShareGraphBuilder(count);
    }
    if (edge.block() != null) {
      boolean popular = Boolean.TRUE.equals(edge.popular());
      // Private and popular blocks share one numbering, because placements are drawn from it.
      long block = 2 * edge.block() + (popular ? 1 : 0);
      (popular ? popularBlocks : privateBlocks).add(block, edge.number() - firstOwner);
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    if (current != null) {
      output.accept(
          PackedPart.of(
              current.scheme(),
              current.part(),
              new Fleet(privateBlocks.build(), popularBlocks.build())));
    }
  }
}
