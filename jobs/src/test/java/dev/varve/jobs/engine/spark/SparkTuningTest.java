package dev.varve.jobs.engine.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.warehouse.row.Binder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a context whose settings are the defaults of the program, and those of single tests. */
class SparkTuningTest {
  private static final String PARTS = "spark.sql.shuffle.partitions";
  private static final String FIRST_PARTS =
      "spark.sql.adaptive.coalescePartitions.initialPartitionNum";
  private static final String JOINED = "spark.sql.adaptive.advisoryPartitionSizeInBytes";
  private static final String READING = "spark.sql.leafNodeDefaultParallelism";
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  private static final String COMPILED = "spark.sql.codegen.wholeStage";

  private static final long SMALL = 1 << 20;
  private static final long LARGE = 1 << 30;

  private static SparkRuntime runtime;

  @TempDir private Path folder;

  @BeforeAll
  static void startAnother() {
    runtime = on("spark.master=local[3,4]");
  }

  @AfterAll
  static void stop() {
    runtime.close();
  }

  private static SparkRuntime on(String... settings) {
    TestEngine.stop();
    return SparkRuntime.open("test", SettingReader.of(null, null, List.of(settings)).finish());
  }

  private static void expect(SparkSession session, Map<String, String> values) {
    values.forEach((key, value) -> assertThat(session.conf().get(key)).as(key).isEqualTo(value));
  }

  @Test
  void settingsFollowTheBytes() {
    SparkSession small = runtime.newSession();
    SparkTuning.fit(small, SMALL);
    expect(
        small,
        Map.of(PARTS, "1", FIRST_PARTS, "1", READING, "1", ADAPTIVE, "false", COMPILED, "false"));
    SparkSession large = runtime.newSession();
    SparkTuning.fit(large, LARGE);
    // A part for each 16 MiB of a GiB; the rest is Spark's own default.
    expect(
        large,
        Map.of(PARTS, "64", FIRST_PARTS, "64", READING, "3", ADAPTIVE, "true", COMPILED, "true"));
  }

  /** The bytes of an input count as those of the warehouse do, when they become known. */
  @Test
  void aRunOnAnEmptyWarehouseFollowsItsInputs() throws IOException {
    record Planet(long number) {}
    SparkSession session = runtime.newSession();
    SparkEngine engine = new SparkEngine(session, 0, null, "test");
    expect(session, Map.of(ADAPTIVE, "false", PARTS, "1"));
    List<String> files = List.of(file("a", 40 << 20), file("b", 120 << 20));
    engine.files("input", Binder.of(Planet.class).columns(), files.subList(0, 1));
    expect(session, Map.of(ADAPTIVE, "false", PARTS, "1"));
    engine.files("input", Binder.of(Planet.class).columns(), files);
    expect(session, Map.of(ADAPTIVE, "true", COMPILED, "true", PARTS, "10", FIRST_PARTS, "10"));
    engine.drop("input");
    expect(session, Map.of(ADAPTIVE, "false", PARTS, "1"));
  }

  /** A file of so many bytes, of which no block is written. */
  private String file(String name, long bytes) throws IOException {
    Path path = folder.resolve(name + ".parquet");
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(bytes);
    }
    return path.toUri().toString();
  }

  @ParameterizedTest
  @CsvSource({
    PARTS + ", 7",
    FIRST_PARTS + ", 7",
    JOINED + ", 12345678b",
    READING + ", 7",
    ADAPTIVE + ", true",
    ADAPTIVE + ", false",
    COMPILED + ", true",
    COMPILED + ", false"
  })
  void whatIsSetIsNotChanged(String key, String value) {
    for (long bytes : new long[] {SMALL, LARGE}) {
      SparkSession session = runtime.newSession();
      session.conf().set(key, value);
      SparkTuning.fit(session, bytes);
      assertThat(session.conf().get(key)).isEqualTo(value);
    }
  }

  /** Unset, the first number of partitions is that of a shuffle, and so on: as Spark's docs say. */
  @ParameterizedTest
  @CsvSource({
    PARTS + ", 7, " + FIRST_PARTS,
    "spark.sql.adaptive.shuffle.targetPostShuffleInputSize, 12345678b, " + JOINED
  })
  void whatIsSetByAnotherNameIsNotChanged(String key, String value, String tuned) {
    for (long bytes : new long[] {SMALL, LARGE}) {
      SparkSession session = runtime.newSession();
      session.conf().set(key, value);
      SparkTuning.fit(session, bytes);
      assertThat(session.conf().getAll().contains(tuned)).isFalse();
      assertThat(session.conf().get(key)).isEqualTo(value);
    }
  }

  @Test
  void settingsOfTheContextAreThoseOfTheUser() {
    runtime.close();
    try (SparkRuntime own =
        on(
            "spark.master=local[3,4]",
            "spark.default.parallelism=5",
            ADAPTIVE + "=true",
            PARTS + "=9")) {
      SparkSession session = own.newSession();
      SparkTuning.fit(session, SMALL);
      expect(session, Map.of(PARTS, "9", ADAPTIVE, "true", COMPILED, "false"));
      assertThat(session.conf().getAll().contains(READING)).isFalse();
      assertThat(session.conf().getAll().contains(FIRST_PARTS)).isFalse();
      assertThat(SparkTuning.parallelism(session)).isEqualTo(5);
    }
    startAnother();
  }

  /** spark-submit passes its settings, those of spark-defaults.conf included, as properties. */
  @Test
  void settingsOfSparkSubmitGoOverThoseOfTheProgram() {
    runtime.close();
    String batch = "spark.sql.parquet.columnarReaderBatchSize";
    String zone = "spark.sql.session.timeZone";
    Map<String, String> submitted = Map.of(batch, "1024", PARTS, "8", zone, "Asia/Tokyo");
    submitted.forEach(System::setProperty);
    try (SparkRuntime own = on("spark.master=local[3,4]", PARTS + "=9")) {
      SparkSession session = own.newSession();
      SparkTuning.fit(session, LARGE);
      expect(session, Map.of(batch, "1024", PARTS, "8"));
      assertThat(session.conf().get(zone)).as("rows depend on it").isEqualTo("UTC");
    } finally {
      submitted.keySet().forEach(System::clearProperty);
    }
    startAnother();
  }

  /** Executors times their tasks: spark.executor.cores over spark.task.cpus, each 1 by default. */
  @ParameterizedTest
  @CsvSource({
    "yarn, true, 10, 4, 2, 20",
    "yarn, true, 10, 4, , 40",
    "yarn, true, 10, , , 10",
    "yarn, true, , 4, , 250",
    "yarn, true, 1, , , 2",
    "yarn, false, 10, 4, , 2",
    "local[2], true, 10, 4, , 2"
  })
  void anAllocationThatGrowsIsCountedAsGrown(
      String master, String grows, String executors, String cores, String cpus, int tasks) {
    SparkConf conf = new SparkConf(false).set("spark.master", master);
    conf.set("spark.dynamicAllocation.enabled", grows);
    if (executors != null) {
      conf.set("spark.dynamicAllocation.maxExecutors", executors);
    }
    if (cores != null) {
      conf.set("spark.executor.cores", cores);
    }
    if (cpus != null) {
      conf.set("spark.task.cpus", cpus);
    }
    assertThat(SparkTuning.parallelism(conf, 2)).isEqualTo(tasks);
    assertThat(SparkTuning.parallelism(conf.set("spark.default.parallelism", "2"), 2)).isEqualTo(2);
  }
}
