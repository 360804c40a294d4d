package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.simulation.layering.ChangeProfile.Costs;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChangeProfileTest {
  private static final Costs PULLED = new Costs(new int[] {0, 2}, 0, 1);

  private static ChangeProfile profile(double bytes, double... stays) {
    return new ChangeProfile(new double[] {bytes}, new long[] {7}, hazards(stays));
  }

  private static double[] hazards(double... stays) {
    return Arrays.stream(stays).map(stay -> -Math.log(stay)).toArray();
  }

  @Test
  void aLayerCostsItsBytesTimesTheProbabilityThatAnyFileChanges() {
    ChangeProfile one = profile(100, 0.5, 1);
    ChangeProfile two = profile(60, 0.5, 0.9);
    assertThat(one.cost(PULLED)).isCloseTo(100 * 0.25, within(1e-9));
    // together they stay with 0.25 and 0.9
    assertThat(one.costWith(PULLED, two)).isCloseTo(160 * (1 - 1.15 / 2), within(1e-9));
    one.add(two);
    assertThat(one.bytes()).isEqualTo(160);
    assertThat(one.costWithout(PULLED, two)).isCloseTo(25, within(1e-9));
    one.remove(two);
    assertThat(one.cost(PULLED)).isCloseTo(25, within(1e-9));
  }

  @Test
  void linesWithEqualContentStoreALayerOnce() {
    Costs both = new Costs(new int[] {0, 1, 2}, 2, 1);
    ChangeProfile shared =
        new ChangeProfile(new double[] {10, 10}, new long[] {7, 7}, hazards(0.9, 0.8));
    // pulled by each line; stored once, with a version at the start and one with a change
    assertThat(shared.cost(both)).isCloseTo(10 * 0.1 + 10 * 0.2 + 2 * 10 * 1.1, within(1e-9));
    ChangeProfile own = new ChangeProfile(new double[] {5, 0}, new long[] {3, 0}, hazards(1, 1));
    // with a file of the first line alone, the layers differ, and both are stored
    assertThat(shared.costWith(both, own))
        .isCloseTo(15 * 0.1 + 10 * 0.2 + 2 * (15 * 1.1 + 10 * 1.2), within(1e-9));
  }
}
