package dev.varve.input.tar;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTextTest {

  /** The controls of ISO 8859-1 among them, which some terminals obey: two bytes of UTF-8 each. */
  @Test
  void allControlCharactersAreEscaped() {
    byte[] name = "a\u001b\u007f\u0080\u009b\u009f\u00a0b".getBytes(StandardCharsets.UTF_8);
    assertThat(PathText.text(name)).isEqualTo("a\\x1b\\x7f\\xc2\\x80\\xc2\\x9b\\xc2\\x9f\u00a0b");
  }

  @ParameterizedTest
  @CsvSource({
    "etc/passwd, etc/passwd",
    "./etc/passwd, etc/passwd",
    "/etc/passwd, etc/passwd",
    "././/etc/, etc",
    "//./a//b//, a/b",
    "'', .",
    "., .",
    "./, .",
    "./., .",
    "/, .",
    "///, .",
    ".wh.gone, .wh.gone",
    ".../a, .../a",
    "../up, up",
    "/../up, up",
    "a/./b/../c, a/c",
    "a/.., .",
    "usr/_main/../lib/x, usr/lib/x"
  })
  void aPathIsRelativeToTheRootAndClean(String name, String path) {
    assertThat(PathText.path(latin(name))).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({"./a/, ./a/", "/abs, /abs", "../rel, ../rel", "'', ''"})
  void theTargetOfALinkIsLeftAsItIs(String name, String text) {
    assertThat(PathText.text(latin(name))).isEqualTo(text);
  }

  @Test
  void utf8IsKept() {
    String name = "caf\u00e9/\u9577\u3044/\ud83d\ude00";
    assertThat(PathText.text(name.getBytes(StandardCharsets.UTF_8))).isEqualTo(name);
  }

  @Test
  void whatIsNoTextIsEscapedAByteEach() {
    assertThat(PathText.text(latin("caf\u00e9"))).isEqualTo("caf\\xe9");
    assertThat(PathText.text(latin("a\0b\nc\u007f"))).isEqualTo("a\\x00b\\x0ac\\x7f");
    assertThat(PathText.text(latin("back\\slash"))).isEqualTo("back\\x5cslash");
    assertThat(PathText.text(latin("\\xe9"))).isEqualTo("\\x5cxe9");
    // Overlong, a surrogate, past the last plane, cut short: none is UTF-8 (RFC 3629).
    assertThat(PathText.text(latin("\u00c0\u00af"))).isEqualTo("\\xc0\\xaf");
    assertThat(PathText.text(latin("\u00ed\u00a0\u0080"))).isEqualTo("\\xed\\xa0\\x80");
    assertThat(PathText.text(latin("\u00f5\u0080\u0080\u0080"))).isEqualTo("\\xf5\\x80\\x80\\x80");
    assertThat(PathText.text(latin("\u00e9\u0095"))).isEqualTo("\\xe9\\x95");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 0xa, 0xf, 0x10, 0x1b, 0x1f, 0x7f})
  void aControlCharacterHasTwoDigitsWhereverItStands(int octet) {
    String digits = String.format("\\x%02x", octet);
    for (String around : List.of("%s", "a%s", "%sb", "etc/%1$s%1$s/b", "\u00e9%s")) {
      byte[] name = around.formatted((char) octet).getBytes(StandardCharsets.UTF_8);
      assertThat(PathText.text(name)).isEqualTo(around.formatted(digits));
      assertThat(PathText.path(name)).isEqualTo(around.formatted(digits));
    }
    assertThat(PathText.path(latin("/./" + (char) octet + "/"))).isEqualTo(digits);
    assertThat(PathText.text(latin("./" + (char) octet + "/"))).isEqualTo("./" + digits + "/");
  }

  @Test
  void noByteIsLostAndNoTwoNamesBecomeOne() {
    Random random = new Random(11);
    String letters =
        "ab/.\\x09\n\u00c3\u00a9\u00e9\u0095\u00b7\u00f0\u009f\u0098\u0080\u00ed\u00a0";
    for (int trial = 0; trial < 5000; trial++) {
      byte[] name = new byte[random.nextInt(24)];
      random.nextBytes(name);
      if (trial % 2 == 0) {
        for (int at = 0; at < name.length; at++) {
          name[at] = (byte) letters.charAt(random.nextInt(letters.length()));
        }
      }
      String text = PathText.text(name);
      assertThat(unescaped(text)).as(text).isEqualTo(name);
      assertThat(text).doesNotContainPattern("[\\x00-\\x1f\\x7f\\uFFFD]");
    }
  }

  @Test
  void everySingleByteComesBack() {
    for (int octet = 0; octet < 256; octet++) {
      byte[] name = {'a', (byte) octet, 'b'};
      assertThat(unescaped(PathText.text(name))).isEqualTo(name);
    }
  }

  private static byte[] unescaped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int at = 0; at < text.length(); ) {
      if (text.startsWith("\\x", at)) {
        bytes.write(Integer.parseInt(text.substring(at + 2, at + 4), 16));
        at += 4;
      } else {
        int end = text.offsetByCodePoints(at, 1);
        bytes.writeBytes(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
        at = end;
      }
    }
    return bytes.toByteArray();
  }
}
