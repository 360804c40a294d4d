package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.simulate.fleet.RedundancyColumns;
import dev.varve.simulation.availability.ClosedForm;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.Redundancy;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The availabilities published in the literature: recomputed by the closed form, and as printed.
 */
final class PublishedAvailability {
  static final String SOURCE = "published";

  private static final int MACHINES_PER_RACK = 20;

  private final List<Printed> printedRows;
  private final Map<Setting, Double> publishedRatios = new HashMap<>();

  /**
   * A row of {@code schemas/published/published_availability.sql}.
   *
   * @param replicas of private blocks
   * @param popularReplicas null for schemes without popular blocks
   * @param fleet the owners and their blocks
   * @param published the printed availability, 0..1
   */
  private record Printed(
      String scheme,
      int machines,
      int failed,
      int replicas,
      @Nullable Integer popularReplicas,
      Fleet fleet,
      double published) {

    Setting setting() {
      return new Setting(
          scheme,
          machines,
          failed,
          Redundancy.replicas(replicas),
          popularReplicas == null ? null : Redundancy.replicas(popularReplicas),
          fleet);
    }
  }

  /**
   * The owners and the blocks that each of them touches.
   *
   * @param privateBlocks private blocks that an owner touches on average
   * @param popularBlocks popular blocks that an owner touches on average
   */
  record Fleet(long owners, double privateBlocks, double popularBlocks) {}

  /**
   * The full setting of a published figure; its placement is always uniform, its failures exactly
   * {@code failed} machines.
   */
  record Setting(
      String scheme,
      int machines,
      int failed,
      Redundancy redundancy,
      @Nullable Redundancy popularRedundancy,
      Fleet fleet) {

    double availability() {
      Redundancy popular = popularRedundancy;
      return popular == null
          ? ClosedForm.availability(redundancy, fleet.privateBlocks(), machines, failed)
          : ClosedForm.availability(
              redundancy, fleet.privateBlocks(), popular, fleet.popularBlocks(), machines, failed);
    }
  }

  PublishedAvailability(Engine engine) throws IOException {
    printedRows = engine.all(Query.of("published", "published_availability"), Printed.class);
    printedRows.forEach(printed -> publishedRatios.put(printed.setting(), printed.published()));
  }

  /** A row for every published figure. */
  List<AvailabilityRow> rows() {
    return printedRows.stream().map(PublishedAvailability::row).toList();
  }

  private static AvailabilityRow row(Printed printed) {
    Setting setting = printed.setting();
    Fleet fleet = setting.fleet();
    double availability = setting.availability();
    return new AvailabilityRow(
        SOURCE,
        setting.scheme(),
        new Cluster(setting.machines(), Math.max(1, setting.machines() / MACHINES_PER_RACK)),
        new AvailabilityRow.Failed("exactly", setting.failed(), null, null, setting.failed()),
        RedundancyColumns.of("uniform", setting.redundancy(), setting.popularRedundancy()),
        new AvailabilityRow.Blocks(
            fleet.owners(), fleet.privateBlocks(), fleet.popularBlocks(), null, null),
        new AvailabilityRow.ClosedForms(availability, availability, printed.published()),
        AvailabilityRow.Trials.none(fleet.owners() * (1 - availability)),
        null);
  }

  /** The published figure for exactly this setting, if there is one. */
  Optional<Double> publishedFor(Setting setting) {
    return Optional.ofNullable(publishedRatios.get(setting));
  }
}
