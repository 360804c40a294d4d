package dev.varve.jobs.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.backup.Volume;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import java.time.Instant;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import scala.collection.immutable.Seq;

class RowBinderTest {
  private static final byte[] DIGEST = {1, 2, 3};

  record Plain(int count, long bytes, double ratio, boolean dirty, String name) {}

  @Test
  void columnsAreFoundByNameWhateverTheirOrder() {
    StructType columns =
        StructType.fromDDL(
            "name STRING, dirty BOOLEAN, ratio DOUBLE, bytes BIGINT NOT NULL, count INT");
    assertThat(bind(columns, Plain.class).row(new Plain(1, 2, .5, true, "four")))
        .isEqualTo(RowFactory.create("four", true, .5, 2L, 1));
  }

  record Boxed(
      @Nullable Integer count,
      @Nullable Long sumBytes,
      @Nullable Double ratio,
      @Nullable Boolean dirty) {}

  @Test
  void whatMayBeNullIsNull() {
    StructType columns =
        StructType.fromDDL("count INT, sum_bytes BIGINT, ratio DOUBLE, dirty BOOLEAN");
    RowBinder<Boxed> binder = bind(columns, Boxed.class);
    assertThat(binder.row(new Boxed(null, null, null, null)))
        .isEqualTo(RowFactory.create(null, null, null, null));
    assertThat(binder.row(new Boxed(1, 2L, .5, true)))
        .isEqualTo(RowFactory.create(1, 2L, .5, true));
  }

  record Special(EntryKind kind, @Nullable Fingerprint fingerprint, byte[] packed) {}

  @Test
  void enumsGiveTheirNamesAndFingerprintsTheirBytes() {
    StructType columns = StructType.fromDDL("kind STRING, fingerprint BINARY, packed BINARY");
    RowBinder<Special> binder = bind(columns, Special.class);
    Row row = binder.row(new Special(EntryKind.FILE, Fingerprint.of(DIGEST), DIGEST));
    assertThat(row.getString(0)).isEqualTo("FILE");
    assertThat(row.<Object>getAs(1)).isSameAs(DIGEST);
    assertThat(row.<Object>getAs(2)).isSameAs(DIGEST);
    assertThat(binder.row(new Special(EntryKind.FIFO, null, DIGEST)).isNullAt(1)).isTrue();
  }

  record Arrays(int[] ends, boolean[] zeros) {}

  @Test
  void arraysAreNotCopied() {
    StructType columns =
        StructType.fromDDL("ends ARRAY<INT> NOT NULL, zeros ARRAY<BOOLEAN> NOT NULL");
    int[] ends = {5, 9};
    Row row = bind(columns, Arrays.class).row(new Arrays(ends, new boolean[] {true, false}));
    ends[1] = 10;
    assertThat(((Seq<?>) row.get(0)).mkString(" ")).isEqualTo("5 10");
    assertThat(((Seq<?>) row.get(1)).mkString(" ")).isEqualTo("true false");
  }

  record Times(
      long modifiedAtMicros,
      @Nullable Long takenAtMicros,
      Instant startedAt,
      Map<String, Long> counts) {}

  @Test
  void microsecondsBecomeTimes() {
    StructType columns =
        StructType.fromDDL(
            "modified_at TIMESTAMP, taken_at TIMESTAMP, started_at TIMESTAMP,"
                + " counts MAP<STRING, BIGINT>");
    RowBinder<Times> binder = bind(columns, Times.class);
    Instant start = Instant.parse("2026-01-02T03:04:05.000006Z");
    Map<String, Long> counts = Map.of("files", 3L);
    assertThat(binder.row(new Times(-1, 1_500_000L, start, counts)))
        .isEqualTo(
            RowFactory.create(
                Instant.parse("1969-12-31T23:59:59.999999Z"),
                Instant.parse("1970-01-01T00:00:01.500Z"),
                start,
                counts));
    assertThat(binder.row(new Times(0, null, start, counts)).isNullAt(1)).isTrue();
  }

  record Nested(String rules, Volume raw, Volume left, @Nullable Inner inner) {}

  record Inner(long readNanos, Deep deep) {}

  record Deep(int depth) {}

  @Test
  void recordsInsideAreFlat() {
    StructType columns =
        StructType.fromDDL(
            "rules STRING, raw_chunks BIGINT, raw_bytes BIGINT, left_chunks BIGINT,"
                + " left_bytes BIGINT, read_nanos BIGINT, depth INT");
    RowBinder<Nested> binder = bind(columns, Nested.class);
    Volume raw = new Volume(1, 2);
    Volume left = new Volume(3, 4);
    assertThat(binder.row(new Nested("r", raw, left, new Inner(5, new Deep(6)))))
        .isEqualTo(RowFactory.create("r", 1L, 2L, 3L, 4L, 5L, 6));
    assertThat(binder.row(new Nested("r", raw, left, null)))
        .isEqualTo(RowFactory.create("r", 1L, 2L, 3L, 4L, null, null));
  }

