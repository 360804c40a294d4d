package dev.varve.input.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZeroDigestsTest {
  private final ZeroDigests sha256 = new ZeroDigests("sha256");

  /** {@code head -c N /dev/zero | sha256sum}. */
  @ParameterizedTest
  @CsvSource({
    "1, 6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "65536, de2f256064a0af797747c2b97505dc0b9f3df0de4f489eac731c23ae9ca9cc31",
    "65537, 3266304f31be278d06c3bd3eb9aa3e00c59bedec0a890de466568b0b90b0e01f",
    "2097152, 5647f05ec18958947d32874eeb788fa396a05d0bab7c1b71f112ceb7e9b31eee"
  })
  void theDigestIsThatOfSoManyZeros(int bytes, String digest) {
    for (int round = 0; round < 2; round++) {
      assertThat(HexFormat.of().formatHex(sha256.ofZeros(bytes))).isEqualTo(digest);
      for (int other = 0; other < 200; other++) {
        sha256.ofZeros(70_000 + other); // takes the place of longer ones
      }
    }
  }
}
