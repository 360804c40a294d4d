package dev.varve.input.trace;

import static dev.varve.input.trace.HandTrace.ascii;
import static dev.varve.input.trace.HandTrace.digest;
import static dev.varve.input.trace.HandTrace.record;
import static dev.varve.input.trace.HandTrace.records;
import static dev.varve.input.trace.HandTrace.segments;
import static dev.varve.input.trace.TraceFormat.DESTOR;
import static dev.varve.input.trace.TraceFormat.FIDX;
import static dev.varve.input.trace.TraceFormat.TRACE36;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.Fingerprint;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last values that a trace may have, and the first that it may not. */
class TraceLimitsTest {
  private static final int MIB = 1 << 20;

  @ParameterizedTest
  @CsvSource({ // head -c BYTES /dev/zero | sha1sum
    "65536, 1adc95bebe9eea8c112d40cd04ab7a8d75c4f961, true",
    "65537, 98cb09a876245bf113424e8114af2ba9ba9f2658, false",
    "131072, 67dfd19f3eb3649d6f3f6631e44d0bd36b8d8d19, true",
    "2097152, 7d76d48d64d7ac5411d714a4bb83f37e3e5b8df6, true",
    "4194304, 2bccbd2f38f15c13eb7d5a89fd9d85f595e23bc3, true",
    "16777216, 3b4417fc421cee30a9ad0fd9319220a8dae32da2, true"
  })
  void zerosAreKnownUpTo64KibAndAtPowersOfTwo(int bytes, String digest, boolean known)
      throws IOException {
    byte[] trace = record(Fingerprint.parse(digest), 0, bytes, 0);
    assertThat(segments(trace, TraceFormat.TRACE36))
        .extracting(Segment::zeroBytes)
        .containsExactly(known ? bytes : 0);
  }

  @Test
  void aChunkHasAtMost16Mib() throws IOException {
    byte[] largest = record("11", 1, 16 * MIB, 0);
    assertThat(segments(largest, TraceFormat.TRACE36))
        .extracting(Segment::bytes)
        .containsExactly(16 * MIB);
    MalformedBlobException fault = fault(record("11", 1, 16 * MIB + 1, 0));
    assertThat(fault).hasMessage("a chunk of 16777217 bytes");
  }

  @Test
  void aDiskEndsBeforeHalfOfTheLargestNumber() throws IOException {
    long last = Long.MAX_VALUE / 2; // of the first file; a second one begins 2 MiB later
    assertThat(segments(record("11", 1, 1, last), TraceFormat.TRACE36))
        .extracting(Segment::position)
        .containsExactly(last / (2 * MIB));
    assertThat(fault(record("11", 1, 1, last + 1)).reason()).isEqualTo(RejectReason.CORRUPT);

    byte[] first = record("11", 1, 1, 0);
    byte[] second = record("22", 2, 1, last - 2 * MIB);
    assertThat(segments(records(first, second), TraceFormat.TRACE36))
        .extracting(Segment::position)
        .containsExactly(0L, last / (2 * MIB));
    MalformedBlobException fault = fault(first, record("22", 2, 1, last - 2 * MIB + 1));
    assertThat(fault.offset()).isEqualTo(36);
  }

  @Test
  void anOverlapIsNamedWithOffsetsInTheFile() {
    byte[] trace = records(record("11", 1, 9, 0), record("22", 2, 100, 0), record("33", 2, 1, 99));
    assertThat(fault(trace))
        .hasMessage("a chunk at offset 99 overlaps the chunk before it, which ends at 100");
  }

