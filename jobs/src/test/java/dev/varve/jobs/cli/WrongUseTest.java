package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a line is said before any work, all of it at once, and ends with code 2. */
class WrongUseTest {
  private static final int USAGE = 2;
  private static final int NO_INPUT = 4;

  @TempDir private Path folder;

  private static String complaint(String line, Object... values) {
    return varve(line, values).endsWith(USAGE).err();
  }

  @Test
  void aLineNamesAVerbAndWhatItNeeds() {
    assertThat(complaint("no-such-verb")).contains("no-such-verb");
    assertThat(complaint("ingest")).contains("say what to ingest");
    assertThat(complaint("ingest registry --warehouse w")).contains("INPUT");
    assertThat(complaint("simulate")).contains("say what to simulate");
    assertThat(complaint("simulate availability")).contains("--warehouse");
    assertThat(complaint("report no-such-report --warehouse w")).contains("no-such-report");
    assertThat(complaint("report")).contains("name the warehouse");
  }

  @Test
  void inputsThatHoldNothingAreAllNamed() {
    Path none = folder.resolve("none");
    Path warehouse = folder.resolve("w");
    assertThat(
            varve("ingest registry %s %s --warehouse %s", none, folder, warehouse)
                .endsWith(NO_INPUT)
                .err())
        .contains("there is nothing at " + none)
        .contains("no images found at " + folder + ";");
    assertThat(
            varve("ingest registry r.example:5000/app --warehouse %s", warehouse)
                .endsWith(NO_INPUT)
                .err())
        .contains("a registry by its API is docker://HOST");
    assertThat(
            varve("ingest snapshots %s --warehouse %s", none, warehouse).endsWith(NO_INPUT).err())
        .contains(none.toString());
    assertThat(warehouse).doesNotExist();
  }

  @Test
  void aFileThatIsNoArchiveIsNoInput() throws Exception {
    Path file = Files.writeString(folder.resolve("hostname"), "a-machine\n".repeat(100));
    Path warehouse = folder.resolve("w");
    assertThat(varve("ingest registry %s --warehouse %s", file, warehouse).endsWith(NO_INPUT).err())
        .contains("no images found at " + file);
    assertThat(warehouse).doesNotExist();
  }

