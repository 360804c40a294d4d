package dev.varve.input.trace;

import static dev.varve.input.trace.HandIndex.ZEROS_4M;
import static dev.varve.input.trace.HandIndex.casync;
import static dev.varve.input.trace.HandIndex.dynamic;
import static dev.varve.input.trace.HandIndex.fixed;
import static dev.varve.input.trace.HandIndex.sealed;
import static dev.varve.input.trace.HandTrace.digest;
import static dev.varve.input.trace.HandTrace.segments;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.model.Fingerprint;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Segment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexRecordsTest {
  private static final int MIB = 1 << 20;

  /** A disk of 13 MiB in chunks of 4 MiB, the second of them zeros. */
  private static final byte[] FIXED = fixed(13L * MIB, 4L * MIB, "11", ZEROS_4M, "33", "44");

  private static final byte[] DYNAMIC = dynamic(5000, "11", 4_200_000, "22");

  @Test
  void aFixedIndexHasChunksOfOneLengthAndAShorterLastOne() throws IOException {
    List<Segment> segments = segments(FIXED, TraceFormat.FIDX);
    assertThat(segments).extracting(Segment::position).containsExactly(0L, 2L, 4L, 6L);
    assertThat(segments).extracting(Segment::bytes).containsExactly(4 * MIB, 4 * MIB, 4 * MIB, MIB);
    assertThat(segments).extracting(Segment::zeroBytes).containsExactly(0, 4 * MIB, 0, 0);
    assertThat(segments.get(3).recipe().fingerprint(0)).isEqualTo(digest("44", 32));
    assertThat(segments(fixed(0, 4L * MIB), TraceFormat.FIDX)).isEmpty();
  }

  /** The octets are those of the list in the server's documentation, "File Formats". */
  @Test
  void magicsAreThoseOfTheServersDocumentation() {
    assertThat(FIXED).startsWith(47, 127, 65, 237, 145, 253, 15, 205);
    assertThat(DYNAMIC).startsWith(28, 145, 78, 165, 25, 186, 179, 205);
  }

  @Test
  void aDynamicIndexHasTheEndsOfItsChunks() throws IOException {
    List<Segment> segments = segments(DYNAMIC, TraceFormat.DIDX);
    assertThat(segments).hasSize(1);
    assertThat(segments.get(0).recipe().ends()).containsExactly(5000, 4_200_000);
    assertThat(segments.get(0).recipe().fingerprint(1)).isEqualTo(digest("22", 32));
  }

  /** The checksums were made with Python's hashlib over the layouts of the public description. */
  @Test
  void checksumsAreOfDigestsAndOfEndsWithDigests() {
    assertThat(checksum(fixed(8L * MIB, 4L * MIB, "11", "22")))
        .isEqualTo("5189c77d29fe5d546a045ec46986852785fea5c13ac7da9c115ff5fb6edf817c");
    assertThat(checksum(DYNAMIC))
        .isEqualTo("ae256c125b6557dc2f2825aac3b2bd83161ff14fce00513ccd9ce2b0bd6c1d0a");
  }

  private static String checksum(byte[] index) {
    return HexFormat.of().formatHex(index, 32, 64);
  }

  @Test
  void anIndexOfCasyncHasTheChunksThatItMade() throws IOException {
    try (ChunkTrace trace = new ChunkTrace(new ByteArrayInputStream(casync()), TraceFormat.CAIBX)) {
      Segment segment = Objects.requireNonNull(trace.next());
      assertThat(trace.algorithm()).isEqualTo("sha512-256");
      assertThat(segment.recipe().ends()).containsExactly(35_418, 165_830, 201_565, 228_894);
      // seq 1 40000 | tail -c +35419 | head -c 130412 | openssl dgst -sha512-256
      assertThat(segment.recipe().fingerprint(1))
          .isEqualTo(
              Fingerprint.parse(
                  "005945e1a7d6916c76ac84bc6229403bc6a656e3a31333c802c1f939d726466e"));
      assertThat(trace.next()).isNull();
      assertThat(trace.next()).isNull();
    }
  }

  @Test
  void theHeaderSaysWhichDigestCasyncUsed() throws IOException {
    try (ChunkTrace trace =
        new ChunkTrace(new ByteArrayInputStream(HandIndex.casyncSha256()), TraceFormat.CAIBX)) {
      Segment segment = Objects.requireNonNull(trace.next());
      assertThat(trace.algorithm()).isEqualTo("sha256");
      assertThat(segment.recipe().ends()).containsExactly(35_418, 165_830, 201_565, 228_894);
      // seq 1 40000 | tail -c +35419 | head -c 130412 | sha256sum
      assertThat(segment.recipe().fingerprint(1))
          .isEqualTo(
              Fingerprint.parse(
                  "1ae0ce55ee98ea23770cb505a5060736f9dc98971007e2936a6f600b7553caaf"));
    }
    // The only chunk of the store has 375 bytes once it is unpacked.
    assertThat(segments(HandIndex.casyncTree(), TraceFormat.CAIBX))
        .singleElement()
        .satisfies(one -> assertThat(one.bytes()).isEqualTo(375));
  }

  @Test
  void zerosAreKnownByTheDigestOfTheirIndex() throws IOException {
    byte[] index = casync();
    ByteBuffer.wrap(index).order(ByteOrder.LITTLE_ENDIAN).putLong(64, 1 << 15);
    // head -c 32768 /dev/zero | openssl dgst -sha512-256
    String zeros = "620797b6a249553166433873ead3ab6aadd24e1750b3e71edd642a91c006d1d0";
    System.arraycopy(HexFormat.of().parseHex(zeros), 0, index, 72, 32);
    assertThat(segments(index, TraceFormat.CAIBX).get(0).zeroBytes()).isEqualTo(1 << 15);
    index[23] = (byte) 0x90; // SHA-256, by which they are no zeros
    assertThat(segments(index, TraceFormat.CAIBX).get(0).zeroBytes()).isZero();
  }

  /** As desync wrote them when SHA-256 was requested, until its pull request 435. */
  @Test
  void zerosAreKnownInAnIndexThatNamesTheOtherDigest() throws IOException {
    byte[] index = casync();
    ByteBuffer.wrap(index).order(ByteOrder.LITTLE_ENDIAN).putLong(64, 1 << 15);
    // head -c 32768 /dev/zero | sha256sum
    String zeros = "c35020473aed1b4642cd726cad727b63fff2824ad68cedd7ffb73c7cbd890479";
    System.arraycopy(HexFormat.of().parseHex(zeros), 0, index, 72, 32);
    assertThat(segments(index, TraceFormat.CAIBX).get(0).zeroBytes()).isEqualTo(1 << 15);
  }

  @ParameterizedTest
  @CsvSource({
    "FIDX, 0, 0, 'the trace ends after 0 of its header''s 4096 bytes'",
    "FIDX, 100, 0, 'the trace ends after 100 of its header''s 4096 bytes'",
    "FIDX, 4160, 4160, the index ends at byte 8388608 of a disk of 13631488",
    "FIDX, 4170, 4160, 'the trace ends after 10 of a record''s 32 bytes'",
    "DIDX, 4136, 32, 'the index does not have the checksum in its header: it was cut short or altered'",
    "CAIBX, 50, 48, 'the trace ends after 2 of its header''s 16 bytes'",
    "CAIBX, 184, 184, the table of chunks ends without its tail",
    "CAIBX, 263, 224, 'the trace ends after 39 of a record''s 40 bytes'"
  })
  void whatIsCutShortIsRefused(TraceFormat format, int bytes, long offset, String message) {
    byte[] whole = whole(format);
    MalformedBlobException fault = fault(format, Arrays.copyOf(whole, bytes));
    assertThat(fault).hasMessage(message);
    assertThat(fault.offset()).isEqualTo(offset);
  }

  private static byte[] whole(TraceFormat format) {
    return format == TraceFormat.FIDX ? FIXED : format == TraceFormat.DIDX ? DYNAMIC : casync();
  }

  @ParameterizedTest
  @CsvSource({ // the number that is put at a place, and what is said
    "FIDX, 0, 1, 0, no fixed index: the magic is missing",
    "DIDX, 0, 1, 0, no dynamic index: the magic is missing",
    "FIDX, 64, -1, 0, a disk of -1 bytes in chunks of 4194304",
    "FIDX, 72, 0, 0, a disk of 13631488 bytes in chunks of 0",
    "FIDX, 64, 8388608, 4160, more digests than the chunks of a disk of 8388608 bytes",
    "FIDX, 72, 33554432, 4128, more digests than the chunks of a disk of 13631488 bytes",
    "FIDX, 32, 5, 32, 'the index does not have the checksum in its header: it was cut short or altered'",
    "DIDX, 4136, 5000, 4136, 'a chunk ends at 5000, and the one before it at 5000'",
    "DIDX, 4136, -1, 4136, 'a chunk ends at -1, and the one before it at 5000'",
    "CAIBX, 0, 40, 0, no index of chunks: the magic is missing",
    "CAIBX, 8, 1, 0, no index of chunks: the magic is missing",
    "CAIBX, 48, 16, 48, no table of chunks behind the header",
    "CAIBX, 64, 300000, 64, 'a chunk from 0 to 300000, in an index of chunks of at most 262144 bytes'",
    "CAIBX, 104, 35418, 104, 'a chunk from 35418 to 35418, in an index of chunks of at most 262144 bytes'",
    "CAIBX, 248, 176, 224, the tail is not that of a table of 216 bytes",
    "CAIBX, 256, 1, 224, the tail is not that of a table of 216 bytes"
  })
  void whatIsAlteredIsRefused(
      TraceFormat format, int place, long number, long offset, String message) {
    byte[] index = whole(format).clone();
    ByteBuffer.wrap(index).order(ByteOrder.LITTLE_ENDIAN).putLong(place, number);
    boolean isSum = place >= 32 && place < 64 && format == TraceFormat.FIDX;
    MalformedBlobException fault =
        fault(format, isSum || format == TraceFormat.CAIBX ? index : sealed(index));
    assertThat(fault).hasMessage(message);
    assertThat(fault.offset()).isEqualTo(offset);
  }

  @Test
  void nothingMayFollow() {
    byte[] more = Arrays.copyOf(FIXED, FIXED.length + 32);
    assertThat(fault(TraceFormat.FIDX, sealed(more))).hasMessageStartingWith("more digests than");
    byte[] table = casync();
    assertThat(fault(TraceFormat.CAIBX, Arrays.copyOf(table, table.length + 1)))
        .hasMessage("there are bytes behind the tail of the table");
  }

  private static MalformedBlobException fault(TraceFormat format, byte[] index) {
    return catchThrowableOfType(MalformedBlobException.class, () -> segments(index, format));
  }
}
