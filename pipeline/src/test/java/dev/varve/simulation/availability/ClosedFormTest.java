package dev.varve.simulation.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.simulation.placement.Redundancy;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedFormTest {
  private static final double N_O = 58720.256;
  private static final double N_1 = 550.4;
  private static final double N_2 = 18035.5072;
  private static final Redundancy THREE = Redundancy.replicas(3);

  @ParameterizedTest
  @CsvSource({
    "3, 69.5486049285426, 99.6601941726164, 99.9646681459981, 99.9996687675123",
    "5, 2.64752663147494, 96.6533427140333, 99.647242673157, 99.9966877243928",
    "10, 0, 66.2464037543631, 95.848081535739, 99.9602596428963",
    "20, 0, 1.1327130234505, 66.8408550289658, 99.6230541798612"
  })
  void thePublishedCells(int d, double vo100, double vc100, double vo1000, double vc1000) {
    assertThat(vo(100, d)).isCloseTo(vo100, within(1e-9));
    assertThat(vc(100, d, 6)).isCloseTo(vc100, within(1e-9));
    assertThat(vo(1000, d)).isCloseTo(vo1000, within(1e-9));
    assertThat(vc(1000, d, 6)).isCloseTo(vc1000, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "4, 23.3963, 98.1950, 98.6477, 98.6477, 98.6477",
    "6, 0.0701, 87.1907, 93.2843, 93.4171, 93.4185",
    "8, 0.0000, 59.8929, 81.5411, 82.6074, 82.6424",
    "10, 0.0000, 25.2960, 62.5640, 66.2464, 66.4572"
  })
  void thePublishedSweepOfPopularReplicas(
      int d, String vo, String four, String five, String six, String nine) {
    assertThat(printed(vo(100, d), 4)).isEqualTo(vo);
    assertThat(printed(vc(100, d, 4), 4)).isEqualTo(four);
    assertThat(printed(vc(100, d, 5), 4)).isEqualTo(five);
    assertThat(printed(vc(100, d, 6), 4)).isEqualTo(six);
    assertThat(printed(vc(100, d, 9), 4)).isEqualTo(nine);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 99.9993815708, 100.0000000000, 100.0000000000",
    "10, 99.9257884972, 99.9999823833, 99.9999999995",
    "20, 99.2949907236, 99.9967484651, 99.9999911704"
  })
  void thePublishedBlocks(int d, String three, String six, String nine) {
    assertThat(printed(block(3, d), 10)).isEqualTo(three);
    assertThat(printed(block(6, d), 10)).isEqualTo(six);
    assertThat(printed(block(9, d), 10)).isEqualTo(nine);
  }

  @Test
  void fewerFailuresThanReplicasLoseNothing() {
    assertThat(ClosedForm.blockLoss(THREE, 100, 2)).isZero();
    assertThat(vo(100, 2)).isEqualTo(100);
    assertThat(ClosedForm.availability(THREE, 5, 10, 10)).isZero();
    assertThat(ClosedForm.availability(THREE, 0, 10, 10)).isEqualTo(1);
  }

  @Test
  void codesCountEveryWayToLoseTooManyShards() {
    // By hand: RS(2,1) on 5 machines, 2 fail: lost when both lie among its 3: C(3,2)/C(5,2).
    Redundancy code = Redundancy.reedSolomon(2, 1);
    assertThat(ClosedForm.blockLoss(code, 5, 2)).isCloseTo(0.3, within(1e-15));
    // 3 fail: 2 of the 3 shards and 1 of the 2 others, or all 3: (3 * 2 + 1) / C(5,3).
    assertThat(ClosedForm.blockLoss(code, 5, 3)).isCloseTo(0.7, within(1e-15));
    assertThat(ClosedForm.blockLoss(code, 5, 4)).isEqualTo(1);
    assertThat(ClosedForm.blockLoss(Redundancy.reedSolomon(6, 3), 100, 3)).isZero();
  }

  @Test
  void codesAgreeWithCountedMachineSets() {
    for (int machines = 4; machines <= 10; machines++) {
      for (int shards = 1; shards <= machines; shards++) {
        for (int needed = 1; needed <= shards; needed++) {
          for (int failed = 0; failed <= machines; failed++) {
            int lost = 0;
            int all = 0;
            for (int mask = 0; mask < 1 << machines; mask++) {
              if (Integer.bitCount(mask) == shards) {
                all++;
                int down = Integer.bitCount(mask & (1 << failed) - 1);
                lost += shards - down < needed ? 1 : 0;
              }
            }
            assertThat(ClosedForm.blockLoss(new Redundancy(shards, needed), machines, failed))
                .isCloseTo((double) lost / all, within(1e-13));
          }
        }
      }
    }
  }

  @Test
  void machinesThatFailByThemselvesLoseABlockBinomially() {
    assertThat(ClosedForm.blockLoss(THREE, 0.1)).isCloseTo(0.001, within(1e-17));
    // RS(2,1): two of three or all three: 3 * 0.01 * 0.9 + 0.001.
    assertThat(ClosedForm.blockLoss(Redundancy.reedSolomon(2, 1), 0.1))
        .isCloseTo(0.028, within(1e-16));
  }

  private static double vo(int machines, int failed) {
    return 100 * ClosedForm.availability(THREE, N_O, machines, failed);
  }

  private static double vc(int machines, int failed, int popularReplicas) {
    return 100
        * ClosedForm.availability(
            THREE, N_1, Redundancy.replicas(popularReplicas), N_2, machines, failed);
  }

  private static double block(int replicas, int failed) {
    return 100 * (1 - ClosedForm.blockLoss(Redundancy.replicas(replicas), 100, failed));
  }

  private static String printed(double value, int digits) {
    return new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
  }
}