  @Test
  void aTraceHasAtMost65536Files() throws IOException {
    byte[][] files =
        IntStream.rangeClosed(0, 65_536)
            .mapToObj(file -> record("11", file, 1, 0))
            .toArray(byte[][]::new);
    MalformedBlobException fault = fault(files);
    assertThat(fault.reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(fault.offset()).isEqualTo(36 * 65_536);
  }

  @Test
  void moreThanABufferOfRecordsKeepsTheirOffsets() {
    byte[][] chunks =
        IntStream.rangeClosed(0, 600)
            .mapToObj(chunk -> record("11", 1, chunk == 600 ? 0 : 1, chunk))
            .toArray(byte[][]::new);
    assertThat(fault(chunks).offset()).isEqualTo(36 * 600);
    MalformedBlobException line =
        fault(("0a".repeat(16) + ",99\n").repeat(1000) + "0a".repeat(16) + ",0\n");
    assertThat(line.offset()).isEqualTo(36 * 1000);
    assertThat(line).hasMessage("a chunk of 0 bytes");
  }

  @Test
  void aSegmentHoldsMoreThan512Chunks() throws IOException {
    byte[][] chunks =
        IntStream.range(0, 1500)
            .mapToObj(chunk -> record(chunk % 2 == 0 ? "aa" : "09", 1, 3, 3L * chunk))
            .toArray(byte[][]::new);
    List<Segment> segments = segments(records(chunks), TraceFormat.TRACE36);
    assertThat(segments).hasSize(1);
    assertThat(segments.get(0).recipe().ends())
        .isEqualTo(IntStream.rangeClosed(1, 1500).map(chunk -> 3 * chunk).toArray());
    assertThat(segments.get(0).recipe().fingerprint(1498)).isEqualTo(digest("aa"));
    assertThat(segments.get(0).minHash()).isEqualTo(digest("09"));
  }

  @Test
  void aCutRecordIsToldWithItsBytes() {
    byte[] one = record("11", 1, 1, 0);
    assertThat(fault(one, new byte[35]))
        .hasMessage("the trace ends after 35 of a record's 36 bytes");
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "2"})
  void aNulByteIsDamageAndNoEnd(int place) {
    String hash = "0f".repeat(16);
    String[] lines = {"\0" + hash + ",1\n", hash + "\0,1\n", hash + ",1\0\n"};
    MalformedBlobException fault = fault(lines[place]);
    assertThat(fault.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(fault.offset()).isZero();
  }

  @Test
  void theWidthOfAHashIsToldApartFromOneThatDiffers() {
    assertThat(fault("aaaa,1\n"))
        .hasMessageContaining("a hash of 4 digits; hashes of 32, 40 or 64");
    assertThat(fault("a".repeat(32) + ",1\n" + "a".repeat(40) + ",1\n"))
        .hasMessageContaining("a hash of 40 digits; those before have");
  }

  @Test
  void theEndStaysTheEndAndClosingClosesTheBytes() throws IOException {
    for (TraceFormat format : List.of(TRACE36, DESTOR, FIDX)) {
      byte[] empty = format == FIDX ? HandIndex.fixed(0, 4096) : new byte[0];
      AtomicInteger closed = new AtomicInteger();
      ByteArrayInputStream none =
          new ByteArrayInputStream(empty) {
            @Override
            public void close() {
              closed.incrementAndGet();
            }
          };
      try (ChunkTrace trace = new ChunkTrace(none, format)) {
        assertThat(trace.next()).isNull();
        assertThat(trace.next()).isNull();
        assertThat(trace.algorithm()).isNull();
      }
      assertThat(closed).hasValue(1);
    }
  }

  @Test
  void aFileIsTakenForATraceByItsSuffixAndItsFirstLine() throws IOException {
    assertThat(TraceFormat.TRACE36.suffixes()).containsExactly("trace");
    assertThat(TraceFormat.DESTOR.suffixes()).containsExactly("chunks", "destor");
    assertThat(TraceFormat.values()).allMatch(TraceFormat::isTrace);
    TraceFormat.TRACE36.check(new byte[] {0, '\n', -1});
    TraceFormat.DESTOR.check(ascii("aF".repeat(20) + ",4096\r\nfoo"));
    MalformedBlobException fault =
        catchThrowableOfType(
            MalformedBlobException.class, () -> TraceFormat.DESTOR.check(ascii("aF,4096\n")));
    assertThat(fault).hasMessage("its first line is not HASH,SIZE, although its name says so");
    assertThat(fault.offset()).isZero();
  }

  private static MalformedBlobException fault(byte[]... records) {
    return fault(records(records), TraceFormat.TRACE36);
  }

  private static MalformedBlobException fault(String lines) {
    return fault(ascii(lines), TraceFormat.DESTOR);
  }

  private static MalformedBlobException fault(byte[] trace, TraceFormat format) {
    return catchThrowableOfType(MalformedBlobException.class, () -> segments(trace, format));
  }
}
