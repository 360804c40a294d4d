package dev.varve.input.codec;

import static dev.varve.input.tar.HandTar.latin;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.tar.HandTar;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContentTypeTest {

  @Test
  void magicsAreThoseOfTheirFormats() {
    assertType("elf", "\u007fELF\u0002\u0001\u0001\0");
    assertType("elf", "MZ\u0090\0\u0003");
    assertType("elf", "\u00cf\u00fa\u00ed\u00fe\u0007\0\0\u0001");
    assertType("script", "#!/bin/sh\necho\n");
    assertType("archive", "PK\u0003\u0004\n\0");
    assertType("archive", "!<arch>\ndebian-binary");
    assertType("archive", "7z\u00bc\u00af'\u001c");
    assertType("image", "\u0089PNG\r\n\u001a\n");
    assertType("image", "\u00ff\u00d8\u00ff\u00e0");
    assertType("image", "GIF89a");
    assertType("bytecode", "\u00ca\u00fe\u00ba\u00be\0\0\0A");
    assertType("bytecode", "\u00a7\r\r\n" + "\0".repeat(12));
    assertType("database", "SQLite format 3\0\u0010\0");
    assertType("text", "plain words\twith\r\nlines\u001b[0m\f");
    assertType("text", "caf\u00c3\u00a9");
    assertType("data", "a\0b");
    assertType("data", "\u0001\u0002");
    assertType("empty", "");
  }

  @Test
  void aTarIsToldByItsMagicFarFromTheStart() {
    assertThat(of(new HandTar().file("a", latin("b")).bytes())).isEqualTo("archive");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void whatIsCompressedIsAnArchive(Packing packing) {
    assertThat(of(packing.pack(latin("content")))).isEqualTo("archive");
  }

  @Test
  void bytesPastTheLengthDoNotCount() {
    byte[] head = new byte[ContentType.HEAD_BYTES];
    System.arraycopy(latin("\u007fELF"), 0, head, 0, 4);
    assertThat(ContentType.of(head, 0)).isEqualTo("empty");
    assertThat(ContentType.of(head, 3)).isEqualTo("data");
    Arrays.fill(head, (byte) 'a');
    head[100] = 0;
    assertThat(ContentType.of(head, 100)).isEqualTo("text");
    assertThat(ContentType.of(head, 101)).isEqualTo("data");
    byte[] two = Arrays.copyOf(latin("#!"), ContentType.HEAD_BYTES);
    assertThat(ContentType.of(two, 1)).isEqualTo("text");
    assertThat(ContentType.of(two, 2)).isEqualTo("script");
  }

  /** Any byte at any place of two words and a rest: text but for controls and 0x7f (by hand). */
  @Test
  void oneByteOfAnyValueTellsTextFromData() {
    byte[] head = new byte[ContentType.HEAD_BYTES];
    for (int octet = 0; octet < 256; octet++) {
      boolean control = octet < 7 || (octet >= 14 && octet < 32 && octet != 27) || octet == 127;
      for (int at = 0; at < 21; at++) {
        Arrays.fill(head, (byte) 'a');
        head[at] = (byte) octet;
        assertThat(ContentType.of(head, 21).equals("data"))
            .as("%d at %d", octet, at)
            .isEqualTo(control);
      }
    }
  }

  /** CPython 3.7 and later (PEP 552): 16 bytes, of which the first two are a number below 4096. */
  @Test
  void bytecodeOfPythonHasAWholeHeaderAndAVersion() {
    assertType("data", "\u00a7\r\r\n" + "\0".repeat(11));
    assertType("bytecode", "\u00ff\u000f\r\n" + "\0".repeat(12));
    assertType("data", "\0\u0010\r\n" + "\0".repeat(12));
  }

  private static void assertType(String type, String head) {
    assertThat(of(latin(head))).as(head).isEqualTo(type);
  }

  private static String of(byte[] content) {
    byte[] head = Arrays.copyOf(content, ContentType.HEAD_BYTES);
    return ContentType.of(head, Math.min(content.length, head.length));
  }
}
