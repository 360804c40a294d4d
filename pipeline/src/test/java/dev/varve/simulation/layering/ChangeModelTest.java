package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ChangeModelTest {
  private static ChangeSource source(World world, String name) {
    return ChangeModel.of(world.learned()).stream()
        .filter(source -> source.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatHasNotChangedHasARateFromAllSources() {
    World world =
        new World()
            .line(5, 1)
            .file("site-packages/a/x", "123455", 10)
            .file("site-packages/b/x", "111111", 20);
    // 4 of 8 chances are changes: (0 + 2 * 0.5) / (4 + 2) for b, (4 + 2 * 0.5) / (4 + 2) for a
    double quiet = 0.7 * 1 / 6;
    double busy = 0.7 * 5 / 6 + 0.3;
    assertThat(source(world, "pypi/b").profile().stays()).isCloseTo(1 - quiet, within(1e-12));
    assertThat(source(world, "pypi/a").profile().stays()).isCloseTo(1 - busy, within(1e-12));
    assertThat(source(world, "pypi/a").updates()).isEqualTo(4);
  }

  @Test
  void entriesWithoutContentChangeToo() {
    World world =
        new World()
            .line(3, 0)
            .file("site-packages/a/x", "112", 10)
            .file("site-packages/empty.py", "111", 0);
    assertThat(source(world, "pypi/empty").profile().stays()).isLessThan(1);
  }

  @Test
  void aLineWithoutASourceIsNotChangedByIt() {
    World world =
        new World()
            .line(2, 0)
            .line(2, 0)
            .file("site-packages/a/x", 0, "1211", 10)
            .file("site-packages/b/x", 2, "12", 20);
    // b has one chance, in the second line, and 2 of 3 chances of all are changes: (1 + 4/3) / 3
    double changes = 0.7 * (1 + 4.0 / 3) / 3 + 0.3;
    assertThat(source(world, "pypi/b").profile().stays()).isCloseTo(1 - changes / 2, within(1e-12));
  }

  @Test
  void aDirectoryOfPackagesExpectsThoseThatComeIntoIt() {
    World world =
        new World()
            .line(3, 0)
            .file("node_modules/", "111", 0)
            .file("node_modules/a/x", "111", 4000)
            .file("node_modules/b/x", "-11", 200);
    // compressed: a twentieth of 2000, and the 100 of b, which came in the first update
    assertThat(source(world, "node_modules/").profile().bytes()).isCloseTo(200, within(1e-9));
    assertThat(source(world, "node_modules/").updates()).isEqualTo(1);
  }
}
