package dev.varve.simulation.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.simulation.availability.RepairSettings.RepairWork;
import dev.varve.simulation.placement.Cluster;
import dev.varve.simulation.placement.PlacementSettings;
import dev.varve.simulation.placement.Redundancy;
import org.junit.jupiter.api.Test;

class ChainFormsTest {
  private static final double YEAR = 365.25 * 24;

  /** 10 blocks of 3.6 GB, three shards each: 36 GB a machine, 10 hours at a megabyte a second. */
  @Test
  void aMachineIsFilledAgainWithEveryShardThatItHeld() {
    ChainForms forms = forms(3, 3, 1, RepairWork.FIXED);
    assertThat(forms.meanHoursToRepair()).isCloseTo(10, within(1e-9));
    assertThat(forms.exactPerYear()).as("a fixed work is no chain").isNull();
  }

  /**
   * 36 GB by rs-6-3 on nine machines: each stores a ninth of 54 GB, 6 GB, and reads six bytes for
   * each of these. So does the published recovery of RS(10,4), which reads ten blocks for one.
   */
  @Test
  void aMachineOfACodeReadsSixBytesForEachThatItStored() {
    ChainForms forms =
        ChainForms.of(
            new ChainForms.Store(36e9, 0),
            protection(9, Redundancy.parse("rs-6-3"), Redundancy.replicas(9)),
            new RepairSettings(YEAR, 1e6, 1e6, RepairWork.FIXED),
            1,
            0);
    assertThat(forms.meanHoursToRepair()).isCloseTo(6 * 6e9 / 1e6 / 3600, within(1e-9));
  }

  /** Ten GB with two replicas and 18 GB with three, on six machines: 20/6 + 54/6 GB a machine. */
  @Test
  void privateAndPopularBytesHaveTheirOwnRedundancy() {
    ChainForms forms =
        ChainForms.of(
            new ChainForms.Store(10e9, 18e9),
            protection(6, Redundancy.replicas(2), Redundancy.replicas(3)),
            new RepairSettings(YEAR, 1e6, 1e6, RepairWork.FIXED),
            1,
            1);
    assertThat(forms.meanHoursToRepair()).isCloseTo(74e9 / 6 / 1e6 / 3600, within(1e-9));
  }

  /** One machine and one copy: what is lost in a year is 1 - 1/e when it fails once a year. */
  @Test
  void aSingleCopyIsLostWithItsMachine() {
    ChainForms forms = forms(1, 1, 1, RepairWork.EXPONENTIAL);
    assertThat(forms.exactPerYear()).isCloseTo(1 - 1 / Math.E, within(1e-9));
    assertThat(forms.sumPerYear()).isCloseTo(1 - 1 / Math.E, within(1e-9));
  }

  @Test
  void overMoreMachinesThanShardsOnlyTheSumIsKnownAndNeverAboveOne() {
    ChainForms forms = forms(2, 1, 2, RepairWork.EXPONENTIAL);
    assertThat(forms.exactPerYear()).isNull();
    assertThat(forms.sumPerYear()).as("2 (1 - 1/e)").isEqualTo(1);
  }

  private static ChainForms forms(int machines, int replicas, long sets, RepairWork work) {
    Redundancy redundancy = Redundancy.replicas(replicas);
    return ChainForms.of(
        new ChainForms.Store(36e9, 0),
        protection(machines, redundancy, redundancy),
        new RepairSettings(YEAR, 1e6, 1e6, work),
        sets,
        0);
  }

  private static Protection protection(int machines, Redundancy redundancy, Redundancy popular) {
    return new Protection(
        new Cluster(machines, 1), "uniform", PlacementSettings.USUAL, redundancy, popular);
  }
}
