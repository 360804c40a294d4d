package dev.varve.input.digest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fingerprints with and without a key. */
class FingerprintRuleTest {
  @TempDir private Path folder;

  private FingerprintRule keyed(String algorithm, String key) throws Exception {
    Path file = Files.writeString(folder.resolve("key"), key);
    return FingerprintRule.of(algorithm, file.toString());
  }

  private static String of(FingerprintRule rule, String content) {
    MessageDigest digest = rule.digest();
    digest.update(content.getBytes(US_ASCII));
    return HexFormat.of().formatHex(digest.digest());
  }

  @Test
  void withoutAKeyItIsThePlainDigest() {
    FingerprintRule rule = FingerprintRule.of("sha256", "");
    assertThat(rule.name()).isEqualTo("sha256");
    // sha256sum of the three letters
    assertThat(of(rule, "abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void withAKeyItIsTheHmacOfTheDigest() throws Exception {
    // openssl dgst -sha256 -binary | openssl dgst -sha256 -hmac 0123456789abcdef
    assertThat(of(keyed("sha256", "0123456789abcdef"), "abc"))
        .isEqualTo("077f330df0c40e5da552d0b17a2e3df628fba72938255b2393af50747010031d");
    // The same from the SHA-1, and its first 20 bytes.
    assertThat(of(keyed("sha1", "0123456789abcdef"), "abc"))
        .isEqualTo("2efc9be888f25001eeba6874fb4ffdd0bfc13666");
  }

  @Test
  void keysHaveNamesThatDifferAndDoNotShowThem() throws Exception {
    FingerprintRule one = keyed("md5", "0123456789abcdef");
    FingerprintRule other = keyed("md5", "0123456789abcdeg");
    assertThat(one.name())
        .startsWith("md5-keyed-")
        .doesNotContain("0123")
        .isNotEqualTo(other.name());
    assertThat(of(one, "abc")).hasSize(32).isEqualTo(of(one, "abc")).isNotEqualTo(of(other, "abc"));
  }

  @Test
  void whatIsNoKeyIsRefused() {
    assertThatThrownBy(() -> FingerprintRule.of("sha256", folder + "/none"))
        .hasMessageContaining("no file");
    assertThatThrownBy(() -> keyed("sha256", "short")).hasMessageContaining("at least 16 bytes");
    assertThatThrownBy(() -> FingerprintRule.of("sha256", "/dev/zero"))
        .hasMessageContaining("no file");
  }
}
