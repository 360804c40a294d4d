package dev.varve.input.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(InflateEngine.class)
class GzipStreamTest {
  @Parameter private InflateEngine engine;

  @BeforeEach
  void theNativeDecoderIsNotEverywhere() {
    assumeTrue(engine == InflateEngine.JDK || InflateEngine.fastest() == engine);
  }

  private static final byte[] ONE =
      "the first member, the first member".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TWO = "and a second one".getBytes(StandardCharsets.UTF_8);

  @Test
  void membersFollowEachOther() throws IOException {
    assertThat(inflate(join(gzip(ONE), gzip(TWO), gzip(ONE)))).isEqualTo(join(ONE, TWO, ONE));
  }

  @Test
  void emptyMembersAddNothingWhereverTheyStand() throws IOException {
    byte[] none = gzip(new byte[0]);
    assertThat(inflate(none)).isEmpty();
    assertThat(inflate(join(none, none, gzip(ONE), none, gzip(TWO), none)))
        .isEqualTo(join(ONE, TWO));
  }

  /**
   * The only streams that one engine takes and the other does not, as {@link InflateEngine} has it.
   */
  @Test
  void codesThatAreLeftUnusedAreRefusedByTheJdkAlone() throws IOException {
    String found =
        "1f8b08000000000000ff2b4b2c2a4b5548cc4b51c849ac4c2d02b3cac06265a33223480600c0284e"
            + "d2080200001f8b08000000000000ffedc13101000000c2a0f54f6d094fc6a00000000000000000";
    byte[] blob = HexFormat.of().parseHex(found);
    if (engine == InflateEngine.NATIVE) {
      assertThat(inflate(blob)).hasSize(520);
    } else {
      assertThatExceptionOfType(MalformedBlobException.class)
          .isThrownBy(() -> inflate(blob))
          .withMessageContaining("invalid distances set");
    }
  }

  @Test
  void manyMembersLargerThanTheBufferComeWholeInAnyStep() throws IOException {
    byte[] noise = new byte[200_000];
    new Random(7).nextBytes(noise);
    byte[] blob = join(gzip(noise), gzip(ONE), gzip(noise));
    assertThat(inflate(blob)).isEqualTo(join(noise, ONE, noise));
    InputStream dribble = new OneByteSteps(blob);
    assertThat(new GzipStream(dribble, engine, (inflated, consumed) -> {}).readAllBytes())
        .isEqualTo(join(noise, ONE, noise));
  }

  @Test
  void oneByteAtATimeIsTheSame() throws IOException {
    GzipStream in =
        new GzipStream(
            new ByteArrayInputStream(join(gzip(ONE), gzip(TWO))),
            engine,
            (inflated, consumed) -> {});
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int octet = in.read(); octet >= 0; octet = in.read()) {
      out.write(octet);
    }
    assertThat(out.toByteArray()).isEqualTo(join(ONE, TWO));
    assertThat(in.read()).isEqualTo(-1);
    assertThat(in.read(new byte[0], 0, 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 4, 8, 16, 4 | 8, 8 | 16, 2 | 4 | 8 | 16, 1 | 8})
  void everyOptionalPartOfTheHeaderIsPassedOver(int flags) throws IOException {
    byte[] member = withFlags(flags, ONE);
    assertThat(inflate(join(member, member))).isEqualTo(join(ONE, ONE));
  }

  /** RFC 1952, 2.3.1.1: the length of the extra field has two bytes, the lower one first. */
  @Test
  void anExtraFieldMayBeLongerThan255Bytes() throws IOException {
    byte[] member = gzip(ONE);
    byte[] head = java.util.Arrays.copyOf(member, 10);
    head[3] = 4;
    byte[] rest = java.util.Arrays.copyOfRange(member, 10, member.length);
    byte[] extra = new byte[2 + 0x0203];
    extra[0] = 3;
    extra[1] = 2;
    assertThat(inflate(join(head, extra, rest))).isEqualTo(ONE);
  }

