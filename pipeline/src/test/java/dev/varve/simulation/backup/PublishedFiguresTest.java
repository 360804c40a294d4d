package dev.varve.simulation.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Arithmetic of the paper on VM-centric snapshot deduplication, a machine of 100. */
class PublishedFiguresTest {
  /** Measured by the authors for the VM-centric scheme with 2 % popular data. */
  private static final SegmentTime VC = new SegmentTime(66.33, 16.63, 5.78);

  /** Measured by the authors for SRB. */
  private static final SegmentTime SRB = new SegmentTime(73, 17.08, 20.10);

  private static final long RAW = 10_000_000_000_000L;
  private static final long AFTER_L1 = 2_414_000_000_000L;
  private static final long AFTER_L2 = 1_205_000_000_000L;
  private static final long AFTER_POPULAR = 860_000_000_000L;

  @Test
  void reductionOfRaw() {
    Savings savings = new Savings(RAW, 0);
    assertThat(savings.reduction(AFTER_L1)).isCloseTo(.7586, within(1e-12));
    assertThat(savings.reduction(AFTER_L2)).isCloseTo(.8795, within(1e-12));
    assertThat(savings.reduction(AFTER_POPULAR)).isCloseTo(.914, within(1e-12));
  }

  @Test
  void gainsOfTheStages() {
    Savings savings = new Savings(RAW, 0);
    Volume l1 = new Volume(0, AFTER_L1);
    Volume l2 = new Volume(0, AFTER_L2);
    Volume l3 = new Volume(0, AFTER_POPULAR);
    assertThat(100 * BackupStage.of("", .02, "l2", l1, l2, savings).gainRatio())
        .isCloseTo(50.08, within(.005));
    assertThat(100 * BackupStage.of("", .02, "l3", l2, l3, savings).gainRatio())
        .isCloseTo(28.63, within(.005));
  }

  @Test
  void timeOfADirtySegment() {
    assertThat(SRB.totalMillis()).isCloseTo(110.18, within(1e-9));
    assertThat(VC.totalMillis()).isCloseTo(88.74, within(1e-9));
    double fold = SRB.totalMillis() / VC.totalMillis();
    assertThat(100 * (fold - 1)).as("per cent longer").isCloseTo(24.16, within(.005));
  }

  @Test
  void timeOfAMachinesBackupUnderAThrottle() {
    // 1 TB, of which level 1 leaves .2414; 50 MB/s: 4828 s.
    double dirty = .2414e12;
    double segments = dirty / 2_097_152;
    BackupTime free = BackupTime.unthrottled(VC, segments, 4);
    BackupTime throttled = free.throttled(dirty, 50e6);
    assertThat(throttled.seconds()).isCloseTo(4828, within(1e-6));
    assertThat(throttled.seconds() / 3600).isCloseTo(1.34, within(.005));
    // .2414e12 / 2097152 = 115108.5 segments * 88.74 ms / 4 tasks = 2553.7 s
    assertThat(free.seconds()).isCloseTo(2553.7, within(.05));
    assertThat(BackupTime.unthrottled(VC, segments, 1).seconds() / 3600)
        .isCloseTo(2.84, within(.005));
  }

  @Test
  void popularMemoryGrowsWithSigma() {
    // 118 MB at 2 %, 10 of them for level 2; so 226 at 4 %, printed as about 220.
    IndexMemory memory = new IndexMemory(40, 0, 0, 1);
    long chunksPerMachine = 2_700_000;
    long two = memory.chunkIndexBytes(100 * chunksPerMachine, 100);
    assertThat(two).isEqualTo(108_000_000);
    assertThat(10_000_000 + memory.chunkIndexBytes(200 * chunksPerMachine, 100))
        .isCloseTo(220_000_000, within(7_000_000L));
    assertThat(memory.chunkIndexBytes(101, 100)).as("the fullest machine").isEqualTo(80);
  }
}
