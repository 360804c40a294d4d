package dev.varve.input.trace;

import static dev.varve.input.trace.HandTrace.ascii;
import static dev.varve.input.trace.HandTrace.digest;
import static dev.varve.input.trace.HandTrace.record;
import static dev.varve.input.trace.HandTrace.records;
import static dev.varve.input.trace.HandTrace.segments;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.Fingerprint;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import dev.varve.model.Segment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChunkTraceTest {
  private static final int MIB = 1 << 20;

  /** {@code head -c 4096 /dev/zero | sha1sum}. */
  private static final String ZEROS_4K = "1ceaf73df40e531df3bfb26b4fb7cd95fb7bff1d";

  @Test
  void chunksAreGroupedBySegmentAndFilesFollowEachOther() throws IOException {
    byte[] trace =
        records(
            record("33", 7, 4096, 0),
            record("22", 7, MIB, 4096),
            record("44", 7, 2 * MIB, 4096 + MIB), // begins in segment 0, ends in segment 1
            record("11", 7, 100, 3 * MIB + 4096),
            record("55", 2, 5000, 0), // another file: from 4 MiB on
            record("66", 2, 1000, 9000));
    List<Segment> segments = segments(trace, TraceFormat.TRACE36);
    assertThat(segments).extracting(Segment::position).containsExactly(0L, 1L, 2L);
    Segment first = segments.get(0);
    assertThat(first.bytes()).isEqualTo(3 * MIB + 4096);
    assertThat(first.recipe().ends()).containsExactly(4096, 4096 + MIB, 4096 + 3 * MIB);
    assertThat(first.recipe().fingerprint(1)).isEqualTo(digest("22"));
    assertThat(first.minHash()).isEqualTo(digest("22"));
    assertThat(first.zeroBytes()).isZero();
    // sha1sum over 20 times 0x33, 20 times 0x22, 20 times 0x44
    assertThat(first.fingerprint())
        .isEqualTo(Fingerprint.parse("68c9b13cc3a8f1b42b25f446b5606b0e5c412c3e"));
    assertThat(segments.get(1).bytes()).isEqualTo(100);
    assertThat(segments.get(2).recipe().ends()).containsExactly(5000, 6000);
    assertThat(segments.get(2).offset()).isEqualTo(4 * MIB);
  }

  @Test
  void aChunkOfZerosIsKnownByItsDigest() throws IOException {
    Fingerprint zeros = Fingerprint.parse(ZEROS_4K);
    byte[] trace =
        records(
            record(zeros, 0, 4096, 0),
            record("77", 0, 4096, 4096),
            record(zeros, 0, 5000, 8192), // so many zeros have another digest
            record(zeros, 0, 4096, 2 * MIB),
            record(zeros, 0, 4096, 2 * MIB + 4096));
    List<Segment> segments = segments(trace, TraceFormat.TRACE36);
    assertThat(segments.get(0).recipe().zeros()).containsExactly(true, false, false);
    assertThat(segments.get(0).zeroBytes()).isEqualTo(4096);
    assertThat(segments.get(0).minHash()).isEqualTo(zeros); // of the chunk that is not zero
    assertThat(segments.get(1))
        .satisfies(
            segment -> {
              assertThat(segment.recipe().chunks()).isZero();
              assertThat(segment.fingerprint()).isNull();
              assertThat(segment.minHash()).isNull();
              assertThat(segment.bytes()).isEqualTo(8192);
              assertThat(segment.zeroBytes()).isEqualTo(8192);
            });
  }

  @Test
  void destorLinesFollowEachOther() throws IOException {
    String trace =
        "%s,4096\n%s,2093056\r\n\n%s,10"
            .formatted("aa".repeat(16), "BB".repeat(16), "cc".repeat(16));
    List<Segment> segments = segments(ascii(trace), TraceFormat.DESTOR);
    assertThat(segments).extracting(Segment::bytes).containsExactly(2 * MIB, 10);
    assertThat(segments.get(0).minHash()).isEqualTo(digest("aa", 16));
    assertThat(segments.get(0).recipe().fingerprint(1)).isEqualTo(digest("bb", 16));
    // md5sum over 16 times 0xaa and 16 times 0xbb
    assertThat(segments.get(0).fingerprint())
        .isEqualTo(Fingerprint.parse("8039a288fc27346c4ebd08f17995e8bc"));
  }

  static Stream<Arguments> faults() {
    String a = "aa".repeat(20);
    byte[] one = record("11", 1, 100, 0);
    TraceFormat binary = TraceFormat.TRACE36;
    TraceFormat text = TraceFormat.DESTOR;
    return Stream.of(
        fault("a cut record", binary, records(one, new byte[35]), RejectReason.TRUNCATED, 36),
        fault("an overlap", binary, records(one, record("22", 1, 9, 99)), CORRUPT, 36),
        fault("an order", binary, records(record("22", 1, 9, 99), one), CORRUPT, 36),
        fault("no bytes", binary, records(one, record("22", 1, 0, 100)), CORRUPT, 36),
        fault("too many bytes", binary, record("22", 1, -1, 0), CORRUPT, 0),
        fault("far away", binary, record("22", 1, 1, -5), CORRUPT, 0),
        fault("mixed files", binary, records(one, record("2", 2, 1, 0), one), CORRUPT, 72),
        fault("a cut line", text, ascii(a + ",1\n" + a), RejectReason.TRUNCATED, 43),
        fault("a cut size", text, ascii(a + ","), RejectReason.TRUNCATED, 0),
        fault("no hex", text, ascii(a + ",1\nxx,4\n"), CORRUPT, 43),
        fault("no number", text, ascii(a + ",1k\n"), CORRUPT, 0),
        fault("a vast number", text, ascii(a + "," + "9".repeat(40) + "\n"), CORRUPT, 0),
        fault("a wide hash", text, ascii("a".repeat(66) + ",1\n"), CORRUPT, 0),
        fault("a narrow hash", text, ascii("aaaa,1\n"), CORRUPT, 0),
        fault("two widths", text, ascii(a + ",1\n" + "a".repeat(32) + ",1\n"), CORRUPT, 43));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faults")
  void whatIsWrongIsNamedWithItsRecord(
      String name, TraceFormat format, byte[] trace, RejectReason reason, long offset) {
    MalformedBlobException fault =
        catchThrowableOfType(MalformedBlobException.class, () -> segments(trace, format));
    assertThat(fault).as(name).isNotNull();
    assertThat(fault.reason()).as(fault.explanation()).isEqualTo(reason);
    assertThat(fault.offset()).as(fault.explanation()).isEqualTo(offset);
  }

  @Tag("slow")
  @Test
  void aTraceOfManyChunksIsReadInTheMemoryOfOneSegment() throws IOException {
    long chunks = 20_000_000;
    InputStream endless =
        new InputStream() {
          private final ByteBuffer record = ByteBuffer.wrap(record("5a", 0, 4096, 0));
          private long made;

          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] into, int from, int length) {
            int fit = (int) Math.min(length / 36, chunks - made);
            for (int at = 0; at < fit; at++) {
              record.order(ByteOrder.LITTLE_ENDIAN).putLong(28, 4096 * made++);
              System.arraycopy(record.array(), 0, into, from + 36 * at, 36);
            }
            return fit == 0 ? -1 : 36 * fit;
          }
        };
    long seen = 0;
    try (ChunkTrace trace = new ChunkTrace(endless, TraceFormat.TRACE36)) {
      for (Segment segment = trace.next(); segment != null; segment = trace.next()) {
        seen += segment.recipe().chunks();
      }
      assertThat(trace.virtualBytes()).isEqualTo(4096 * chunks);
      assertThat(trace.algorithm()).isEqualTo("sha1");
    }
    assertThat(seen).isEqualTo(chunks);
  }

  private static final RejectReason CORRUPT = RejectReason.CORRUPT;

  private static Arguments fault(
      String name, TraceFormat format, byte[] trace, RejectReason reason, long offset) {
    return Arguments.of(name, format, trace, reason, offset);
  }
}