  /** Logs keep what a terminal shows, and a mistyped line is shown. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ingest http://joe:s3cret@127.0.0.1:9/ --warehouse w",
        "report http://joe:s3cret@127.0.0.1:9/ --warehouse w",
        "report coverage --warehouse https://joe:s3cret@h/x",
        "ingest registry --warehouse w --token=s3cret x"
      })
  void aMessageRepeatsNoPassword(String line) {
    assertThat(complaint(line)).contains("(hidden)").doesNotContain("s3cret");
  }

  @Test
  void theDemoMakesNothingForAnEngineThatItCannotStart() {
    Path out = folder.resolve("demo");
    assertThat(complaint("demo --out %s --set spark.master=spark://cluster:7077", out))
        .contains("the master spark://cluster:7077 is not local");
    assertThat(out).doesNotExist();
  }

  @Test
  void aReportThatIsNearlyOneIsTold() {
    assertThat(complaint("report histroy --warehouse w"))
        .isEqualTo("varve: there is no report histroy; did you mean history?\n");
    assertThat(complaint("report leakage --warehouse w"))
        .isEqualTo(
            "varve: there is no report leakage; these contain that word: deletion-leakage\n");
    assertThat(complaint("report profits --warehouse w"))
        .isEqualTo("varve: there is no report profits; varve report --list shows all\n");
  }

  @Test
  void aWordThatIsNearlyAVerbIsTold() {
    String told = varve("ingets registry %s", folder).endsWith(2).err();
    assertThat(told).contains("did you mean ingest");
    assertThat(told.lines()).hasSizeLessThan(5);
  }

  @Test
  void noVerbHasNoHelp() {
    assertThat(varve("page --help").endsWith(2).err()).contains("varve has no verb page");
    assertThat(varve("simulate backups --help").endsWith(2).err())
        .contains("varve simulate has no verb backups", "did you mean backup");
    assertThat(varve("simulate backup --help").done().out()).contains("Usage: varve simulate");
  }

  @Test
  void whereToWriteIsLookedAtFirst() throws Exception {
    Path file = Files.writeString(folder.resolve("all"), "old");
    assertThat(complaint("report --format csv --warehouse w --out %s", file))
        .contains("--out: " + file + " is a file");
    assertThat(complaint("report coverage --format csv --warehouse w --out %s", folder))
        .contains("--out: " + folder + " is a folder");
    assertThat(file).content().isEqualTo("old");
  }

  @Test
  void reportsAreNotWrittenIntoTheWarehouse() throws Exception {
    Path warehouse = Files.createDirectory(folder.resolve("warehouse"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), warehouse);
    for (Path out : List.of(warehouse, warehouse.resolve("reports"), link.resolve("a/b"))) {
      assertThat(
              complaint("report --all --format csv --warehouse %s --out %s", warehouse, out)
                  + complaint("report --format html --warehouse %s --out %s", warehouse, out))
          .contains("--out: " + out + " is in the warehouse");
    }
    assertThat(complaint("report --all --format csv --warehouse file:%s --out %s", warehouse, link))
        .contains("is in the warehouse");
    assertThat(warehouse).isEmptyDirectory();
  }

  @Test
  void aWarehouseThatIsNotThereIsNoInput() {
    Path none = folder.resolve("none");
    for (String verb : new String[] {"report", "simulate backup", "simulate availability"}) {
      assertThat(varve(verb + " --warehouse %s", none).endsWith(NO_INPUT).err())
          .contains(none.toString());
    }
    assertThat(none).doesNotExist();
  }

  /**
   * RFC 3986: a host contains no blank, a port is a number, and an address of IPv6 ends with a
   * bracket.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hdfs://ho st/w",
        "hdfs://host:port/w",
        "nosuch://host/w",
        "hdfs:///w",
        "s3a://",
        "hdfs://[::1/w"
      })
  void aLocationThatCannotBeOpenedIsWrongUse(String location) {
    for (String verb : List.of("report", "check", "derive")) {
      assertThat(complaint(verb + " --warehouse %s", location))
          .as(verb)
          .contains(location)
          .doesNotContain("Exception", "\tat ");
    }
  }

  @Test
  void aFileIsNoWarehouse() throws Exception {
    Path file = Files.writeString(folder.resolve("a:file"), "no tar");
    assertThat(complaint("check --warehouse %s", file)).contains("a warehouse is a folder");
  }

  @Test
  void everyFaultOfTheSettingsIsNamedAtOnce() {
    assertThat(
            complaint(
                "ingest registry x --warehouse w --set ingest.fingerprint=crc32"
                    + " --set tuning.ingest.task-bytes=-1 --set no.such.key=1"
                    + " --set lock.wait-seconds=1.9 --pull-codec lz4 --conf %s",
                folder.resolve("none.conf")))
        .contains("ingest.fingerprint is crc32")
        .contains("tuning.ingest.task-bytes")
        .contains("no.such.key")
        .contains("lock.wait-seconds is no valid number or size: 1.9")
        .contains("--pull-codec: ")
        .contains("lz4")
        .contains("none.conf: there is no such file");
  }

  @Test
  void chunkersAndRulesOfABackupHaveNames() {
    assertThat(complaint("ingest snapshots x --warehouse w --chunker gear"))
        .contains("ingest.chunker")
        .contains("gear");
    assertThat(complaint("ingest snapshots x --warehouse w --compare-chunkers fixed-4k,g"))
        .contains("--compare-chunkers: ");
    assertThat(complaint("simulate backup --warehouse w --sigma 2 --set backup.rules=magic"))
        .contains("backup.sigma is 2; it must be a number from 0 to 1")
        .contains("backup.rules is magic; choose one of");
  }

  @Test
  void everyWrongOptionOfASimulationIsNamedAtOnce() {
    assertThat(
            complaint(
                "simulate availability --warehouse w --machines 0,ten --placement anywhere"
                    + " --replicas rs-6 --correlation sometimes --fail-probability 2 --trials -1"))
        .contains("availability.machines is 0")
        .contains("availability.machines is ten")
        .contains("anywhere")
        .contains("rs-6")
        .contains("sometimes")
        .contains("fail-probability is 2")
        .contains("trials is -1");
    assertThat(
            complaint("simulate availability --warehouse w --machines 4 --failed 5 --replicas 6"))
        .contains("5 failed machines are more than the cluster has: 4")
        .contains("6 do not fit on 4 machines");
    assertThat(
            complaint(
                "simulate deletion --warehouse w --order alphabetic --false-positive-ratio 1.5"))
        .contains("alphabetic")
        .contains("false-positive-ratio is 1.5");
  }

  @Test
  void aClusterIsReachedBySparkSubmitOnly() {
    assertThat(complaint("derive --warehouse w --master spark://nowhere:7077"))
        .contains("start the program with spark-submit");
  }
}
