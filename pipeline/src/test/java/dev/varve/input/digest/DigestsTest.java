package dev.varve.input.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigestsTest {

  /** Of "abc": FIPS 180-4 and RFC 1321. */
  @ParameterizedTest
  @CsvSource({
    "md5, 900150983cd24fb0d6963f7d28e17f72",
    "sha1, a9993e364706816aba3e25717850c26c9cd0d89d",
    "sha256, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "blake3, 6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"
  })
  void namesMeanTheirAlgorithms(String name, String expected) {
    MessageDigest digest = Digests.named(name);
    assertThat(hex(digest.digest("abc".getBytes(StandardCharsets.US_ASCII)))).isEqualTo(expected);
    assertThat(digest.getDigestLength()).isEqualTo(expected.length() / 2);
  }

  /** The test vectors of the BLAKE3 team: byte i of the input is i modulo 251. */
  @ParameterizedTest
  @CsvSource({
    "0, af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
    "1, 2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213",
    "1024, 42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7",
    "1025, d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"
  })
  void blake3HasTheValuesOfItsAuthors(int bytes, String expected) {
    byte[] input = new byte[bytes];
    for (int at = 0; at < bytes; at++) {
      input[at] = (byte) (at % 251);
    }
    MessageDigest digest = Digests.named("blake3");
    for (int use = 0; use < 2; use++) {
      digest.update(input, 0, bytes / 3);
      for (byte octet : Arrays.copyOfRange(input, bytes / 3, bytes)) {
        digest.update(octet);
      }
      assertThat(hex(digest.digest())).as("use %d", use).isEqualTo(expected);
    }
    digest.update((byte) 9);
    digest.reset();
    assertThat(hex(digest.digest(input))).isEqualTo(expected);
  }

  /** Registered algorithms and the grammar: descriptor.md of the image specification. */
  @ParameterizedTest
  @CsvSource({
    "sha256, 64, true",
    "sha384, 96, true",
    "sha512, 128, true",
    "blake3, 64, true",
    "sha256, 63, false",
    "sha512, 64, false",
    "blake3, 128, false",
    "md5, 32, false",
    "'', 64, false"
  })
  void digestsOfBlobsAreByKnownAlgorithms(String algorithm, int digits, boolean is) {
    assertThat(Digests.isDigest(algorithm + ":" + "a".repeat(digits))).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({
    "sha256:12, CORRUPT",
    "blake3:xyz, CORRUPT",
    "'', CORRUPT",
    "no digest, CORRUPT",
    "sha3-256:a7ffc6f8, UNSUPPORTED",
    "multihash+base58:QmRZxt2b1FVZPNqd8hsiykDL3TdBDeTSPX9Kv46HmX4Gx8, UNSUPPORTED",
    "sha256+b64u:LCa0a2j_xo_5m0U8HTBBNBNCLXBkg7-g-YpeiGJm564, UNSUPPORTED"
  })
  void anAlgorithmThatIsNotKnownIsUnsupported(String text, RejectReason reason) {
    MalformedBlobException fault = Digests.fault(text, "layer 0");
    assertThat(fault.reason()).isEqualTo(reason);
    assertThat(fault).hasMessageStartingWith("layer 0 has ");
  }

  @Test
  void everyFingerprintOfTheSettingsExistsAndNoOtherDoes() {
    assertThat(Digests.FINGERPRINTS)
        .allSatisfy(name -> assertThat(Digests.named(name).getDigestLength()).isPositive());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Digests.named("SHA-256"))
        .withMessageContaining("SHA-256");
  }

  @Test
  void aDigestIsAnAlgorithmAndDigitsOfItsLength() {
    String hex = "0123456789abcdef".repeat(4);
    assertThat(Digests.isDigest("sha256:" + hex)).isTrue();
    assertThat(Digests.isDigest("sha384:" + hex + hex.substring(32))).isTrue();
    assertThat(Digests.isDigest("sha512:" + hex + hex)).isTrue();
    assertThat(Digests.isDigest("sha256:" + hex.substring(1))).isFalse();
    assertThat(Digests.isDigest("sha256:" + hex.toUpperCase(java.util.Locale.ROOT))).isFalse();
    assertThat(Digests.isDigest("sha512:" + hex)).isFalse();
    assertThat(Digests.isDigest("sha256:../../" + hex.substring(6))).isFalse();
    assertThat(Digests.isDigest(hex)).isFalse();
    assertThat(Digests.isDigest("")).isFalse();
  }

  @Test
  void severalAreFedTogetherAndEndedEachByItself() throws Exception {
    MessageDigest one = Digests.named("sha256");
    MessageDigest two = Digests.named("sha512");
    byte[] input = {1, 2, 3, 4, 5};
    for (int use = 0; use < 2; use++) {
      MessageDigest both = Digests.combined(List.of(one, two));
      both.update((byte) 9);
      both.reset();
      both.update(input[0]);
      both.update(input, 1, 4);
      assertThat(one.digest()).isEqualTo(MessageDigest.getInstance("SHA-256").digest(input));
      assertThat(two.digest()).isEqualTo(MessageDigest.getInstance("SHA-512").digest(input));
    }
    assertThat(Digests.combined(List.of(one))).isSameAs(one);
  }

  @Test
  void theNameStandsInFrontOfTheColon() {
    assertThat(Digests.algorithm("sha512:00")).isEqualTo("sha512");
    assertThat(Digests.algorithm("none")).isEmpty();
    assertThat(Digests.print("md5", Digests.named("md5")))
        .isEqualTo("md5:d41d8cd98f00b204e9800998ecf8427e");
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
