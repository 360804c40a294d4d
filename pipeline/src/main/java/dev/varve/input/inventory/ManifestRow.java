package dev.varve.input.inventory;

import dev.varve.model.EpochMicros;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one row of a CSV manifest of snapshots, as written; empty where there is none.
 *
 * @param line of the file, from 1
 */
record ManifestRow(
    long line,
    String vm,
    String snapshot,
    String path,
    String writtenParent,
    String writtenTime,
    String writtenFormat) {
  private static final DateTimeFormatter ISO_8601 =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .optionalStart()
          .appendPattern("['T'][ ]")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[XXX][X]")
          .optionalEnd()
          .toFormatter(Locale.ROOT);

  /**
   * @throws MalformedBlobException when the row is malformed or incomplete
   */
  static ManifestRow of(CsvRows.Row row, ManifestColumns columns) throws MalformedBlobException {
    if (row.fault() != null) {
      throw corrupt(row.fault());
    }
    if (row.fields().size() != columns.count()) {
      throw corrupt(row.fields().size() + " fields, the header has " + columns.count());
    }
    ManifestRow read =
        new ManifestRow(
            row.line(),
            columns.field(row, "vm"),
            columns.field(row, "snapshot"),
            columns.field(row, "path"),
            columns.field(row, "parent"),
            columns.field(row, "taken_at"),
            columns.field(row, "format"));
    if (read.vm.isEmpty() || read.snapshot.isEmpty() || read.path.isEmpty()) {
      throw corrupt("vm, snapshot and path must not be empty");
    }
    return read;
  }

  /** The snapshot that this one follows, or null. */
  @Nullable String parent() {
    return writtenParent.isEmpty() ? null : writtenParent;
  }

  /** Microseconds since the epoch; null when the row does not say. */
  @Nullable Long takenAtMicros() throws MalformedBlobException {
    try {
      return writtenTime.isEmpty() ? null : micros(writtenTime);
    } catch (DateTimeException | ArithmeticException e) {
      throw corrupt("taken_at is not an ISO 8601 time: " + writtenTime);
    }
  }

  /** The declared format; null when it is detected from the file. */
  @Nullable SnapshotFormat format() throws MalformedBlobException {
    if (writtenFormat.isEmpty()) {
      return null;
    }
    return FileKinds.declared(writtenFormat.toLowerCase(Locale.ROOT))
        .orElseThrow(
            () -> corrupt("format " + writtenFormat + " is not one of " + FileKinds.labels()));
  }

  private static long micros(String text) {
    TemporalAccessor time =
        ISO_8601.parseBest(text, Instant::from, LocalDateTime::from, LocalDate::from);
    Instant instant =
        time instanceof Instant exact
            ? exact
            : time instanceof LocalDateTime local
                ? local.toInstant(ZoneOffset.UTC)
                : LocalDate.from(time).atStartOfDay().toInstant(ZoneOffset.UTC);
    return EpochMicros.of(instant);
  }

  private static MalformedBlobException corrupt(String message) {
    return new MalformedBlobException(RejectReason.CORRUPT, message);
  }
}
