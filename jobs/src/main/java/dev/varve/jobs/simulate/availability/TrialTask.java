package dev.varve.jobs.simulate.availability;

import dev.varve.jobs.engine.Task;
import dev.varve.jobs.simulate.fleet.SchemeFleet;
import dev.varve.model.Seed;
import dev.varve.simulation.availability.Fleet;
import dev.varve.simulation.availability.MonteCarlo;
import dev.varve.simulation.availability.Protection;
import dev.varve.simulation.availability.World;
import dev.varve.simulation.placement.FailureScenario;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A task of trials over some parts of a fleet. It counts the lost owners by failure scenario and
 * trial. One part at a time is in memory.
 *
 * @param parts files of all parts of the fleet
 * @param trialsPerPlacement number of trials that share a placement; 0 if all share one
 * @param isExhaustive whether the trials enumerate all sets of failed machines instead of drawing
 *     them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TrialTask(
    String[] parts,
    Protection protection,
    List<AvailabilitySettings.Failure> failures,
    Seed seed,
    int trialsPerPlacement,
    boolean isExhaustive)
    implements Task<TrialTask.TrialShare, int[][]> {
  /**
   * The work of a task: every {@code step}th part from {@code first} on.
   *
   * @param from the first trial
   * @param to index after the last trial
   */
  record TrialShare(int first, int step, long from, long to) implements Serializable {}

  /** Copies the list. */
  TrialTask {
    failures = List.copyOf(failures);
  }

  @Override
  public int[][] run(TrialShare slice, Context context) throws IOException {
    List<FailureScenario> scenarios =
        failures.stream()
            .map(
                failure ->
                    isExhaustive
                        ? failure.allSubsets(protection.cluster())
                        : failure.scenario(protection.cluster(), seed))
            .toList();
    List<int[][]> lost = new ArrayList<>();
    for (int at = slice.first(); at < parts.length; at += slice.step()) {
      Fleet part = SchemeFleet.part(parts[at], context.store());
      lost.add(lost(part, scenarios, slice.from(), slice.to()));
    }
    return sum(lost);
  }

  private int[][] lost(Fleet part, List<FailureScenario> scenarios, long from, long to) {
    int[][] lost = new int[scenarios.size()][Math.toIntExact(to - from)];
    for (long start = from, end; start < to; start = end) {
      long placement = trialsPerPlacement == 0 ? 0 : start / trialsPerPlacement;
      end = trialsPerPlacement == 0 ? to : Math.min(to, (placement + 1) * trialsPerPlacement);
      Seed placementSeed = trialsPerPlacement == 0 ? seed : seed.at("world").at(placement);
      World world = World.of(part, protection, placementSeed);
      for (int failure = 0; failure < lost.length; failure++) {
        int[] ofTrials = new MonteCarlo(world, scenarios.get(failure)).lost(start, end);
        System.arraycopy(ofTrials, 0, lost[failure], (int) (start - from), ofTrials.length);
      }
    }
    return lost;
  }

  /**
   * Adds up losses of the same scenarios and trials; the first array is overwritten with the sum.
   */
  static int[][] sum(List<int[][]> parts) {
    int[][] sum = parts.get(0);
    for (int[][] part : parts.subList(1, parts.size())) {
      for (int failure = 0; failure < sum.length; failure++) {
        for (int trial = 0; trial < sum[failure].length; trial++) {
          sum[failure][trial] += part[failure][trial];
        }
      }
    }
    return sum;
  }
}
