package dev.varve.input.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected digests are the JDK's, but for two of FIPS 180-4. */
class NativeSha256Test {
  private static final int BUFFERED = 8192;

  private final Random random = new Random(11);

  @BeforeEach
  void itIsNotEverywhere() {
    assumeTrue(NativeSha256.isAvailable());
  }

  @ParameterizedTest
  @CsvSource({
    "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq,"
        + " 248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  })
  void itHasTheValuesOfItsStandard(String text, String expected) {
    byte[] digest = NativeSha256.open().digest(text.getBytes(StandardCharsets.US_ASCII));
    assertThat(HexFormat.of().formatHex(digest)).isEqualTo(expected);
  }

  @Test
  void everyLengthAroundTheBlocksAndTheBufferIsRight() {
    MessageDigest one = NativeSha256.open();
    byte[] data = data(3 * BUFFERED);
    for (int length = 0; length < data.length; length += length < 300 ? 1 : 61) {
      int from = random.nextInt(data.length - length);
      one.update(data, from, length);
      assertThat(one.digest()).as("%d from %d", length, from).isEqualTo(jdk(data, from, length));
    }
  }

  @Test
  void stepsOfAnyLengthAreTheSame() throws GeneralSecurityException {
    byte[] data = data(70_000);
    MessageDigest one = NativeSha256.open();
    for (int world = 0; world < 200; world++) {
      int length = random.nextInt(data.length);
      int most = 1 << random.nextInt(17);
      for (int at = 0; at < length; ) {
        int step = Math.min(length - at, random.nextInt(most + 1));
        if (random.nextInt(9) == 0) {
          one.update(data[at++]);
        } else {
          one.update(data, at, step);
          at += step;
        }
      }
      byte[] digest = new byte[40];
      assertThat(one.digest(digest, 5, 35)).isEqualTo(32);
      assertThat(Arrays.copyOfRange(digest, 5, 37)).isEqualTo(jdk(data, 0, length));
    }
  }

  /** Two that began at different places of a block, too, and that hold different bytes of one. */
  @Test
  void twoAtATimeAreTheSameAsOneAfterTheOther() {
    byte[] data = data(40_000);
    for (int world = 0; world < 500; world++) {
      NativeSha256 one = NativeSha256.open();
      NativeSha256 other = NativeSha256.open();
      int ahead = random.nextInt(3) * random.nextInt(200);
      int behind = random.nextBoolean() ? ahead : ahead + 64 * random.nextInt(3) + world % 2;
      int alone = random.nextInt(3) * random.nextInt(1000);
      int length = random.nextInt(data.length - 4000);
      one.update(data, 4000 - alone - ahead, ahead);
      other.update(data, 100, behind);
      one.updateWith(data, 4000 - alone, alone, 0, other, null, null);
      for (int at = 0; at < length; ) {
        int step = Math.min(length - at, random.nextInt(1 << random.nextInt(15)));
        one.updateWith(data, 4000 + at, 0, step, other, null, null);
        at += step;
      }
      assertThat(one.digest()).isEqualTo(jdk(data, 4000 - alone - ahead, ahead + alone + length));
      byte[] ended = new byte[32];
      one.updateWith(data, 0, 0, 0, other, ended, null);
      assertThat(ended).isEqualTo(jdk(data, 100, behind, 4000, length));
      assertThat(other.digest()).isEqualTo(jdk(data, 0, 0));
    }
  }

  /** An archive, the files inside one after another, and the stored bytes beside its framing. */
  @Test
  void threeAtATimeAreTheSameAsOneAfterTheOther() {
    byte[] data = data(60_000);
    for (int world = 0; world < 300; world++) {
      NativeSha256 archive = NativeSha256.open();
      NativeSha256 whole = NativeSha256.open();
      BlobDigest blob = new BlobDigest(whole);
      int odd = random.nextInt(2) * random.nextInt(100);
      blob.update(data, 0, odd);
      int stored = odd;
      int at = 0;
      while (at < data.length) {
        if (blob.waitingBytes() == 0) {
          int more = Math.min(data.length - stored, random.nextInt(1 << random.nextInt(15)));
          blob.updateLater(data, stored, more);
          stored += more;
        }
        int ahead = Math.min(data.length - at, random.nextInt(1 << random.nextInt(14)));
        int length = Math.min(data.length - at - ahead, random.nextInt(1 << random.nextInt(14)));
        byte[] ended = new byte[32];
        archive.updateWith(data, at, ahead, length, null, ended, blob);
        assertThat(ended).isEqualTo(jdk(data, at + ahead, length));
        at += ahead + length;
      }
      blob.digestWaiting();
      assertThat(archive.digest()).isEqualTo(jdk(data, 0, data.length));
      assertThat(whole.digest()).isEqualTo(jdk(data, 0, stored));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 100})
  void piecesOfAnyLengthHaveTheirDigests(int pieces) {
    byte[] data = data(200_000);
    for (int world = 0; world < 200; world++) {
      int most = 1 + random.nextInt(data.length / pieces);
      int[] ends = new int[pieces];
      int from = random.nextInt(500);
      for (int piece = 0, end = from; piece < pieces; piece++) {
        int length = random.nextInt(5) == 0 ? random.nextInt(4) * BUFFERED : random.nextInt(most);
        end = Math.min(data.length, end + length);
        ends[piece] = end;
      }
      int first = random.nextInt(pieces);
      int last = first + random.nextInt(pieces - first + 1);
      int begin = first == 0 ? from : ends[first - 1];
      byte[] digests = new byte[32 * pieces];
      NativeSha256.pieces(data, begin, ends, first, last, digests);
      for (int piece = 0; piece < pieces; piece++) {
        int start = piece == 0 ? from : ends[piece - 1];
        boolean wanted = piece >= first && piece < last;
        assertThat(Arrays.copyOfRange(digests, 32 * piece, 32 * (piece + 1)))
            .as("piece %d of %s, from %d to %d", piece, Arrays.toString(ends), first, last)
            .isEqualTo(wanted ? jdk(data, start, ends[piece] - start) : new byte[32]);
      }
    }
  }

  @Test
  void placesOutsideAnArrayAreRefused() {
    NativeSha256 one = NativeSha256.open();
    NativeSha256 other = NativeSha256.open();
    byte[] data = new byte[100];
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> one.updateWith(data, 50, 0, 51, other, null, null));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> one.updateWith(data, 50, -1, 51, other, null, null));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> one.updateWith(data, 50, 2, -1, other, null, null));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> one.update(data, -1, 2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> new BlobDigest(other).updateLater(data, 50, 51));
    int[][] wrong = {{101}, {5, 4}, {-1}};
    for (int[] ends : wrong) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> NativeSha256.pieces(data, 0, ends, 0, ends.length, new byte[64]));
    }
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> NativeSha256.pieces(data, 0, new int[] {5}, 0, 1, new byte[31]));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> NativeSha256.pieces(data, 0, new int[] {5}, 0, 2, new byte[64]));
    assertThat(one.digest()).isEqualTo(jdk(data, 0, 0));
  }

  @Test
  void aFreshStartForgetsWhatWasFed() {
    MessageDigest one = NativeSha256.open();
    one.update(data(1000));
    one.reset();
    assertThat(one.digest(new byte[] {1})).isEqualTo(jdk(new byte[] {1}, 0, 1));
  }

  /** More bits than an int counts. */
  @Test
  @Tag("thorough")
  void lengthsBeyond512MebibytesAreRight() throws GeneralSecurityException {
    byte[] data = data(1 << 20);
    MessageDigest one = NativeSha256.open();
    MessageDigest expected = MessageDigest.getInstance("SHA-256");
    for (int piece = 0; piece < 513; piece++) {
      one.update(data);
      expected.update(data);
    }
    assertThat(one.digest()).isEqualTo(expected.digest());
  }

  @Test
  void aLibraryThatIsNotThereOrIsNoneIsNotLoaded() {
    assertThat(NativeSha256.load("/dev/varve/native/none.so")).isFalse();
    assertThat(NativeSha256.load("/dev/varve/input/codec/NativeSha256.class")).isFalse();
  }

  /** The classes once more, loaded where there is no library. */
  @Test
  void withoutTheLibraryTheJdkServes() throws ReflectiveOperationException {
    ClassLoader without = new WithoutLibrary(NativeSha256.class.getClassLoader());
    Class<?> engines = without.loadClass(DigestEngine.class.getName());
    assertThat(engines).isNotEqualTo(DigestEngine.class);
    Object fastest = engines.getMethod("fastest").invoke(null);
    assertThat(fastest).hasToString("JDK");
    Method named = engines.getMethod("named", String.class);
    Object chosenElsewhere = engines.getEnumConstants()[0];
    assertThat(chosenElsewhere).hasToString("NATIVE");
    MessageDigest digest = (MessageDigest) named.invoke(chosenElsewhere, "sha256");
    assertThat(digest.getProvider()).isNotNull();
    assertThat(digest.digest(new byte[3])).isEqualTo(jdk(new byte[3], 0, 3));
  }

  private static final class WithoutLibrary extends ClassLoader {
    WithoutLibrary(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith(NativeSha256.class.getPackageName())
            || findLoadedClass(name) != null) {
          return super.loadClass(name, resolve);
        }
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
          byte[] code = in.readAllBytes();
          return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }

    @Override
    public @Nullable URL getResource(String name) {
      return name.endsWith(".so") && name.contains("varve") ? null : super.getResource(name);
    }
  }

  private byte[] data(int length) {
    byte[] data = new byte[length];
    random.nextBytes(data);
    return data;
  }

  /** Of bytes from one place on, and of others behind. */
  private static byte[] jdk(byte[] data, int... fromAndLength) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (int at = 0; at < fromAndLength.length; at += 2) {
        digest.update(data, fromAndLength[at], fromAndLength[at + 1]);
      }
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