  @Test
  void whatCommonsCompressWritesWithNamesAndTimesIsRead() throws IOException {
    GzipParameters parameters = new GzipParameters();
    parameters.setFileName("layer.tar");
    parameters.setComment("of no use");
    parameters.setModificationTime(1_700_000_000_000L);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GzipCompressorOutputStream gzip = new GzipCompressorOutputStream(out, parameters)) {
      gzip.write(ONE);
    }
    assertThat(inflate(out.toByteArray())).isEqualTo(ONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 511, 70_000})
  void zerosAfterTheLastMemberArePadding(int zeros) throws IOException {
    assertThat(inflate(join(gzip(ONE), new byte[zeros]))).isEqualTo(ONE);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 300, 66_000})
  void somethingElseAfterThePaddingIsCorruptRightThere(int zeros) {
    byte[] good = gzip(ONE);
    byte[] bad = join(good, new byte[zeros], new byte[] {'x', 'y', 'z'});
    MalformedBlobException e = rejected(bad);
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(e.offset()).isEqualTo(good.length + zeros);
  }

  @Test
  void everyCutIsTruncationExceptAtTheBorderOfMembers() throws IOException {
    byte[] first = withFlags(2 | 4 | 8 | 16, ONE);
    byte[] blob = join(first, gzip(TWO));
    for (int cut = 0; cut < blob.length; cut++) {
      byte[] part = java.util.Arrays.copyOf(blob, cut);
      if (cut == first.length) {
        assertThat(inflate(part)).isEqualTo(ONE);
        continue;
      }
      MalformedBlobException e = rejected(part);
      assertThat(e.reason()).as("cut at %d", cut).isEqualTo(RejectReason.TRUNCATED);
      assertThat(e.offset()).as("cut at %d", cut).isEqualTo(cut);
    }
  }

  @Test
  void aFlippedBitIsFoundOrChangesNothing() {
    byte[] blob = join(gzip(ONE), withFlags(8, TWO));
    for (int bit = 0; bit < blob.length * 8; bit++) {
      byte[] flipped = blob.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        assertThat(inflate(flipped)).as("bit %d", bit).isEqualTo(join(ONE, TWO));
      } catch (MalformedBlobException e) {
        assertThat(e.reason()).isIn(RejectReason.CORRUPT, RejectReason.TRUNCATED);
        assertThat(e.offset()).isBetween(0L, (long) blob.length);
      } catch (IOException e) {
        throw new AssertionError("bit " + bit + " is taken for a fault of the medium", e);
      }
    }
  }

  @Test
  void aWrongCrcAndAWrongLengthAreNamed() {
    byte[] crc = gzip(ONE);
    crc[crc.length - 8] ^= 1;
    assertThat(rejected(crc)).hasMessageContaining("CRC");
    byte[] length = gzip(ONE);
    length[length.length - 4] ^= 1;
    assertThat(rejected(length)).hasMessageContaining("length");
    byte[] header = withFlags(2 | 8, ONE);
    header[4] ^= 1;
    assertThat(rejected(header)).hasMessageContaining("header CRC");
  }

  @Test
  void unknownMethodsAndReservedFlagsAreRefused() {
    byte[] method = gzip(ONE);
    method[2] = 7;
    assertThat(rejected(method)).hasMessageContaining("method 7");
    byte[] flags = gzip(ONE);
    flags[3] = (byte) 0x80;
    assertThat(rejected(flags)).hasMessageContaining("flags");
  }

  @Test
  void aFaultOfTheMediumIsPassedOnAsItIs() {
    IOException fault = new IOException("connection reset");
    byte[] blob = gzip(ONE);
    InputStream broken =
        new SequenceInputStream(new ByteArrayInputStream(blob, 0, 20), new FailingStream(fault));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new GzipStream(broken, engine, (inflated, consumed) -> {}).readAllBytes())
        .isSameAs(fault);
  }

  private MalformedBlobException rejected(byte[] blob) {
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> inflate(blob));
    assertThat(e).isNotNull();
    return e;
  }

  private byte[] inflate(byte[] blob) throws IOException {
    try (GzipStream in =
        new GzipStream(new ByteArrayInputStream(blob), engine, (inflated, consumed) -> {})) {
      return in.readAllBytes();
    }
  }

  private static byte[] gzip(byte[] content) {
    return Packing.GZIP.pack(content);
  }

  /** A member by RFC 1952, section 2.3. */
  private static byte[] withFlags(int flags, byte[] content) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    head.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, (byte) flags, 1, 2, 3, 4, 2, 3});
    if ((flags & 4) != 0) {
      head.writeBytes(new byte[] {5, 0, 'A', 'p', 1, 0, 0});
    }
    if ((flags & 8) != 0) {
      head.writeBytes("name.tar\0".getBytes(StandardCharsets.US_ASCII));
    }
    if ((flags & 16) != 0) {
      head.writeBytes("comment\0".getBytes(StandardCharsets.US_ASCII));
    }
    if ((flags & 2) != 0) {
      long sum = crc(head.toByteArray());
      head.writeBytes(new byte[] {(byte) sum, (byte) (sum >> 8)});
    }
    Deflater deflater = new Deflater(9, true);
    deflater.setInput(content);
    deflater.finish();
    byte[] packed = new byte[content.length + 100];
    int length = deflater.deflate(packed);
    deflater.end();
    head.write(packed, 0, length);
    for (long word : new long[] {crc(content), content.length}) {
      for (int shift = 0; shift < 32; shift += 8) {
        head.write((int) (word >> shift));
      }
    }
    return head.toByteArray();
  }

  private static long crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
