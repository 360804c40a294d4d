package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ChangeSourcesTest {
  private static final long LARGE = LineLearner.LARGE_FILE_BYTES;

  private static Map<String, List<String>> sources(World world) {
    Map<String, List<String>> places = new TreeMap<>();
    ChangeSources.of(world.learned())
        .forEach((name, units) -> places.put(name, units.stream().map(PlanUnit::place).toList()));
    return places;
  }

  @Test
  void aPackageIsASourceAndTheDirectoryAroundStandsForNewOnes() {
    World world =
        new World()
            .line(2, 0)
            .file("site-packages/", "11", 0)
            .file("site-packages/a/x", "12", 1)
            .file("site-packages/a-1.0.dist-info/RECORD", "1-", 1)
            .file("site-packages/a-1.1.dist-info/RECORD", "-1", 1)
            .file("site-packages/b.py", "11", 1);
    assertThat(sources(world))
        .isEqualTo(
            Map.of(
                "pypi/a", List.of("site-packages/a-#.dist-info/", "site-packages/a/"),
                "pypi/b", List.of("site-packages/b.py"),
                "site-packages/", List.of("site-packages/")));
  }

  @Test
  void filesOfOneTimeThatChangeTogetherAreASourceWhereverTheyAre() {
    World world =
        new World()
            .line(2, 0)
            .file("usr/bin/git", 0, "12", LARGE, 100)
            .file("usr/lib/git-core/git", 0, "12", LARGE, 100)
            .file("usr/share/doc/git/copyright", 0, "12", 1, 100)
            .file("usr/lib/same-time-other-updates", 0, "11", LARGE, 100)
            .file("usr/bin/other", 0, "11", LARGE, 200)
            .file("usr/bin/another", 0, "11", LARGE, 300);
    assertThat(sources(world))
        .isEqualTo(
            Map.of(
                "deb/git",
                List.of("usr/bin/git", "usr/lib/git-core/git", "usr/share/doc/git/"),
                "/",
                List.of("usr/lib/same-time-other-updates", "usr/bin/other", "usr/bin/another")));
  }

  @Test
  void aDirectoryIsSplitWhereAPartOfItMoves() {
    World world =
        new World()
            .line(3, 0)
            .file("opt/app/etc/a", "111", 1)
            .file("opt/app/etc/b/c", "111", 1)
            .file("opt/app/lib/d", "123", 1)
            .file("opt/app/lib/e/f", "123", 1);
    assertThat(sources(world))
        .isEqualTo(
            Map.of(
                "opt/app/etc/", List.of("opt/app/etc/", "opt/app/etc/b/"),
                "opt/app/lib/", List.of("opt/app/lib/", "opt/app/lib/e/")));
  }
}
