package dev.varve.jobs.ingest.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.answer.query.BothEngines;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.answer.query.Statements;
import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.derive.sharing.Derive;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.simulate.availability.AvailabilitySimulation;
import dev.varve.jobs.simulate.backup.BackupSimulation;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import dev.varve.jobs.warehouse.table.SparkRows;
import dev.varve.model.Seed;
import dev.varve.synthetic.disk.SnapshotWorld;
import dev.varve.synthetic.disk.SnapshotWorldSize;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A world of disks through ingest, derive and the simulated backup, compared with counts made
 * without them. Beside the image that its header gives away, one has a cluster beyond its end.
 */
class SnapshotsTest {
  private static final List<String> STORED = List.of("vm", "snapshot", "segment", "segment_recipe");
  private static final List<String> RESULTS =
      List.of(
          "chunk_sharing",
          "backup_result",
          "backup_stage",
          "popularity_result",
          "backup_time",
          "block_sharing",
          "block_owner");

  @TempDir private static Path folder;
  private static SparkSession spark;
  private static Path tree;
  private static Path reference;
  private static SnapshotWorld.Summary world;
  private static RunSummary first;

  @BeforeAll
  static void ingestOnce() throws Exception {
    spark = TestEngine.session();
    tree = folder.resolve("vms");
    world = SnapshotWorld.write(new Seed(5), SnapshotWorldSize.small(), tree);
    breakLastCluster(tree.resolve("delta/day-2.qcow2"));
    reference = folder.resolve("reference");
    first = ingest(reference, List.of(tree));
    analyse(reference);
  }

