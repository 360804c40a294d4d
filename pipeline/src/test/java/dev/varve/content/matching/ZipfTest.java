package dev.varve.content.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures printed in the paper on VM-centric snapshot deduplication. */
class ZipfTest {
  @ParameterizedTest
  @CsvSource({
    ".65, .01, 19.95", ".65, .02, 25.43", ".65, .04, 32.41",
    ".70, .01, 25.12", ".70, .02, 30.92", ".70, .04, 38.07"
  })
  void modelCoverageIsThePublished(double alpha, double sigma, double percent) {
    assertThat(100 * new Zipf(alpha).coverage(sigma)).isCloseTo(percent, within(.005));
  }

  @ParameterizedTest
  @CsvSource({".01, .236, .6865", ".02, .336, .7212", ".04, .375, .6953"})
  void alphaOfTheMeasuredCoverage(double sigma, double coverage, double alpha) {
    // ln .236 = -1.44392, ln .01 = -4.60517: 1 - .31355 = .6865
    // ln .336 = -1.09064, ln .02 = -3.91202: 1 - .27879 = .7212
    // ln .375 = -.98083,  ln .04 = -3.21888: 1 - .30471 = .6953
    assertThat(Zipf.through(sigma, coverage).alpha()).isCloseTo(alpha, within(5e-5));
  }

  @Test
  void theLawThroughItsOwnCoverageIsItself() {
    for (double alpha = 0; alpha < 1; alpha += .05) {
      Zipf zipf = new Zipf(alpha);
      assertThat(Zipf.through(.03, zipf.coverage(.03)).alpha()).isCloseTo(alpha, within(1e-12));
    }
  }

  @Test
  void modelEfficiencyIsThePublished() {
    assertThat(new Zipf(.65).efficiency(1_546_635_485L, 283_121_924L, 87_692_682L, .02))
        .isCloseTo(.915398, within(5e-7));
  }

  @Test
  void coverageOfPopularitiesThatFollowTheLawApproachesTheModel() {
    // f_i = i^-alpha over a million chunks, summed term by term.
    double alpha = .5;
    int chunks = 1_000_000;
    double top = 0;
    double all = 0;
    for (int i = 1; i <= chunks; i++) {
      double copies = Math.pow(i, -alpha);
      all += copies;
      top += i <= chunks / 50 ? copies : 0;
    }
    assertThat(new Zipf(alpha).coverage(.02)).isCloseTo(top / all, within(.005));
  }
}
