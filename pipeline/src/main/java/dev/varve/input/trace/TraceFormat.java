package dev.varve.input.trace;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.SnapshotFormat;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The formats of chunk traces that are read, a line each: suffixes, what the first line must look
 * like, and what reads the records. A further format is a class of {@link ChunkRecords} and a line.
 */
@SuppressWarnings("ImmutableEnumChecker") // every column is unmodifiable
public enum TraceFormat implements SnapshotFormat {
  /** Records of 36 bytes. */
  TRACE36(List.of("trace"), Trace36Records::new),
  /** A fixed index of a backup server. */
  FIDX(List.of("fidx"), BackupIndexRecords::fixed),
  /** A dynamic index of a backup server. */
  DIDX(List.of("didx"), BackupIndexRecords::dynamic),
  /** An index of casync or desync. */
  CAIBX(List.of("caibx", "caidx"), CasyncIndexRecords::new),
  /** Lines {@code hash,size}. */
  DESTOR(
      List.of("chunks", "destor"),
      "(\\p{XDigit}{32}|\\p{XDigit}{40}|\\p{XDigit}{64}),\\d+",
      "HASH,SIZE",
      DestorRecords::new);

  private final List<String> suffixes;
  private final Pattern firstLine;
  private final String lineForm;
  private final Function<InputStream, ChunkRecords> reader;

  /** A format without a test of the first line: its reader checks everything. */
  TraceFormat(List<String> suffixes, Function<InputStream, ChunkRecords> reader) {
    this(suffixes, "(?s).*", "", reader);
  }

  TraceFormat(
      List<String> suffixes,
      String firstLine,
      String lineForm,
      Function<InputStream, ChunkRecords> reader) {
    this.suffixes = suffixes;
    this.firstLine = Pattern.compile(firstLine);
    this.lineForm = lineForm;
    this.reader = reader;
  }

  @Override
  public List<String> suffixes() {
    return suffixes;
  }

  @Override
  public boolean isTrace() {
    return true;
  }

  @Override
  public void check(byte[] head) throws MalformedBlobException {
    String line = new String(head, StandardCharsets.ISO_8859_1).split("\r?\n", 2)[0];
    if (!firstLine.matcher(line).matches()) {
      throw new MalformedBlobException(
          RejectReason.CORRUPT,
          0,
          "its first line is not " + lineForm + ", although its name says so");
    }
  }

  ChunkRecords records(InputStream in) {
    return reader.apply(in);
  }
}
