package dev.varve.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The expected values are from an implementation of the documented formula in Python. */
class SeedTest {
  private static final Seed SEED = new Seed(2024);

  @Test
  void theMixingIsAsDocumented() {
    assertThat(SEED.at("layer")).isEqualTo(new Seed(0x81e2e840672212cbL));
    assertThat(SEED.at("layer").at(17)).isEqualTo(new Seed(0x4a45eb065d31d264L));
    assertThat(SEED.at(17).at("layer")).isEqualTo(new Seed(0x66377fa7d81425c6L));
    assertThat(SEED.at("gr\u00f6\u00dfe").at(-1)).isEqualTo(new Seed(0x7ef53b6c19ff984cL));
  }

  @Test
  void theGeneratorIsSplitMix64() {
    RandomGenerator random = SEED.at("layer").at(17).random();
    assertThat(random.nextLong()).isEqualTo(0xe0103f5d6701313eL);
    assertThat(random.nextLong()).isEqualTo(0x4a4ac3ff201b1cd0L);
  }

  @Test
  void aGeneratorStartsAnewEachTime() {
    assertThat(SEED.random().nextLong()).isEqualTo(SEED.random().nextLong());
  }

  @Test
  void noTwoChildrenAreEqual() {
    Set<Seed> children = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      children.add(SEED.at(i));
      children.add(SEED.at(Integer.toString(i)));
    }
    assertThat(children).hasSize(20_000);
  }

  /** Each of the 64 bits is set in half of the children, within five standard deviations. */
  @Test
  void theChildrenOfNeighboursLookIndependent() {
    int children = 10_000;
    for (int bit = 0; bit < 64; bit++) {
      int set = 0;
      for (int i = 0; i < children; i++) {
        set += (int) ((SEED.at(i).value() >>> bit) & 1);
      }
      assertThat(set).as("bit %d", bit).isBetween(children / 2 - 250, children / 2 + 250);
    }
  }
}
