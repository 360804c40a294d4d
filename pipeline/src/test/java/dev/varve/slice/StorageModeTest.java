package dev.varve.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StorageModeTest {
  /** Published for g = 2.1 and three replicas, rounded: 2.1, 1.5, 1.2, 1.0. */
  @Test
  void ratiosAreThePublishedOnes() {
    double[] published = {2.10, 1.54, 1.21, 1.00};
    for (int whole = 0; whole <= 3; whole++) {
      assertThat(StorageMode.ratio(3, whole, 2.1)).isCloseTo(published[whole], within(0.005));
    }
  }

  /** What is stored and the closed form say the same. */
  @Test
  void theClosedFormIsWhatIsStored() {
    StorageMode mode = new StorageMode(3, 2_100, 1_000);
    for (int whole = 0; whole <= 3; whole++) {
      assertThat(3 * 2_100 / mode.storedBytes(whole))
          .isCloseTo(StorageMode.ratio(3, whole, mode.dedupRatio()), within(1e-12));
    }
  }
}
