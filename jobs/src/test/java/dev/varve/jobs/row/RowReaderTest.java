package dev.varve.jobs.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.backup.Volume;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import dev.varve.source.BlobPlace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.jdk.javaapi.CollectionConverters;

class RowReaderTest {
  record Found(
      EntryKind kind,
      @Nullable Fingerprint fingerprint,
      Volume raw,
      @Nullable Volume popular,
      @Nullable Long takenAtMicros,
      int count) {}

  private static final StructType FOUND =
      StructType.fromDDL(
          "count INT, other STRING, popular_chunks BIGINT, popular_bytes BIGINT, chunks BIGINT,"
              + " bytes BIGINT, kind STRING, fingerprint BINARY, taken_at TIMESTAMP");

  @Test
  void componentsFindTheirColumns() {
    Row row =
        RowFactory.create(
            1,
            "unread",
            2L,
            3L,
            4L,
            5L,
            "FILE",
            new byte[] {6},
            Instant.parse("1970-01-01T00:00:00.000007Z"));
    Found found =
        new Found(
            EntryKind.FILE,
            Fingerprint.of(new byte[] {6}),
            new Volume(4, 5),
            new Volume(2, 3),
            7L,
            1);
    assertThat(RowReader.of(FOUND, Found.class).record(row)).isEqualTo(found);
  }

  @Test
  void whatIsAllNullIsNoRecord() {
    Row row = RowFactory.create(1, null, null, null, 4L, 5L, "FIFO", null, null);
    assertThat(RowReader.of(FOUND, Found.class).record(row))
        .isEqualTo(new Found(EntryKind.FIFO, null, new Volume(4, 5), null, null, 1));
  }

  /** A file may say that it was changed at any second of 64 bits; nanoseconds end in 2262. */
  @ParameterizedTest
  @ValueSource(longs = {9_300_000_000L, -9_300_000_000L, 253_402_300_799L})
  void timesFarAwayAreRead(long second) {
    Instant time = Instant.ofEpochSecond(second, 5_000);
    for (Object value : List.of(time, Timestamp.from(time))) {
      Row row = RowFactory.create(1, null, null, null, 4L, 5L, "FIFO", null, value);
      assertThat(RowReader.of(FOUND, Found.class).record(row).takenAtMicros())
          .isEqualTo(second * 1_000_000 + 5);
    }
  }

  @Test
  void nullWhereAValueMustBeIsTold() {
    Row row = RowFactory.create(null, null, null, null, 4L, 5L, "FIFO", null, null);
    assertThatThrownBy(() -> RowReader.of(FOUND, Found.class).record(row))
        .hasMessage("column count is null, component count of Found must not be");
  }

  record Planned(String digest, List<BlobPlace> places, List<String> diffIds) {}

  @Test
  void listsAreReadWithTheirRecords() {
    StructType columns =
        StructType.fromDDL(
            "digest STRING, diff_ids ARRAY<STRING>,"
                + " places ARRAY<STRUCT<location: STRING, offset: BIGINT, bytes: BIGINT>>");
    Row row =
        RowFactory.create(
            "d",
            CollectionConverters.asScala(List.of("one", "two")).toSeq(),
            CollectionConverters.asScala(List.of(RowFactory.create("mem:/a", 3L, -1L))).toSeq());
    assertThat(RowReader.of(columns, Planned.class).record(row))
        .isEqualTo(
            new Planned("d", List.of(new BlobPlace("mem:/a", 3, -1)), List.of("one", "two")));
  }

  @Test
  void everyFaultIsTold() {
    assertThatThrownBy(
            () -> RowReader.of(StructType.fromDDL("chunks INT, sum BIGINT"), Volume.class))
        .hasMessage(
            "record Volume of rows (chunks, sum): column chunks is INT, component chunks is long;"
                + " no column for component bytes");
  }

  @Test
  void aReaderTravelsToTasks() throws Exception {
    RowReader<Volume> reader =
        RowReader.of(StructType.fromDDL("chunks BIGINT, bytes BIGINT"), Volume.class);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(reader);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      RowReader<?> copy = (RowReader<?>) in.readObject();
      assertThat(copy.record(RowFactory.create(1L, 2L))).isEqualTo(new Volume(1, 2));
    }
  }
}
