package dev.varve.input.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.digest.Digests;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecompressorTest {
  private static final byte[] TEXT =
      "some content, some more content, and then some ".repeat(40).getBytes(StandardCharsets.UTF_8);
  private static final byte[] SKIPPABLE = {0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};
  private static final byte[] EMPTY_SKIPPABLE = {0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0};

  @ParameterizedTest
  @EnumSource
  void everyFormIsToldByItsMagicAndInflated(Packing packing) throws IOException {
    byte[] blob = packing.pack(TEXT);
    try (Decompressor in = open(blob)) {
      assertThat(in.compression().label()).isEqualTo(packing.label());
      assertThat(in.readAllBytes()).isEqualTo(TEXT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFormMayBeAppendedToItself(Packing packing) throws IOException {
    byte[] two =
        GzipStreamTest.join(packing.pack(TEXT), packing.pack(new byte[0]), packing.pack(TEXT));
    assertThat(inflate(two)).isEqualTo(GzipStreamTest.join(TEXT, TEXT));
  }

  @ParameterizedTest
  @EnumSource
  void noContentIsNoFault(Packing packing) throws IOException {
    assertThat(inflate(packing.pack(new byte[0]))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void oneByteAReadFromTheMediumIsTheSame(Packing packing) throws IOException {
    BlobStream blob = new BlobStream(new OneByteSteps(packing.pack(TEXT)), Digests.named("md5"));
    assertThat(new Decompressor(blob, InflateEngine.fastest()).readAllBytes()).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void everyCutIsTruncation(Packing packing) {
    byte[] blob = packing.pack(TEXT);
    // With less than its magic a blob is plain bytes to anyone.
    for (int cut = Compression.MAGIC_BYTES; cut < blob.length; cut++) {
      byte[] part = Arrays.copyOf(blob, cut);
      MalformedBlobException e = rejected(part);
      assertThat(e.reason()).as("cut at %d: %s", cut, e).isEqualTo(RejectReason.TRUNCATED);
      assertThat(e.offset()).as("cut at %d", cut).isBetween(0L, (long) cut);
    }
  }

  /**
   * Frames of an empty block with windows of 2^27 and 2^28 bytes (RFC 8878, 3.1.1.1.2). Of the
   * second {@code zstd -t} says: Window size larger than maximum : 268435456 > 134217728, Use
   * --long=28.
   */
  @Test
  void aWindowAboveTheLimitIsNamed() throws IOException {
    byte[] frame = HexFormat.of().parseHex("28b52ffd0090010000");
    MalformedBlobException e = rejected(frame);
    assertThat(e.reason()).isEqualTo(RejectReason.LIMIT);
    assertThat(e)
        .hasMessage(
            "zstd data cannot be decoded: it needs a window of 268,435,456 bytes, as zstd --long=28"
                + " makes them; limit.window-bytes allows 134,217,728 bytes");
    byte[] behind =
        GzipStreamTest.join(
            HexFormat.of().parseHex("502a4d180100000000"), frame); // a skippable one
    assertThat(rejected(behind))
        .hasMessageEndingWith(
            "a frame needs a larger window, as zstd --long makes them; limit.window-bytes allows 134,217,728 bytes");
    try (Decompressor larger =
        new Decompressor(
            new BlobStream(new ByteArrayInputStream(frame), null),
            InflateEngine.JDK,
            256 << 20,
            Decompressor.Progress.NONE)) {
      assertThat(larger.readAllBytes()).isEmpty();
    }
    assertThat(inflate(HexFormat.of().parseHex("28b52ffd0088010000"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aCutInASecondPartIsTruncation(Packing packing) {
    byte[] first = packing.pack(TEXT);
    byte[] blob = GzipStreamTest.join(first, first);
    for (int cut = first.length + Compression.MAGIC_BYTES; cut < blob.length; cut++) {
      MalformedBlobException e = rejected(Arrays.copyOf(blob, cut));
      assertThat(e.reason()).as("cut at %d: %s", cut, e).isEqualTo(RejectReason.TRUNCATED);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void bytesAfterTheEndAreRefused(Packing packing) {
    byte[] blob =
        GzipStreamTest.join(packing.pack(TEXT), "garbage behind".getBytes(StandardCharsets.UTF_8));
    assertThat(rejected(blob).reason()).isEqualTo(RejectReason.CORRUPT);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void noFlippedBitEscapesAsAnythingButBadData(Packing packing) {
    byte[] blob = packing.pack(TEXT);
    Random random = new Random(5);
    for (int trial = 0; trial < 400; trial++) {
      byte[] flipped = blob.clone();
      flipped[random.nextInt(blob.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        inflate(flipped);
      } catch (MalformedBlobException e) {
        assertThat(e.reason()).isNotIn(RejectReason.ABSENT, RejectReason.DIGEST_MISMATCH);
      } catch (IOException e) {
        throw new AssertionError("taken for a fault of the medium", e);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFaultOfTheMediumStaysWhatItIsWhereverItStrikes(Packing packing) {
    byte[] blob = packing.pack(TEXT);
    IOException fault = new IOException("the disk is gone, stream truncated");
    for (int at = 0; at <= blob.length; at += at < 40 ? 1 : 17) {
      InputStream medium =
          new SequenceInputStream(new ByteArrayInputStream(blob, 0, at), new FailingStream(fault));
      assertThatExceptionOfType(IOException.class)
          .as("fault at %d", at)
          .isThrownBy(
              () ->
                  new Decompressor(
                          new BlobStream(medium, Digests.named("md5")), InflateEngine.fastest())
                      .readAllBytes())
          .isSameAs(fault);
    }
  }

  @Test
  void skippableFramesOfZstdAreSkippedWhereverTheyStand() throws IOException {
    byte[] frame = Packing.ZSTD.pack(TEXT);
    byte[] blob =
        GzipStreamTest.join(SKIPPABLE, frame, EMPTY_SKIPPABLE, SKIPPABLE, frame, SKIPPABLE);
    assertThat(inflate(blob)).isEqualTo(GzipStreamTest.join(TEXT, TEXT));
    assertThat(inflate(SKIPPABLE)).isEmpty();
    assertThat(inflate(EMPTY_SKIPPABLE)).isEmpty();
  }

  @Test
  void aCutSkippableFrameIsTruncation() {
    byte[] blob = GzipStreamTest.join(Packing.ZSTD.pack(TEXT), SKIPPABLE);
    for (int missing = 1; missing < SKIPPABLE.length; missing++) {
      MalformedBlobException e = rejected(Arrays.copyOf(blob, blob.length - missing));
      assertThat(e.reason()).as("%d bytes missing", missing).isEqualTo(RejectReason.TRUNCATED);
    }
  }

  @Test
  void manySmallFramesAreOneStream() throws IOException {
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    for (int frame = 0; frame < 500; frame++) {
      byte[] content = ("frame " + frame + ";").getBytes(StandardCharsets.UTF_8);
      blob.writeBytes(Packing.ZSTD.pack(content));
      plain.writeBytes(content);
    }
    assertThat(inflate(blob.toByteArray())).isEqualTo(plain.toByteArray());
  }

  @Test
  void aZstdWindowTooLargeToHoldIsALimitNotCorruption() {
    // RFC 8878, 3.1.1.1: no flags, a window of 2^(10+21) bytes, then a last raw block of 0 bytes.
    byte[] blob = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, (byte) (21 << 3), 1, 0, 0};
    assertThat(rejected(blob).reason()).isEqualTo(RejectReason.LIMIT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "BZh", "BZh0....", "7zXZ00", "no magic at all", "]\0\0\0\0\0\0"})
  void whatHasNoMagicIsPlain(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(open(bytes).compression()).isEqualTo(Compression.NONE);
    assertThat(inflate(bytes)).isEqualTo(bytes);
  }

  /** First bytes as these programs write them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "04224d186440", // lz4
        "02214c180b00", // lz4 -l
        "24b52ffd0000", // zstd 0.4
        "1f9d90610000", // compress
        "504b03041400", // zip
        "4c5a49500114", // lzip
        "5d00008000ff" // xz --format=lzma
      })
  void whatIsCompressedByOthersIsToldFromATruncatedTar(String head) {
    byte[] blob = Arrays.copyOf(HexFormat.of().parseHex(head), 400);
    assertThat(rejected(blob).reason()).isEqualTo(RejectReason.UNSUPPORTED);
  }

  private static MalformedBlobException rejected(byte[] blob) {
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> inflate(blob));
    assertThat(e).as("%d bytes were accepted", blob.length).isNotNull();
    return e;
  }

  private static Decompressor open(byte[] blob) throws IOException {
    return new Decompressor(
        new BlobStream(new ByteArrayInputStream(blob), Digests.named("sha256")),
        InflateEngine.fastest());
  }

  private static byte[] inflate(byte[] blob) throws IOException {
    try (Decompressor in = open(blob)) {
      return in.readAllBytes();
    }
  }
}