  /** Lets the last cluster that an image has lie beyond its end, which its headers do not tell. */
  private static void breakLastCluster(Path image) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.seek(40); // where the L1 table is
      file.seek(file.readLong());
      long table = file.readLong() & 0x00fffffffffffe00L;
      long last = -1;
      for (long at = table; at < table + 64 * Long.BYTES; at += Long.BYTES) {
        file.seek(at);
        last = (file.readLong() & 0x00fffffffffffe00L) == 0 ? last : at;
      }
      assertThat(last).isNotNegative();
      file.seek(last);
      file.writeLong(1L << 63 | 1L << 30);
    }
  }

  private static RunSummary ingest(Path warehouse, List<Path> inputs, String... settings)
      throws Exception {
    SettingReader reader = TestEngine.settings(settings);
    return new IngestSnapshots(SnapshotSettings.read(reader))
        .run(
            TestEngine.runs(reader),
            inputs.stream().map(Path::toString).toList(),
            warehouse.toString());
  }

  private static void analyse(Path warehouse, String... settings) throws Exception {
    List<String> all = new java.util.ArrayList<>(List.of(settings));
    all.addAll(List.of("backup.machines=3", "backup.block-bytes=512 KiB"));
    SettingReader reader = TestEngine.settings();
    Derive.read(reader).run(TestEngine.runs(reader), warehouse.toString());
    TestEngine.simulate(new BackupSimulation(), warehouse.toString(), all.toArray(new String[0]));
  }

  private static List<String> rows(Path warehouse, String table) throws Exception {
    return DuckDb.rows(warehouse, table, "run_id", "first_seen_at");
  }

  private static void assertSame(Path one, Path other, List<String> tables) throws Exception {
    for (String table : tables) {
      assertThat(rows(other, table)).as(table).isEqualTo(rows(one, table)).isNotEmpty();
    }
  }

  private static Map<String, String> stale(Path warehouse) throws Exception {
    try (Queries queries = BothEngines.duck(warehouse)) {
      return queries.stale();
    }
  }

  private static Dataset<Row> select(Path warehouse, String sql) throws Exception {
    return SparkRows.query(spark, warehouse.toString(), sql);
  }

  @Test
  void everyChunkOfARawDiskHasTheDigestOfItsBytes() throws Exception {
    Map<String, byte[]> disks = new TreeMap<>();
    List<Row> chunks =
        select(
                reference,
                """
                SELECT c.snapshot, c.segment * 2097152 + c.offset, c.bytes, c.fingerprint, c.zero
                FROM segment_chunk c JOIN snapshot s ON s.vm = c.vm AND s.snapshot = c.snapshot
                WHERE s.format = 'raw' ORDER BY 1, 2
                """)
            .collectAsList();
    assertThat(chunks).hasSizeGreaterThan(100);
    long end = 0;
    for (Row chunk : chunks) {
      String name = chunk.getString(0);
      if (!disks.containsKey(name)) {
        disks.put(name, Files.readAllBytes(tree.resolve("marsh/" + name + ".raw")));
        end = 0;
      }
      assertThat(chunk.getLong(1)).isEqualTo(end);
      end += chunk.getInt(2);
      byte[] bytes = Arrays.copyOfRange(disks.get(name), (int) (end - chunk.getInt(2)), (int) end);
      assertThat(MessageDigest.getInstance("SHA-256").digest(bytes)).isEqualTo(chunk.get(3));
      assertThat(Arrays.equals(bytes, new byte[bytes.length])).isEqualTo(chunk.getBoolean(4));
    }
    assertThat(disks).hasSize(3);
  }

  @Test
  void damagedImagesAreListedAndNothingOfThemIsPublished() throws Exception {
    List<Row> rejected =
        SparkRows.of(spark, reference.toString(), "rejected_blob")
            .orderBy("source")
            .collectAsList();
    assertThat(rejected).hasSize(2);
    assertThat(rejected.get(0).<String>getAs("source")).endsWith("delta/day-2.qcow2");
    assertThat(rejected.get(0).<String>getAs("reason")).isEqualTo("TRUNCATED");
    assertThat(rejected.get(1).<String>getAs("source")).endsWith(world.damaged().file());
    assertThat(first.count("snapshots_rejected")).isEqualTo(2);
    for (String table : List.of("snapshot", "segment", "segment_recipe")) {
      assertThat(rows(reference, table))
          .as(table)
          .anyMatch(row -> row.startsWith("delta|day-1|"))
          .noneMatch(row -> row.startsWith("delta|day-2|"))
          .anyMatch(row -> row.startsWith(world.damaged().vm() + "|day-1|"))
          .noneMatch(row -> row.startsWith(world.damaged().vm() + "|day-2|"));
    }
    assertThat(rows(reference, "snapshot")).hasSize(world.snapshots().size() - 2);
  }

  @Test
  void perfectDeduplicationIsTheCountOfAnotherEngine() throws Exception {
    try (DuckDb duck = new DuckDb()) {
      duck.view("segment_recipe", reference);
      duck.view("backup_result", reference);
      duck.execute("CREATE VIEW segment_chunk AS " + SqlFiles.text("duckdb", "segment_chunk"));
      String counted =
          duck.csv(
                  """
                  SELECT CAST(sum(bytes) AS BIGINT), CAST(sum(copies * bytes) AS BIGINT)
                  FROM (SELECT fingerprint, min(bytes) AS bytes, count(*) AS copies
                        FROM segment_chunk WHERE NOT zero GROUP BY fingerprint)
                  """)
              .get(1);
      assertThat(
              duck.csv("SELECT stored_bytes, raw_bytes FROM backup_result WHERE scheme = 'perfect'")
                  .get(1))
          .isEqualTo(counted);
    }
  }

  @Test
  void noSchemeBeatsPerfectDeduplicationAndEveryCheckHolds() throws Exception {
    Map<String, Double> efficiency = new TreeMap<>();
    try (Queries queries = BothEngines.duck(reference);
        Statements statements = BothEngines.statements(reference)) {
      assertThat(queries.faults()).isEmpty();
      statements
          .answer("SELECT scheme, rules, efficiency FROM backup_result", Queries.ALL)
          .rows()
          .forEach(row -> efficiency.put(row.get(0) + " " + row.get(1), (Double) row.get(2)));
    }
    String published = " checksum+similar";
    assertThat(efficiency.get("perfect null")).isEqualTo(1);
    assertThat(efficiency.get("vc" + published)).isLessThanOrEqualTo(1);
    assertThat(efficiency.get("vc-l2" + published))
        .isLessThan(efficiency.get("vc" + published))
        .isGreaterThan(efficiency.get("vc-l1" + published));
    assertThat(efficiency.get("srb null")).isLessThanOrEqualTo(1).isPositive();
    assertThat(efficiency).containsKey("vc dirty-bits+similar");
  }

  @Test
  void partitionsWavesAndOrderOfInputsChangeNoRow() throws Exception {
    Path other = folder.resolve("other");
    ingest(
        other,
        List.of(tree, tree),
        "tuning.ingest.range-bytes=2 MiB",
        "ingest.publish-bytes=16 MiB",
        "ingest.file-bytes=20 KiB");
    analyse(other, "spark.sql.shuffle.partitions=7", "tuning.backup.leftover-chunks=100");
    assertSame(reference, other, STORED);
    assertSame(reference, other, RESULTS);
    assertThat(rows(other, "rejected_blob")).isEqualTo(rows(reference, "rejected_blob"));
  }

  @Test
  void aSecondRunChangesNothing() throws Exception {
    Path warehouse = SmallWorld.copy(reference, folder.resolve("twice"));
    RunSummary second = ingest(warehouse, List.of(tree));
    assertThat(second.count("snapshots_skipped")).isEqualTo(world.snapshots().size() - 2);
    assertThat(second.count("snapshots_read")).isZero();
    assertSame(reference, warehouse, STORED);
    assertThat(rows(warehouse, "rejected_blob")).isEqualTo(rows(reference, "rejected_blob"));
  }

  @Test
  void snapshotsThatComeLaterGiveTheSameRowsAndBlocksOfEarlierOnesAreNotTakenForAll()
      throws Exception {
    Path growing = folder.resolve("growing/silt");
    Files.createDirectories(growing);
    Path warehouse = folder.resolve("grown");
    Files.copy(tree.resolve("silt/day-0.qcow2"), growing.resolve("day-0.qcow2"));
    ingest(warehouse, List.of(growing.getParent()));
    analyse(warehouse, "backup.rules=checksum+similar", "backup.sweep=0.1");
    assertThat(stale(warehouse)).isEmpty();
    Files.copy(tree.resolve("silt/day-1.qcow2"), growing.resolve("day-1.qcow2"));
    ingest(warehouse, List.of(growing.getParent()));
    for (String table : List.of("segment", "segment_recipe")) {
      List<String> silt =
          rows(reference, table).stream().filter(row -> row.startsWith("silt|")).toList();
      assertThat(rows(warehouse, table)).as(table).isEqualTo(silt).isNotEmpty();
    }
    assertThat(rows(warehouse, "snapshot")).hasSize(2).anyMatch(row -> row.contains("|day-1|1|"));
    assertThat(stale(warehouse)).containsKeys("chunk_sharing", "block_sharing");
    assertThatThrownBy(
            () -> TestEngine.simulate(new AvailabilitySimulation(), warehouse.toString()))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("simulate backup first");
  }

  @Test
  void strangeNamesAreReadAndAStrangeFileSystemIsRefused() throws Exception {
    Path odd = folder.resolve("odd [1]/a VM: 50%");
    Files.createDirectories(odd);
    Files.copy(tree.resolve("silt/day-0.qcow2"), odd.resolve("2024-01-01T10:00:00.qcow2"));
    Path list = odd.resolve("list.csv");
    Files.writeString(list, "vm,snapshot,path\nv,1,s3x://host/a.raw\n");
    Path warehouse = folder.resolve("w {2} [3]");
    ingest(warehouse, List.of(odd.getParent(), list));
    Row read = SparkRows.of(spark, warehouse.toString(), "snapshot").head();
    assertThat(read.<String>getAs("vm")).isEqualTo("a VM: 50%");
    assertThat(read.<String>getAs("snapshot")).isEqualTo("2024-01-01T10:00:00");
    // DuckDB takes brackets for a pattern.
    Path plain = SmallWorld.copy(warehouse, folder.resolve("plain-name"));
    assertThat(rows(plain, "snapshot")).hasSize(1);
    assertThat(rows(plain, "rejected_blob"))
        .anySatisfy(row -> assertThat(row).contains("|UNSUPPORTED|").contains("s3x"));
    try (Queries queries = BothEngines.duck(plain)) {
      assertThat(queries.faults()).isEmpty();
    }
  }

  @Test
  void aDiskOfAnotherLengthUnderTheNameOfOneElsewhereIsRefused() throws Exception {
    Path vm = folder.resolve("changed/vm");
    Files.createDirectories(vm);
    Files.write(vm.resolve("a.raw"), new byte[3_000_000]);
    Files.createSymbolicLink(vm.resolve("b.raw"), vm.resolve("nowhere"));
    Path warehouse = folder.resolve("changed-w");
    ingest(warehouse, List.of(vm.getParent()));
    Path other = folder.resolve("elsewhere/vm");
    Files.createDirectories(other);
    Files.write(other.resolve("a.raw"), new byte[4_000_000]);
    RunSummary second = ingest(warehouse, List.of(other.getParent()));
    assertThat(second.count("snapshots_skipped")).isZero();
    assertThat(rows(warehouse, "snapshot")).singleElement().asString().contains("|3000000|");
    assertThat(rows(warehouse, "rejected_blob"))
        .hasSize(2)
        .anySatisfy(row -> assertThat(row).contains("a.raw").contains("this one has 4000000"))
        .anySatisfy(row -> assertThat(row).contains("b.raw").contains("|ABSENT|"));
  }

  @Test
  void aBlockHoldsWholeChunks() {
    assertThatThrownBy(
            () ->
                TestEngine.simulate(
                    new BackupSimulation(), reference.toString(), "backup.block-bytes=4 KiB"))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("backup.block-bytes is 4096");
  }

  @Test
  void aDiskThatSaysItIsLargerThanAnyIsRejected() throws Exception {
    Path lying = folder.resolve("lying/vm");
    Files.createDirectories(lying);
    Path disk = Files.copy(tree.resolve("silt/day-0.qcow2"), lying.resolve("day-0.qcow2"));
    try (var file = java.nio.channels.FileChannel.open(disk, StandardOpenOption.WRITE)) {
      // Version, cluster bits, virtual size and L1 entries: 4 Mi tables of 2^37 bytes each.
      file.write(ByteBuffer.allocate(4).putInt(0, 21), 20);
      file.write(ByteBuffer.allocate(8).putLong(0, 1L << 59), 24);
      file.write(ByteBuffer.allocate(4).putInt(0, 1 << 22), 36);
      file.write(ByteBuffer.allocate(8).putLong(0, 1L << 21), 40);
      file.write(ByteBuffer.allocate(1), (1L << 21) + (32L << 20));
    }
    Path warehouse = folder.resolve("lied-to");
    ingest(warehouse, List.of(lying.getParent()));
    assertThat(rows(warehouse, "rejected_blob")).singleElement().asString().contains("|LIMIT|");
    assertThat(rows(warehouse, "segment")).isEmpty();
  }

  @Test
  void anotherChunkerOrFingerprintIsRefused() {
    assertThatThrownBy(() -> ingest(reference, List.of(tree), "ingest.chunker=fixed-8k"))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("--chunker fastcdc-v1-4k");
    assertThatThrownBy(() -> ingest(reference, List.of(tree), "ingest.fingerprint=md5"))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("a warehouse of its own");
  }

  @Test
  void aChunkTraceBringsItsChunksAndItsDigestAlong() throws Exception {
    Path trace = folder.resolve("traces/vm1/monday.trace");
    Files.createDirectories(trace.getParent());
    ByteBuffer records = ByteBuffer.allocate(3 * 36).order(ByteOrder.LITTLE_ENDIAN);
    long offset = 0;
    for (int chunk = 0; chunk < 3; chunk++) {
      byte[] content = new byte[4096];
      Arrays.fill(content, (byte) (chunk % 2)); // zeros, ones, zeros
      records.put(MessageDigest.getInstance("SHA-1").digest(content));
      records.putInt(1).putInt(content.length).putLong(offset);
      offset += content.length;
    }
    Files.write(trace, records.array());
    Path manifest = folder.resolve("traces/traces.csv");
    Files.writeString(manifest, "vm,snapshot,path,format\nvm1,monday,vm1/monday.trace,trace36\n");
    Path warehouse = folder.resolve("of-trace");
    ingest(warehouse, List.of(manifest));
    assertThat(
            select(warehouse, "SELECT chunks, zero_bytes, bytes, dirty FROM segment")
                .head()
                .mkString("|"))
        .isEqualTo("3|8192|12288|null");
    // Of both at once one kind is read: that of the warehouse, or that of which there is more.
    String refused = "SELECT count(*) FROM rejected_blob WHERE message LIKE 'a %s among %%'";
    ingest(warehouse, List.of(manifest, tree));
    assertThat(select(warehouse, refused.formatted("disk")).head().getLong(0)).isGreaterThan(2);
    Path mixed = folder.resolve("mixed");
    ingest(mixed, List.of(manifest, tree));
    assertThat(select(mixed, refused.formatted("chunk trace")).head().getLong(0)).isEqualTo(1);
    assertThat(select(mixed, "SELECT count(*) FROM snapshot").head().getLong(0)).isGreaterThan(2);
    assertThatThrownBy(() -> ingest(warehouse, List.of(tree)))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("chunks of trace")
        .hasMessageContaining("sha1 fingerprints");
  }
}
