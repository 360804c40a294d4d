package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.FailingStream;
import dev.varve.input.codec.OneByteSteps;
import dev.varve.input.digest.Digests;
import dev.varve.input.tar.HandTar.Header;
import dev.varve.model.Fingerprint;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TarEndTest {
  private static final byte[] CONTENT = new byte[1300];

  static {
    new Random(3).nextBytes(CONTENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 512, 1024, 1536, 10_240, 700_000})
  void anArchiveMayEndWithAnyNumberOfZeroBlocks(int zeros) throws Exception {
    byte[] archive = two().raw(new byte[zeros]).bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).hasSize(2);
    assertThat(walk.archiveDigest()).isEqualTo(sha256(archive));
    assertThat(walk.archiveBytes()).isEqualTo(archive.length);
  }

  @Test
  void whatFollowsTheEndAndIsNoEntryIsDigestedButNotRead() throws Exception {
    byte[] noise = new byte[2000];
    new Random(5).nextBytes(noise);
    byte[] archive = two().end().raw(noise).raw(new byte[512]).raw(latin("odd end")).bytes();
    TarWalk walk = TarWalk.of(archive);
    assertThat(walk.steps()).hasSize(2);
    assertThat(walk.archiveDigest()).isEqualTo(sha256(archive));
    assertThat(walk.archiveBytes()).isEqualTo(archive.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 20, 3000})
  void entriesBehindTheEndAreSaid(int zeroBlocks) {
    byte[] archive = two().raw(new byte[512 * zeroBlocks]).file("after", CONTENT).end().bytes();
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive));
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
    assertThat(e).hasMessageContaining("an entry after the end of the archive at byte 4096 ");
  }

  @Test
  void nothingMayFollowALoneBlockOfZeros() throws Exception {
    for (byte[] rest : List.of(new HandTar().file("after", CONTENT).bytes(), latin("odd"))) {
      byte[] archive = two().raw(new byte[512]).raw(rest).end().bytes();
      MalformedBlobException e =
          catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive));
      assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
      assertThat(e).hasMessageContaining("a single block of zeros at byte 4096;");
    }
    assertThat(TarWalk.of(two().raw(new byte[700]).bytes()).steps()).hasSize(2);
  }

  @Test
  void anEmptyBlobIsAnEmptyArchive() throws Exception {
    TarWalk walk = TarWalk.of(new byte[0]);
    assertThat(walk.steps()).isEmpty();
    assertThat(walk.archiveDigest()).isEqualTo(sha256(new byte[0]));
  }

  @Test
  void theDigestCoversContentThatNobodyAskedFor() throws Exception {
    byte[] archive = two().end().bytes();
    assertThat(TarWalk.names(archive)).containsExactly("one", "two");
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    BlobStream blob = new BlobStream(new OneByteSteps(archive), Digests.named("md5"));
    TarReader reader = new TarReader(blob, blob, digest, TarWalk.LIMITS);
    while (reader.next() != null) {}
    assertThat(Fingerprint.of(digest.digest())).isEqualTo(sha256(archive));
    assertThat(reader.next()).isNull();
  }

  @Test
  void aCutIsTruncationExceptInFrontOfAHeaderAndInThePaddingBeforeIt() throws IOException {
    byte[] archive =
        new HandTar()
            .file("one", CONTENT)
            .pax('x', "path", "p".repeat(600))
            .file("two", CONTENT)
            .gnuLong('L', "l".repeat(600))
            .add(Header.gnu('0', "three", CONTENT.length), CONTENT)
            .bytes();
    int second = 512 + 1536;
    int third = second + 512 + 1024 + 512 + 1536;
    int paddingBytes = 236;
    Set<Integer> places = Set.of(0, 1, 100, 275, 276, 277, 511);
    for (int cut = 0; cut < archive.length - paddingBytes; cut++) {
      if (!places.contains(cut % 512)) {
        continue;
      }
      byte[] part = Arrays.copyOf(archive, cut);
      boolean first = cut >= second - paddingBytes && cut <= second;
      boolean both = cut >= third - paddingBytes && cut <= third;
      if (cut == 0 || first || both) {
        assertThat(TarWalk.of(part).steps())
            .as("cut at %d", cut)
            .hasSize(both ? 2 : first ? 1 : 0)
            .allSatisfy(step -> assertThat(step.content()).isEqualTo(CONTENT));
        continue;
      }
      MalformedBlobException e =
          catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(part));
      assertThat(e).as("cut at %d", cut).isNotNull();
      assertThat(e.reason()).as("cut at %d", cut).isEqualTo(RejectReason.TRUNCATED);
      assertThat(catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.names(part)))
          .as("cut at %d, no content read", cut)
          .isNotNull();
    }
  }

  @Test
  void aWrongChecksumIsCorrupt() {
    for (int at = 0; at < 512; at += 3) {
      byte[] archive = two().end().bytes();
      archive[at] ^= 0x15;
      MalformedBlobException e =
          catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive));
      assertThat(e).as("byte %d", at).isNotNull();
      assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
    }
  }

  @Test
  void sumsOfSignedBytesAreTakenToo() throws IOException {
    byte[] header = Header.ustar('0', "\u00e9\u00e8", 0).sealed();
    int sum = 0;
    for (int at = 0; at < 512; at++) {
      sum += at >= 148 && at < 156 ? ' ' : header[at];
    }
    byte[] stated = latin(String.format("%06o\0 ", sum));
    System.arraycopy(stated, 0, header, 148, 8);
    assertThat(TarWalk.of(new HandTar().raw(header).end().bytes()).only().name())
        .isEqualTo("\u00e9\u00e8");
  }

  @Test
  void whatIsNoTarAtAllIsCorrupt() {
    byte[] noise = new byte[4096];
    new Random(1).nextBytes(noise);
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(noise));
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
    MalformedBlobException tiny =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(latin("{}")));
    assertThat(tiny.reason()).isEqualTo(RejectReason.TRUNCATED);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 108, 116, 124, 136})
  void aNumberThatIsNoneIsCorrupt(int field) {
    byte[] archive = new HandTar().add(Header.ustar('0', "a", 0).put(field, "00x")).end().bytes();
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive));
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
  }

  @Test
  void aNegativeSizeIsCorrupt() {
    byte[] minus = new byte[12];
    Arrays.fill(minus, (byte) -1);
    byte[] archive = new HandTar().add(Header.gnu('0', "a", 0).put(124, minus)).end().bytes();
    MalformedBlobException e =
        catchThrowableOfType(MalformedBlobException.class, () -> TarWalk.of(archive));
    assertThat(e.reason()).isEqualTo(RejectReason.CORRUPT);
  }

  @Test
  void aFaultOfTheMediumStaysWhatItIsWhereverItStrikes() {
    byte[] archive = two().end().bytes();
    IOException fault = new IOException("gone");
    for (int at = 0; at <= archive.length; at += 251) {
      BlobStream blob =
          new BlobStream(
              new SequenceInputStream(
                  new ByteArrayInputStream(archive, 0, at), new FailingStream(fault)),
              Digests.named("md5"));
      TarReader reader = new TarReader(blob, blob, Digests.named("sha256"), TarWalk.LIMITS);
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(
              () -> {
                while (reader.next() != null) {}
              })
          .isSameAs(fault);
    }
  }

  private static HandTar two() {
    return new HandTar().file("one", CONTENT).file("two", CONTENT);
  }

  private static Fingerprint sha256(byte[] bytes) throws NoSuchAlgorithmException {
    return Fingerprint.of(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
