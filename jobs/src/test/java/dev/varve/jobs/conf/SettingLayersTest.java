package dev.varve.jobs.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.ConfigUtil;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of several places a setting is taken from, and keys that there are not. */
class SettingLayersTest {
  private static final String PARTITIONS = "spark.sql.shuffle.partitions";

  @TempDir private Path folder;

  private File file(String text) throws IOException {
    return Files.writeString(folder.resolve("own.conf"), text).toFile();
  }

  private static String faults(@Nullable File overlay, String... assignments) {
    SettingReader reader = SettingReader.of(null, overlay, List.of(assignments));
    InvalidSettingsException told =
        catchThrowableOfType(InvalidSettingsException.class, reader::finish);
    return told == null ? "" : String.valueOf(told.getMessage());
  }

  @Test
  void withoutAnythingTheDefaultsHold() {
    SettingReader reader = SettingReader.of(null, null, List.of());
    assertThat(reader.text("backup.machines")).isEqualTo("100");
    assertThat(reader.finish().spark()).doesNotContainKey(PARTITIONS);
  }

  @Test
  void eachPlaceIsLaidOverThoseBefore() throws IOException {
    File overlay =
        file("varve { backup { machines = 5, block-bytes = 2 MiB }, simulation.seed = 9 }");
    SettingReader reader = SettingReader.of("demo", overlay, List.of("backup.machines=6"));
    assertThat(reader.text("backup.machines")).as("a single key").isEqualTo("6");
    assertThat(reader.text("backup.block-bytes")).as("the file").isEqualTo("2 MiB");
    assertThat(reader.text("simulation.seed")).as("the file").isEqualTo("9");
    assertThat(reader.text("availability.trials")).as("the profile").isEqualTo("1000");
    assertThat(reader.text("backup.rules")).as("the profile").isEqualTo("checksum+similar");
    assertThat(reader.text("backup.sigma")).as("the default").isEqualTo("0.02");
  }

  @Test
  void ofTwoSingleKeysTheLastHolds() {
    assertThat(
            SettingReader.of(null, null, List.of("backup.tasks=2", "backup.tasks=3"))
                .text("backup.tasks"))
        .isEqualTo("3");
  }

