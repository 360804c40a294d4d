package dev.varve.jobs.warehouse.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.answer.damage.FileFaults;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.jobs.warehouse.table.SparkRows;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import dev.varve.jobs.warehouse.table.WarehouseWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the files of tables say of themselves, to a reader that knows nothing of Varve. */
class DeclaredFilesTest {
  private static final int ROWS = 40_000;

  private final SparkSession spark = TestEngine.session();
  private final Configuration hadoop = spark.sparkContext().hadoopConfiguration();
  @TempDir private Path folder;

  private static List<Path> files(Path warehouse, String table) throws IOException {
    if (!Files.isDirectory(warehouse.resolve(table))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(warehouse.resolve(table))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).toList();
    }
  }

  private ParquetFileReader open(Path file, FilterCompat.Filter filter) throws IOException {
    return ParquetFileReader.open(
        HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), hadoop),
        HadoopReadOptions.builder(hadoop).withRecordFilter(filter).build());
  }

  private ParquetFileReader open(Path file) throws IOException {
    return open(file, FilterCompat.NOOP);
  }

  @Test
  void columnsAreRequiredWhereTheyAreDeclaredNotNull() throws IOException {
    int files = 0;
    for (String table : Tables.names()) {
      for (Path file : files(SmallWorld.packed(), table)) {
        files++;
        try (ParquetFileReader reader = open(file)) {
          MessageType schema = reader.getFileMetaData().getSchema();
          for (StructField field : SparkRows.schema(table).fields()) {
            assertThat(schema.getType(field.name()).isRepetition(Repetition.REQUIRED))
                .as("%s.%s", table, field.name())
                .isEqualTo(!field.nullable());
          }
        }
      }
    }
    assertThat(files).isGreaterThan(20);
    // As tables/layer.sql reads.
    try (ParquetFileReader reader = open(files(SmallWorld.packed(), "layer").get(0))) {
      MessageType schema = reader.getFileMetaData().getSchema();
      assertThat(schema.getType("layer_digest").getRepetition()).isEqualTo(Repetition.REQUIRED);
      assertThat(schema.getType("media_type").getRepetition()).isEqualTo(Repetition.OPTIONAL);
    }
  }

  @Test
  void everyFileSaysWhatItsColumnsAre() throws IOException {
    for (String table : Tables.names()) {
      for (Path file : files(SmallWorld.packed(), table)) {
        try (ParquetFileReader reader = open(file)) {
          Map<String, String> said = reader.getFileMetaData().getKeyValueMetaData();
          assertThat(said).as("%s", file).containsEntry("varve.table", table);
          assertThat(said.get("varve.comment")).isNotBlank();
        }
        for (StructField field : spark.read().parquet(file.toUri().toString()).schema().fields()) {
          StructType declared = SparkRows.schema(table);
          assertThat(field.getComment())
              .as("%s.%s", table, field.name())
              .isEqualTo(declared.apply(field.name()).getComment());
        }
      }
    }
    try (ParquetFileReader reader = open(files(SmallWorld.packed(), "chunk_sharing").get(0))) {
      Map<String, String> said = reader.getFileMetaData().getKeyValueMetaData();
      assertThat(said)
          .containsEntry("varve.column.fingerprint", "null in the row of zero data")
          .doesNotContainKey("varve.column.vms");
      assertThat(said.get("varve.comment")).startsWith("One row a distinct chunk (fingerprint)");
    }
  }

  @Test
  void everyColumnHasTheIndexesOfItsPages() throws IOException {
    int chunks = 0;
    for (String table : Tables.names()) {
      for (Path file : files(SmallWorld.packed(), table)) {
        try (ParquetFileReader reader = open(file)) {
          for (BlockMetaData group : reader.getRowGroups()) {
            for (ColumnChunkMetaData chunk : group.getColumns()) {
              assertThat(reader.readOffsetIndex(chunk)).as("%s %s", file, chunk).isNotNull();
              assertThat(reader.readColumnIndex(chunk)).as("%s %s", file, chunk).isNotNull();
              chunks++;
            }
          }
        }
      }
    }
    assertThat(chunks).isGreaterThan(200);
  }

  private static byte[] fingerprint(int content) throws Exception {
    byte[] digest =
        MessageDigest.getInstance("MD5").digest(String.valueOf(content).getBytes(UTF_8));
    return ByteBuffer.allocate(24).putLong(content).put(digest).array();
  }

  /** Contents 0, 1, 2, .. whose fingerprints begin with their number; in files of many groups. */
  private Path published(int files) throws Exception {
    WarehouseFiles warehouse = WarehouseFiles.local(folder.toString());
    try (WarehouseWriter writer = WarehouseWriter.open(warehouse, 5, 60, owner -> {})) {
      Publication publication = writer.publication("case");
      List<RowFile.Written> written = new ArrayList<>();
      for (int part = 0; part < files; part++) {
        String path = Locations.in(publication.folder(), "part-" + part + ".parquet");
        RowFile file = RowFile.ofTable("file_sharing", path, warehouse.store(), 1 << 17, 500);
        try (file) {
          for (int at = part * ROWS / files; at < (part + 1) * ROWS / files; at++) {
            file.add(new @Nullable Object[] {fingerprint(at), (long) at, 1L, 1L, 1L, 1L});
          }
        }
        written.add(file.written());
      }
      publication.add("file_sharing", written);
      publication.commit();
    }
    return files(folder, "file_sharing").get(0);
  }

  @Test
  void aLookUpByFingerprintReadsOneRowGroupAndOnePageOfIt() throws Exception {
    Path file = published(3);
    String key = HexFormat.of().withUpperCase().formatHex(fingerprint(23_456));
    Binary fingerprint =
        Binary.fromConstantByteArray(HexFormat.of().parseHex(key.toLowerCase(Locale.ROOT)));
    FilterCompat.Filter filter = FilterCompat.get(eq(binaryColumn("fingerprint"), fingerprint));
    try (ParquetFileReader all = open(file);
        ParquetFileReader one = open(file, filter)) {
      assertThat(all.getRowGroups()).hasSizeGreaterThan(6);
      assertThat(all.getRecordCount()).isEqualTo(ROWS);
      assertThat(one.getRowGroups()).hasSize(1);
      assertThat(one.getFilteredRecordCount()).isBetween(1L, 500L);
    }
    try (DuckDb duck = new DuckDb()) {
      assertThat(
              duck.csv(
                  "SELECT bytes FROM read_parquet('%s') WHERE fingerprint = unhex('%s')"
                      .formatted(file, key)))
          .containsExactly("bytes", "23456");
    }
    assertThat(FileFaults.of(TestEngine.runs(TestEngine.settings()), folder.toString()).faults())
        .isEmpty();
  }

  /** Files of earlier versions say nothing, and all their columns may be null. */
  @Test
  void filesOfEarlierVersionsAreReadBesideNewOnes() throws Exception {
    Path warehouse =
        SmallWorld.unpublished(SmallWorld.copy(SmallWorld.packed(), folder.resolve("w")));
    String layers = warehouse.resolve("layer").toString();
    long before = spark.read().parquet(layers).count();
    List<StructField> fields = new ArrayList<>();
    for (StructField field : SparkRows.schema("layer").fields()) {
      fields.add(new StructField(field.name(), field.dataType(), true, field.metadata()));
    }
    spark
        .createDataFrame(
            spark.read().parquet(layers).collectAsList(),
            new StructType(fields.toArray(StructField[]::new)))
        .selectExpr("concat(layer_digest, 'f') AS layer_digest", "* EXCEPT (layer_digest)")
        .coalesce(1)
        .write()
        .parquet(folder.resolve("old").toString());
    Path old = files(folder, "old").get(0);
    try (ParquetFileReader reader = open(old)) {
      assertThat(reader.getFileMetaData().getSchema().getType("files").getRepetition())
          .isEqualTo(Repetition.OPTIONAL);
    }
    Files.copy(old, warehouse.resolve("layer/00000000-old.parquet"));
    assertThat(SparkRows.of(spark, warehouse.toString(), "layer").distinct().count())
        .isEqualTo(2 * before);
    assertThat(DuckDb.rows(warehouse, "layer")).hasSize((int) (2 * before));
    assertThat(FileFaults.of(TestEngine.runs(TestEngine.settings()), warehouse.toString()).faults())
        .isEmpty();
  }

  @Test
  void aNullWhereNoneMayBeEndsTheRun() throws IOException {
    Dataset<Row> rows =
        spark.createDataFrame(
            List.of(RowFactory.create("sha256:1", 0, null, null, null, null, null)),
            new StructType()
                .add("image_digest", "string")
                .add("depth", "int")
                .add("layer_digest", "string")
                .add("created_by", "string")
                .add("media_type", "string")
                .add("compressed_bytes", "long")
                .add("diff_id", "string"));
    try (WarehouseWriter writer =
        WarehouseWriter.open(SparkRows.warehouse(spark, folder.toString()), 5, 60, owner -> {})) {
      assertThatThrownBy(
              () -> SparkRows.add(writer.publication("case"), "image_layer", rows, "image_digest"))
          .hasStackTraceContaining("column layer_digest of table image_layer");
    }
  }
}
