package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import org.junit.jupiter.api.Test;

class LineLearnerTest {
  private static final long LARGE = LineLearner.LARGE_FILE_BYTES;

  @Test
  void smallFilesAreOneUnitWithTheirDirectoryAndLargeFilesAreTheirOwn() {
    LearnedLine learned =
        new World()
            .line(3, 1)
            .file("etc/", "1111", 0)
            .file("etc/a", "1223", 10)
            .file("etc/b", "1122", 20)
            .file("etc/c", "1112", 5)
            .file("etc/large", "1112", LARGE)
            .file("top", "1---", 1)
            .learned();
    assertThat(learned.units())
        .extracting(PlanUnit::place, unit -> unit.updates().toString(), PlanUnit::bytes)
        .containsExactly(
            tuple("/", "{1}", 0L), // gone
            tuple("etc/", "{1, 2}", 35L),
            tuple("etc/large", "{}", LARGE));
    assertThat(learned.updates()).containsExactly(1, 2);
    assertThat(learned.daysAnUpdate()).isEqualTo(7);
  }

  @Test
  void placesOfTwoVersionsAreOneUnit() {
    LearnedLine learned =
        new World()
            .line(3, 0)
            .file("a-1.0/x", "1--", 10)
            .file("a-1.1/x", "-11", 11)
            .file("a.so.1", "1--", LARGE)
            .file("a.so.2", "-11", LARGE + 1)
            .learned();
    assertThat(learned.units())
        .extracting(PlanUnit::place, unit -> unit.updates().toString(), PlanUnit::bytes)
        .containsExactly(tuple("a-#/", "{1}", 11L), tuple("a.so.#", "{1}", LARGE + 1));
  }

  @Test
  void aSmallFileThatIsAPackageIsAUnit() {
    LearnedLine learned =
        new World()
            .line(2, 0)
            .file("dist-packages/six.py", "12", 1)
            .file("dist-packages/six/a", "11", 2)
            .file("lib/a.jar", "11", 3)
            .file("lib/readme", "11", 4)
            .learned();
    assertThat(learned.units())
        .extracting(PlanUnit::place, PlanUnit::packageName)
        .containsExactly(
            tuple("dist-packages/six.py", "pypi/six"),
            tuple("dist-packages/six/", "pypi/six"),
            tuple("lib/", null),
            tuple("lib/a.jar", "jar/a"));
  }

  @Test
  void aUnitHasTheNewestLearnedContentOfEachLine() {
    LearnedLine learned =
        new World()
            .line(2, 1)
            .line(2, 1)
            .file("a/x", 0, "112", 10)
            .file("a/x", 3, "121", 10)
            .file("a/y", 3, "11-", 4)
            .learned();
    PlanUnit unit = learned.units().get(0);
    assertThat(unit.newest()).extracting(PlanUnit.Content::files).containsExactly(1L, 2L);
    assertThat(unit.newest()).extracting(PlanUnit.Content::bytes).containsExactly(10L, 14L);
    assertThat(unit.updates().toString()).isEqualTo("{4}");
    assertThat(unit.compressedBytes()).isEqualTo(5 + 5 + 2);
  }
}