  @Test
  void aProfileGoesOverTheDefaultsAndSingleKeysOverBoth() {
    SettingReader reader = SettingReader.of("demo", null, List.of());
    assertThat(reader.text("backup.machines")).isEqualTo("4");
    assertThat(reader.text("simulation.confidence")).isEqualTo("0.99");
    assertThat(SettingReader.of("demo", null, List.of("backup.machines=9")).text("backup.machines"))
        .isEqualTo("9");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "varve.spark.\"spark.sql.shuffle.partitions\" = 5",
        "varve { spark { \"spark.sql.shuffle.partitions\" = 5 } }",
        "varve.spark.spark.sql.shuffle.partitions = 5",
        "varve { spark.sql.shuffle.partitions = 5 }",
        "varve { spark { sql { shuffle.partitions = 5 } } }",
        "spark.sql.shuffle.partitions = 5"
      })
  void keysOfTheEngineMayBeQuotedOrNot(String text) throws IOException {
    Settings settings = SettingReader.of(null, file(text), List.of()).finish();
    assertThat(settings.spark()).containsEntry(PARTITIONS, "5");
    assertThat(settings.all()).containsEntry(PARTITIONS, "5");
    assertThat(settings.spark().keySet()).allMatch(key -> key.startsWith("spark."));
  }

  @Test
  void theEngineMayHaveKeysThatNobodyHereKnows() {
    assertThat(
            SettingReader.of(null, null, List.of("spark.executor.memory=4g", "spark.x.y=a=b"))
                .finish()
                .spark())
        .containsEntry("spark.executor.memory", "4g")
        .containsEntry("spark.x.y", "a=b");
  }

  @Test
  void aFileMayLeaveOutTheNameOfTheProgram() throws IOException {
    assertThat(SettingReader.of(null, file("backup.tasks = 7"), List.of()).text("backup.tasks"))
        .isEqualTo("7");
    SettingReader both =
        SettingReader.of(
            null,
            file("varve.backup.tasks = 7\nbackup.tasks = 8\nlock.wait-seconds = 9"),
            List.of());
    assertThat(both.text("backup.tasks")).as("with the name goes first").isEqualTo("7");
    assertThat(both.text("lock.wait-seconds")).isEqualTo("9");
  }

  @Test
  void aListOfAFileIsReadAsOneOfTheCommandLine() throws IOException {
    File overlay = file("varve.backup.sweep = [0.1, 0.2]");
    assertThat(sweep(SettingReader.of(null, overlay, List.of())))
        .isEqualTo(sweep(SettingReader.of(null, null, List.of("backup.sweep=[0.1, 0.2]"))))
        .containsExactly(0.1, 0.2);
  }

  /** As reference.conf writes them. */
  @Test
  void itemsInQuotesAreTheSameInAFileAndOnTheCommandLine() throws IOException {
    String items = "[\"libs=/lib/%\", \"c,d=/u/ %\", \" a\", \"[b]\", plain]";
    List<String> read = List.of("libs=/lib/%", "c,d=/u/ %", " a", "[b]", "plain");
    assertThat(conventions(SettingReader.of(null, null, List.of("derive.conventions=" + items))))
        .isEqualTo(read);
    File overlay = file("varve.derive.conventions = " + items);
    assertThat(conventions(SettingReader.of(null, overlay, List.of()))).isEqualTo(read);
  }

  @Test
  void aBackslashStandsForItselfUnlessBeforeAQuoteOrABackslash() throws IOException {
    String odd = "a\\d, \"b\"\n" + "x".repeat(100_000);
    File overlay =
        file("varve.derive.conventions = [" + ConfigUtil.quoteString(odd) + ", \"c\\\\,\"]");
    assertThat(conventions(SettingReader.of(null, overlay, List.of())))
        .containsExactly(odd, "c\\,");
    assertThat(
            conventions(
                SettingReader.of(
                    null, null, List.of("derive.conventions=\"a\\d\",\"b\" c,\"d,e\\\"\",\"f"))))
        .containsExactly("a\\d", "\"b\" c", "d,e\"", "\"f");
  }

  private static List<String> conventions(SettingReader reader) {
    return reader.bind("derive", Conventions.class).conventions;
  }

  private record Conventions(List<String> conventions) {}

  private static List<Double> sweep(SettingReader reader) {
    return reader.bind("backup", Sweep.class).sweep;
  }

  private record Sweep(List<Double> sweep) {}

  @Test
  void aListWithoutItemsIsTheSameInAFileAndOnTheCommandLine() throws IOException {
    File overlay = file("varve.derive.conventions = []");
    assertThat(SettingReader.of(null, overlay, List.of()).text("derive.conventions")).isEmpty();
    assertThat(
            SettingReader.of(null, null, List.of("derive.conventions=[ ]"))
                .text("derive.conventions"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "no.such.key, no.such.key",
    "backup.sigma.more, backup.sigma.more",
    "backup, backup",
    "backup.time, backup.time",
    "availability.sweep, availability.sweep",
    "spark, spark"
  })
  void aKeyThatThereIsNotIsRefusedAndSoIsAValueForASection(String key, String named)
      throws IOException {
    String told = "there is no setting " + named + "; see conf/reference.conf";
    assertThat(faults(null, key + "=3")).isEqualTo(told);
    if (!key.equals("spark")) {
      assertThat(faults(file(key + " = 3"))).isEqualTo(told);
      assertThat(faults(file("varve." + key + " = 3"))).isEqualTo(told);
    }
  }

  @Test
  void aKeyBesideTheNameOfTheProgramIsNotPassedOver() throws IOException {
    assertThat(faults(file("varve.backup.tasks = 7\nbakup.tasks = 7")))
        .isEqualTo("there is no setting bakup.tasks; did you mean backup.tasks?");
  }

  @Test
  void aKeyThatIsNearlyOneIsAnsweredWithIt() {
    assertThat(faults(null, "backup.sigam=3"))
        .isEqualTo("there is no setting backup.sigam; did you mean backup.sigma?");
    assertThat(faults(null, "varve.backup.sigma=3"))
        .isEqualTo("there is no setting varve.backup.sigma; did you mean backup.sigma?");
    assertThat(faults(null, "ingest.task-blobs=3"))
        .isEqualTo("there is no setting ingest.task-blobs; did you mean tuning.ingest.task-blobs?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"backup.sigma", "=3", ""})
  void aSingleKeyHasAValue(String assignment) {
    assertThat(faults(null, assignment))
        .isEqualTo("--set " + assignment + ": write it as key=value");
  }

  @Test
  void aKeyThatIsNoneSaysWhy() {
    assertThat(faults(null, "a..b=3")).startsWith("--set a..b: ").contains("Invalid path 'a..b'");
  }

  /** A name without a folder is one of the working folder, as for other programs. */
  @Test
  void aFileIncludesWhatLiesBesideIt() throws IOException {
    File own = File.createTempFile("includes", ".conf", new File("").getAbsoluteFile());
    Path near = Path.of(own.getPath().replace(".conf", "-near.conf"));
    try {
      Files.writeString(near, "backup.sigam = 3\n");
      Files.writeString(own.toPath(), "include \"" + near.getFileName() + "\"\n");
      assertThat(faults(new File(own.getName()))).contains("backup.sigam");
    } finally {
      Files.delete(own.toPath());
      Files.deleteIfExists(near);
    }
  }

  @Test
  void aFileThatIsNestedTooDeeplyIsTold() throws IOException {
    assertThat(faults(file("a = " + "[".repeat(20_000) + "]".repeat(20_000))))
        .endsWith("it is nested too deeply");
  }

  @Test
  void aFileThatIsNoneSaysWhy() throws IOException {
    File none = folder.resolve("none.conf").toFile();
    assertThat(faults(none)).isEqualTo("--conf " + none + ": there is no such file");
    assertThat(faults(folder.toFile())).endsWith("there is no such file");
    assertThat(faults(file("varve { backup "))).startsWith("--conf " + folder + "/own.conf: ");
    assertThat(faults(file("varve.backup.sigma = ${nothing}"))).contains("nothing");
    assertThat(faults(file("varve.spark = 3"))).startsWith("--conf " + folder + "/own.conf: ");
  }

  @Test
  void faultsOfAllPlacesAreToldAtOnce() throws IOException {
    assertThat(faults(file("varve { b.c = 1, lock = 2 }"), "a.b=1", "wrong").lines())
        .containsExactly(
            "--set wrong: write it as key=value",
            "there is no setting a.b; see conf/reference.conf",
            "there is no setting b.c; see conf/reference.conf",
            "there is no setting lock; see conf/reference.conf");
  }
}
