package dev.varve.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final String HEX = "00ff7f80";

  @Test
  void printsWhatItParsed() {
    assertThat(Fingerprint.parse(HEX).hex()).isEqualTo(HEX);
    assertThat(Fingerprint.parse(HEX)).hasToString(HEX);
    assertThat(Fingerprint.parse(HEX).bytes()).containsExactly(0, -1, 127, -128);
  }

  @Test
  void thePrefixAndTheCaseDoNotCount() {
    assertThat(Fingerprint.parse("sha256:" + HEX))
        .isEqualTo(Fingerprint.parse(HEX))
        .isEqualTo(Fingerprint.parse("00FF7F80"))
        .hasSameHashCodeAs(Fingerprint.of(new byte[] {0, -1, 127, -128}));
  }

  @Test
  void differentBytesOrLengthsAreDifferent() {
    assertThat(Fingerprint.parse("00"))
        .isNotEqualTo(Fingerprint.parse("01"))
        .isNotEqualTo(Fingerprint.parse("0000"))
        .isNotEqualTo("00");
  }

  @Test
  void theOrderIsThatOfTheText() {
    List<String> sorted = List.of("", "00", "0001", "01", "7f", "80", "ff", "ff00");
    assertThat(
            Stream.of("ff00", "80", "01", "ff", "00", "7f", "0001", "")
                .map(Fingerprint::parse)
                .sorted())
        .extracting(Fingerprint::hex)
        .isEqualTo(sorted);
  }

  @Test
  void whatIsNoHexIsRefused() {
    for (String text : List.of("0", "zz", "sha256:0g", "sha256:abc")) {
      assertThatIllegalArgumentException().as(text).isThrownBy(() -> Fingerprint.parse(text));
    }
  }
}
