package dev.varve.jobs.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.run.TestEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.GenericRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** Two other readers give what was written: every type, nulls and empty lists at every place. */
class PlainFileTest {
  private static final int ROWS = 6_000;
  private static final int LONGEST_TEXT = 3_000;
  private static final DataType TEXTS = DataTypes.createArrayType(DataTypes.StringType, true);
  private static final StructType COLUMNS =
      new StructType()
          .add("place", DataTypes.IntegerType, false)
          .add("number", DataTypes.IntegerType)
          .add("large", DataTypes.LongType)
          .add("share", DataTypes.DoubleType)
          .add("maybe", DataTypes.BooleanType)
          .add("surely", DataTypes.BooleanType, false)
          .add("bytes", DataTypes.BinaryType)
          .add("text", DataTypes.StringType)
          .add("texts", TEXTS)
          .add("numbers", DataTypes.createArrayType(DataTypes.LongType, false))
          .add("lists", DataTypes.createArrayType(TEXTS, true), false)
          .add("labels", DataTypes.createMapType(DataTypes.StringType, DataTypes.StringType, true))
          .add("never", DataTypes.StringType);

  private final SparkSession spark = TestEngine.session();
  private final Configuration hadoop = spark.sparkContext().hadoopConfiguration();
  private final Random random = new Random(7);
  @TempDir private Path folder;

  @Test
  void otherReadersGiveWhatWasWritten() throws IOException, SQLException {
    List<Row> rows = IntStream.range(0, ROWS).mapToObj(this::row).toList();
    Path file = folder.resolve("deeper/file.parquet");
    PlainFile written = new PlainFile(new org.apache.hadoop.fs.Path(file.toUri()), COLUMNS, hadoop);
    try (written) {
      for (Row row : rows) {
        written.add(row);
      }
    }
    assertThat(written.longestText()).isEqualTo(LONGEST_TEXT);
    assertThat(rowGroups(file)).isGreaterThan(1);
    List<String> expected = rows.stream().map(PlainFileTest::json).toList();
    List<Row> bySpark =
        spark.read().schema(COLUMNS).parquet(file.toString()).sort("place").collectAsList();
    assertThat(bySpark.stream().map(PlainFileTest::json)).isEqualTo(expected);
    assertThat(byDuckDb(file)).isEqualTo(expected);
    assertThat(spark.read().parquet(file.toString()).where("never IS NULL").count())
        .isEqualTo(ROWS);
  }

  @Test
  void aFileWithoutRowsHasItsColumns() throws IOException {
    Path file = folder.resolve("empty.parquet");
    new PlainFile(new org.apache.hadoop.fs.Path(file.toUri()), COLUMNS, hadoop).close();
    assertThat(spark.read().parquet(file.toString()).columns()).isEqualTo(COLUMNS.fieldNames());
    assertThat(spark.read().parquet(file.toString()).count()).isZero();
  }

  @Test
  void nullsWhereNoneMayBeAreRefused() throws IOException {
    List<@Nullable Object> one = new ArrayList<>();
    one.add(null);
    DataType numbers = DataTypes.createArrayType(DataTypes.LongType, false);
    refuses(new StructType().add("number", DataTypes.LongType, false), null);
    refuses(new StructType().add("texts", TEXTS, false), null);
    refuses(new StructType().add("numbers", numbers), one);
  }

  private void refuses(StructType column, @Nullable Object value) throws IOException {
    Path path = folder.resolve(column.fieldNames()[0] + ".parquet");
    try (PlainFile file =
        new PlainFile(new org.apache.hadoop.fs.Path(path.toUri()), column, hadoop)) {
      assertThatNullPointerException()
          .isThrownBy(() -> file.add(new GenericRow(new Object[] {value})));
    }
  }

  private Row row(int place) {
    return RowFactory.create(
        place,
        some(random::nextInt),
        some(random::nextLong),
        some(() -> random.nextInt(100) / 4.0),
        some(random::nextBoolean),
        random.nextBoolean(),
        some(() -> bytes(random.nextInt(4_800))),
        place == ROWS / 2 ? "x".repeat(LONGEST_TEXT) : some(this::text),
        some(() -> list(() -> some(this::text))),
        some(() -> list(random::nextLong)),
        list(() -> some(() -> list(() -> some(this::text)))),
        some(this::labels),
        null);
  }

  private <T> @Nullable T some(Supplier<T> value) {
    return random.nextInt(4) == 0 ? null : value.get();
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> list = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      list.add(element.get());
    }
    return list;
  }

  private Map<String, @Nullable String> labels() {
    Map<String, @Nullable String> labels = new LinkedHashMap<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      labels.put("key " + left, some(this::text));
    }
    return labels;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text() {
    return List.of("", "a", "größer", "名前", "🜨").get(random.nextInt(5)) + random.nextInt(50);
  }

  private int rowGroups(Path file) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), hadoop))) {
      return reader.getRowGroups().size();
    }
  }

  private static List<String> byDuckDb(Path file) throws SQLException {
    List<String> rows = new ArrayList<>();
    String sql =
        "SELECT to_json([%s]) FROM read_parquet('%s') ORDER BY place"
            .formatted(
                String.join(
                    ", ",
                    List.of(COLUMNS.fieldNames()).stream()
                        .map(
                            name ->
                                "to_json(%s)"
                                    .formatted(name.equals("bytes") ? "lower(hex(bytes))" : name))
                        .toList()),
                file);
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        rows.add(found.getString(1));
      }
    }
    return rows;
  }

  private static String json(Row row) {
    try {
      return new ObjectMapper().writeValueAsString(plain(row));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Row row) {
      return plain(CollectionConverters.asJava(row.toSeq()));
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof scala.collection.Map<?, ?> map) {
      return plain(CollectionConverters.asJava(map));
    }
    if (value instanceof scala.collection.Seq<?> list) {
      return plain(CollectionConverters.asJava(list));
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(PlainFileTest::plain)
          .collect(ArrayList::new, List::add, List::addAll);
    }
    return value;
  }
}