  record Computed(@LeftOut({"left", "inner"}) Nested nested) {
    @Column
    long offset() {
      return nested.raw().bytes() * 2;
    }

    long noColumn() {
      return 0;
    }
  }

  @Test
  void methodsGiveColumnsAndWhatIsLeftOutNone() {
    StructType columns =
        StructType.fromDDL("offset BIGINT, rules STRING, raw_chunks BIGINT, bytes BIGINT");
    Nested nested = new Nested("r", new Volume(1, 2), Volume.NONE, null);
    assertThat(bind(columns, Computed.class).row(new Computed(nested)))
        .isEqualTo(RowFactory.create(4L, "r", 1L, 2L));
  }

  @Test
  void aStreamHasTheColumnsOfItsRecord() {
    assertThat(RowBinder.of("stream", Nested.class).schema())
        .isEqualTo(
            StructType.fromDDL(
                "rules STRING NOT NULL, raw_chunks BIGINT NOT NULL, raw_bytes BIGINT NOT NULL,"
                    + " left_chunks BIGINT NOT NULL, left_bytes BIGINT NOT NULL,"
                    + " read_nanos BIGINT, depth INT"));
    assertThat(RowBinder.of("stream", Inner.class).schema())
        .isEqualTo(StructType.fromDDL("read_nanos BIGINT NOT NULL, depth INT NOT NULL"));
  }

  record Odd(Object anything) {}

  @Test
  void aStreamHasNoColumnForJustAnything() {
    assertThatThrownBy(() -> RowBinder.of("stream", Odd.class))
        .hasMessage("stream and record Odd: no column holds anything of java.lang.Object");
  }

  @Test
  void everyColumnNeedsAComponentAndEveryComponentAColumn() {
    assertFaults(
        "name STRING, dirty BOOLEAN, ratio DOUBLE, bytes BIGINT, seen BIGINT",
        Plain.class,
        "no component for column seen; no column for component count");
  }

  @Test
  void typesMustAgree() {
    assertFaults(
        "count BIGINT, bytes BIGINT, ratio DOUBLE, dirty STRING, name STRING",
        Plain.class,
        "column count is BIGINT, component count is int;"
            + " column dirty is STRING, component dirty is boolean");
  }

  @Test
  void whatMayBeNullFillsNoColumnThatIsNotNull() {
    assertFaults(
        "count INT, sum_bytes BIGINT NOT NULL, ratio DOUBLE, dirty BOOLEAN",
        Boxed.class,
        "column sum_bytes is NOT NULL, component sumBytes may be null");
    assertFaults(
        "rules STRING, raw_chunks BIGINT, raw_bytes BIGINT, left_chunks BIGINT,"
            + " left_bytes BIGINT, read_nanos BIGINT, depth INT NOT NULL",
        Nested.class,
        "column depth is NOT NULL, component deep.depth may be null");
  }

  @Test
  void nullOutOfTurnIsRefusedByName() {
    StructType columns =
        StructType.fromDDL(
            "count INT, bytes BIGINT, ratio DOUBLE, dirty BOOLEAN, name STRING NOT NULL");
    RowBinder<Plain> binder = bind(columns, Plain.class);
    @SuppressWarnings("NullAway") // as a foreign library would give it
    Plain nameless = new Plain(1, 2, .5, true, null);
    assertThatThrownBy(() -> binder.row(nameless))
        .hasMessage("table, column name is NOT NULL, component name of Plain is null");
  }

  record Twice(Volume raw, long rawBytes) {}

  @Test
  void twoComponentsDoNotFillOneColumn() {
    assertFaults(
        "raw_chunks BIGINT, raw_bytes BIGINT",
        Twice.class,
        "several components for column raw_bytes: raw.bytes, rawBytes");
  }

  record LeftTooMuch(@LeftOut("pages") Volume raw) {}

  @Test
  void whatIsLeftOutMustBeThere() {
    assertFaults(
        "chunks BIGINT, bytes BIGINT", LeftTooMuch.class, "there is no component raw.pages");
  }

  private static <T extends Record> RowBinder<T> bind(StructType columns, Class<T> type) {
    return RowBinder.of("table", columns, type);
  }

  private static void assertFaults(String columns, Class<? extends Record> type, String faults) {
    assertThatThrownBy(() -> bind(StructType.fromDDL(columns), type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("table and record " + type.getSimpleName() + ": " + faults);
  }
}
