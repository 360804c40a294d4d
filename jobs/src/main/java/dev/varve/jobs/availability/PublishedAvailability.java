package dev.varve.jobs.availability;

import dev.varve.availability.ClosedForm;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.table.SqlFiles;
import dev.varve.placement.Cluster;
import dev.varve.placement.Redundancy;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** The published availabilities: by the closed form, and as printed. */
final class PublishedAvailability {
  static final String SOURCE = "published";

  /** The published fleet: 2,500 VMs on 100 machines. */
  private static final long VMS_PER_MACHINE = 25;

  private static final int MACHINES_PER_RACK = 20;

  private final List<Printed> cells;

  /** A row of {@code schemas/simulate/published_availability.sql}. */
  private record Printed(
      String scheme,
      int machines,
      int failed,
      int replicas,
      @Nullable Integer popularReplicas,
      double privateBlocks,
      double popularBlocks,
      double published) {

    @Nullable Redundancy popular() {
      return popularReplicas == null ? null : Redundancy.replicas(popularReplicas);
    }

    double availability() {
      Redundancy redundancy = Redundancy.replicas(replicas);
      Redundancy popular = popular();
      return popular == null
          ? ClosedForm.availability(redundancy, privateBlocks, machines, failed)
          : ClosedForm.availability(
              redundancy, privateBlocks, popular, popularBlocks, machines, failed);
    }
  }

  PublishedAvailability(SparkSession spark) {
    cells =
        RowReader.all(
            spark.sql(SqlFiles.text("simulate", "published_availability")), Printed.class);
  }

  /** A row for every printed figure. */
  List<AvailabilityRow> rows() {
    return cells.stream().map(PublishedAvailability::row).toList();
  }

  private static AvailabilityRow row(Printed cell) {
    double availability = cell.availability();
    long owners = cell.scheme().equals("block") ? 1 : VMS_PER_MACHINE * cell.machines();
    return new AvailabilityRow(
        SOURCE,
        cell.scheme(),
        new Cluster(cell.machines(), Math.max(1, cell.machines() / MACHINES_PER_RACK)),
        new AvailabilityRow.Failed("exactly", cell.failed(), null, null, cell.failed()),
        AvailabilityRow.Redundant.of(
            "uniform", Redundancy.replicas(cell.replicas()), cell.popular()),
        new AvailabilityRow.Blocks(owners, cell.privateBlocks(), cell.popularBlocks(), null, null),
        new AvailabilityRow.ClosedForms(availability, availability, cell.published()),
        AvailabilityRow.Trials.none(owners * (1 - availability)),
        null);
  }

  /** What was printed for a setting of uniform placement and exactly so many failures. */
  Optional<Double> figure(
      String scheme, int machines, int failed, String redundancy, String popularRedundancy) {
    return cells.stream()
        .filter(
            cell ->
                cell.scheme().equals(scheme)
                    && cell.machines() == machines
                    && cell.failed() == failed
                    && String.valueOf(cell.replicas()).equals(redundancy)
                    && String.valueOf(cell.popularReplicas()).equals(popularRedundancy))
        .map(Printed::published)
        .findFirst();
  }
}
