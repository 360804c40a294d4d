package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.simulate.fleet.RedundancyColumns;
import dev.varve.jobs.simulate.fleet.SchemeFleet;
import dev.varve.simulation.availability.ClosedForm;
import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.availability.Tally;
import dev.varve.simulation.placement.FailureScenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the result rows of one fleet, one row for each protection and failure. */
record FleetRows(
    SchemeFleet fleet,
    AvailabilitySettings settings,
    FailureTrials trials,
    PublishedAvailability published) {
  /** The row of each failure under a protection. */
  List<AvailabilityRow> rows(Protection protection) throws IOException {
    List<Tally> tallies =
        settings.drawnTrials() == 0 && !settings.isExhaustive()
            ? List.of()
            : trials.run(protection, settings.failures());
    List<AvailabilityRow> rows = new ArrayList<>();
    for (int number = 0; number < settings.failures().size(); number++) {
      AvailabilitySettings.Failure failure = settings.failures().get(number);
      FailureScenario scenario = failure.scenario(protection.cluster(), settings.seed());
      AvailabilityRow.ClosedForms closed = closedForms(protection, failure, scenario);
      rows.add(
          new AvailabilityRow(
              fleet.source(),
              fleet.scheme(),
              protection.cluster(),
              AvailabilityRow.Failed.of(failure, scenario.failedCounts()),
              RedundancyColumns.of(protection, fleet.blocks()),
              AvailabilityRow.Blocks.of(fleet, protection),
              closed,
              tallies.isEmpty()
                  ? AvailabilityRow.Trials.none(lost(closed))
                  : AvailabilityRow.Trials.of(
                      tallies.get(number), trials.placements(protection), settings),
              settings.seed().value()));
    }
    return rows;
  }

  /** Expected number of lost owners by the closed form; null without a closed form. */
  private @Nullable Double lost(AvailabilityRow.ClosedForms closed) {
    Double available = closed.closedForm();
    return available == null ? null : fleet.owners() * (1 - available);
  }

  private AvailabilityRow.ClosedForms closedForms(
      Protection protection, AvailabilitySettings.Failure failure, FailureScenario scenario) {
    @Nullable Double closed = closedForm(protection, scenario);
    if (closed == null || !failure.correlation().equals("exactly")) {
      return new AvailabilityRow.ClosedForms(closed, null, null);
    }
    int failed = failure.settings().failed();
    @Nullable Double publishedRatio =
        published
            .publishedFor(
                new PublishedAvailability.Setting(
                    fleet.scheme(),
                    protection.cluster().machines(),
                    failed,
                    protection.redundancy(),
                    fleet.blocks().popular(protection.popularRedundancy()),
                    new PublishedAvailability.Fleet(
                        fleet.owners(), fleet.meanPrivateBlocks(), fleet.meanPopularBlocks())))
            .orElse(null);
    return new AvailabilityRow.ClosedForms(closed, meanForm(protection, failed), publishedRatio);
  }

  private @Nullable Double closedForm(Protection protection, FailureScenario scenario) {
    return protection.placement().equals("uniform")
        ? ClosedForm.availability(
            fleet.privateBlocks(), fleet.popularBlocks(), protection, scenario)
        : null;
  }

  private double meanForm(Protection protection, int failed) {
    return ClosedForm.availability(
        protection.redundancy(),
        fleet.meanPrivateBlocks(),
        protection.popularRedundancy(),
        fleet.meanPopularBlocks(),
        protection.cluster().machines(),
        failed);
  }
}
