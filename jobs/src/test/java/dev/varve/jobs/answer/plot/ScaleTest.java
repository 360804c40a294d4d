package dev.varve.jobs.answer.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.answer.report.ColumnUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {
  private static final double MIB = 1 << 20;

  @Test
  void bytesHaveRoundBinaryValues() {
    assertThat(texts(ColumnUnit.BYTES, Plot.Scaling.LINEAR, 0, 150 * MIB))
        .containsExactly("0 B", "32 MiB", "64 MiB", "96 MiB", "128 MiB", "160 MiB");
    assertThat(texts(ColumnUnit.BYTES, Plot.Scaling.LINEAR, 0, 1400 * MIB))
        .containsExactly("0 B", "256 MiB", "512 MiB", "768 MiB", "1 GiB", "1.25 GiB", "1.5 GiB");
    assertThat(texts(ColumnUnit.BYTES, Plot.Scaling.LOGARITHMIC, 40, 900 * MIB))
        .containsExactly("32 B", "1 KiB", "32 KiB", "1 MiB", "32 MiB", "1 GiB");
  }

  @Test
  void sharesArePercentages() {
    assertThat(texts(ColumnUnit.RATIO, Plot.Scaling.LINEAR, 0, 0.71))
        .containsExactly("0 %", "20 %", "40 %", "60 %", "80 %");
    assertThat(texts(ColumnUnit.AVAILABILITY, Plot.Scaling.LINEAR, 0.9993, 0.9999))
        .containsExactly(
            "99.93 %", "99.94 %", "99.95 %", "99.96 %", "99.97 %", "99.98 %", "99.99 %");
  }

  @Test
  void countsAreWholeAndShort() {
    assertThat(texts(ColumnUnit.COUNT, Plot.Scaling.LINEAR, 2, 3)).containsExactly("2", "3");
    assertThat(texts(ColumnUnit.COUNT, Plot.Scaling.LOGARITHMIC, 3, 4_000_000))
        .containsExactly("1", "100", "10 k", "1 M", "100 M");
    assertThat(texts(ColumnUnit.NUMBER, Plot.Scaling.LOGARITHMIC, 1.4, 3))
        .containsExactly("1", "2", "5");
    assertThat(texts(ColumnUnit.NUMBER, Plot.Scaling.LOGARITHMIC, 0.03, 0.2))
        .containsExactly("0.02", "0.05", "0.1", "0.2");
  }

  /** Sizes of images whose layers were all rejected are zeros. */
  @Test
  void aLogarithmicScaleOfZerosEnds() {
    assertThat(texts(ColumnUnit.NUMBER, Plot.Scaling.LOGARITHMIC, 0, 0))
        .containsExactly("1", "2", "5", "10");
    assertThat(texts(ColumnUnit.NUMBER, Plot.Scaling.LOGARITHMIC, 0, 1000))
        .containsExactly("100", "200", "500", "1,000");
    assertThat(texts(ColumnUnit.BYTES, Plot.Scaling.LOGARITHMIC, 0, 1)).isNotEmpty();
  }

  /** Ticks from 0 to 2e-5 are 5e-6 apart; those from 1,024 to 1,026 MiB, half a MiB. */
  @Test
  void labelsOfNeighboursDiffer() {
    assertThat(texts(ColumnUnit.NUMBER, Plot.Scaling.LINEAR, 0, 0.00002))
        .containsExactly("0", "5e-06", "1.0e-05", "1.5e-05", "2.0e-05");
    assertThat(texts(ColumnUnit.NUMBER, Plot.Scaling.LOGARITHMIC, 1.4e-7, 3e-7))
        .containsExactly("1e-07", "2e-07", "5e-07");
    assertThat(texts(ColumnUnit.RATIO, Plot.Scaling.LINEAR, 0, 2e-12))
        .containsExactly("0 %", "5e-11 %", "1.0e-10 %", "1.5e-10 %", "2.0e-10 %");
    assertThat(texts(ColumnUnit.AVAILABILITY, Plot.Scaling.LINEAR, 0.999999999998, 1))
        .doesNotHaveDuplicates()
        .contains("99.99999999985 %", "100.00000000000 %");
    // Half a MiB is 0.00048828125 GiB.
    assertThat(texts(ColumnUnit.BYTES, Plot.Scaling.LINEAR, 1024 * MIB, 1026 * MIB))
        .doesNotHaveDuplicates()
        .startsWith("1 GiB", "1.0005 GiB", "1.001 GiB");
  }

  @Test
  void oneValueHasAScaleToo() {
    Scale scale = scale(ColumnUnit.RATIO, Plot.Scaling.LINEAR, 0, 0);
    assertThat(scale.position(0)).isEqualTo(0);
    assertThat(scale(ColumnUnit.BYTES, Plot.Scaling.LOGARITHMIC, 8, 8).position(8)).isEqualTo(0);
  }

  /** Of 1, 10, 100, 1,000: 100 lies two thirds up. */
  @Test
  void placesAreProportional() {
    assertThat(scale(ColumnUnit.NUMBER, Plot.Scaling.LINEAR, 0, 100).position(25)).isEqualTo(75);
    assertThat(scale(ColumnUnit.NUMBER, Plot.Scaling.LOGARITHMIC, 1, 1000).position(100))
        .isBetween(199.999, 200.001);
  }

  private static List<String> texts(
      ColumnUnit unit, Plot.Scaling scaling, double least, double most) {
    Scale scale = scale(unit, scaling, least, most);
    return scale.ticks().stream().map(scale::label).toList();
  }

  /** From 0 to 300 user units. */
  private static Scale scale(ColumnUnit unit, Plot.Scaling scaling, double least, double most) {
    return Scale.of(new Plot.Axis("", unit, scaling), least, most, 0, 300);
  }
}
