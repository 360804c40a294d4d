package dev.varve.content.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where units of a span begin, by hand and by the formula of the rolling checksum. */
class UnitsTest {
  /** Contents at 66,048, 216,748, 287,448 and 388,148; the span ends at 389,272. */
  private static final ArchiveSpan MIXED = MadeSpan.mixed();

  private static List<Integer> begins(Units units) {
    return units.units().stream().map(Units.Unit::from).toList();
  }

  private static void checkAllBytesOnce(Units units) {
    int at = MIXED.from();
    for (Units.Unit unit : units.units()) {
      assertThat(unit.from()).isEqualTo(at);
      assertThat(unit.length()).isPositive();
      at += unit.length();
    }
    assertThat(at).isEqualTo(MIXED.to());
  }

  @Test
  void membersBeginWithContents() {
    Units units = Units.members(MIXED, 4 << 20);
    checkAllBytesOnce(units);
    assertThat(begins(units)).containsExactly(65_536, 66_048, 216_748, 287_448, 388_148);
    assertThat(begins(Units.members(MIXED, 60_000)))
        .containsExactly(
            65_536, 66_048, 126_048, 186_048, 216_748, 276_748, 287_448, 347_448, 388_148);
  }

  /** Printed by a script that sums each window of 64 bytes anew. */
  @Test
  void framesBeginWithContentsTheirEndsAndByARollingSum() {
    Units units = Units.chunked(MIXED);
    checkAllBytesOnce(units);
    assertThat(begins(units))
        .containsExactly(
            65_536, 66_048, 70_189, 71_044, 71_735, 73_139, 85_228, 85_439, 86_051, 116_440,
            119_362, 122_491, 123_565, 129_198, 129_534, 135_702, 140_741, 148_690, 150_936,
            155_477, 165_933, 166_787, 167_388, 171_231, 175_401, 181_501, 210_849, 213_268,
            216_048, 216_748, 266_001, 286_748, 287_448, 387_448, 388_148, 388_248);
  }

  @Test
  void runsOfZerosAreFramesOfTheirOwn() {
    byte[] noise = MadeSpan.noise(9_000);
    Arrays.fill(noise, 100, 100 + 1024, (byte) 0);
    Arrays.fill(noise, 2_000, 2_000 + 1023, (byte) 0);
    Arrays.fill(noise, 7_000, 9_000, (byte) 0);
    noise[99] = 1;
    noise[1_124] = 1;
    noise[1_999] = 1;
    noise[3_023] = 1;
    noise[6_999] = 1;
    assertThat(begins(Units.chunked(MadeSpan.of(noise)))).containsExactly(0, 100, 1_124, 7_000);
    assertThat(Units.chunked(MadeSpan.of(new byte[5_000])).units())
        .containsExactly(new Units.Unit(0, 5_000));
  }

  @Test
  void contentsAreWithoutTheirHeaders() {
    assertThat(Units.contents(MIXED, 80_000).units())
        .containsExactly(
            new Units.Unit(66_048, 80_000),
            new Units.Unit(146_048, 70_000),
            new Units.Unit(216_748, 70_000),
            new Units.Unit(287_448, 80_000),
            new Units.Unit(367_448, 20_000),
            new Units.Unit(388_148, 100));
  }

  @Test
  void aSpanWithoutContentsIsOneUnitOrNoContent() {
    ArchiveSpan headers = new MadeSpan(new byte[7]).end(1024);
    assertThat(Units.members(headers, 4096).units()).containsExactly(new Units.Unit(7, 1024));
    assertThat(Units.chunked(headers).units()).containsExactly(new Units.Unit(7, 1024));
    assertThat(Units.contents(headers, 4096).units()).isEmpty();
  }

  @Test
  void aContentThatFillsTheSpanHasNoEmptyUnit() {
    ArchiveSpan whole = MadeSpan.of(MadeSpan.noise(1000));
    assertThat(Units.members(whole, 500).units())
        .containsExactly(new Units.Unit(0, 500), new Units.Unit(500, 500));
    assertThat(Units.chunked(whole).units()).containsExactly(new Units.Unit(0, 1000));
    assertThat(Units.contents(whole, 500).sum(Units.Unit::length)).isEqualTo(1000);
  }
}
