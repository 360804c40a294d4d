package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Widths as Python's wcwidth has them. */
class TextWidthTest {
  @ParameterizedTest
  @CsvSource({
    "abc, 3",
    "\u00e9t\u00e9, 3",
    "e\u0301, 1",
    "\u6587\u4ef6, 4",
    "\uff21, 2",
    "\uac00, 2",
    "\ud83d\ude00, 2",
    "\ud840\udc00, 2",
    "\uff71, 1",
    "\u2192, 1",
  })
  void aCharacterTakesNoneOneOrTwoColumns(String text, int columns) {
    assertThat(TextWidth.of(text)).isEqualTo(columns);
  }

  @Test
  void aCutTextKeepsBothEndsAndNeverGrowsOverItsRoom() {
    assertThat(TextWidth.cut("abcdefghij", 10)).isEqualTo("abcdefghij");
    assertThat(TextWidth.cut("abcdefghijk", 10)).isEqualTo("abcd...ijk");
    String wide = "\u6587".repeat(20);
    for (int most = 5; most < 40; most++) {
      assertThat(TextWidth.of(TextWidth.cut(wide, most))).isBetween(most - 2, most);
    }
  }

  @Test
  void linesBreakAtBlanksAndLongWordsAreCut() {
    assertThat(TextWidth.lines("one two  three", 7)).containsExactly("one two", "three");
    assertThat(TextWidth.lines("a " + "x".repeat(20), 9)).containsExactly("a", "xxx...xxx");
  }

  @Test
  void aNumberStaysWithItsUnit() {
    assertThat(TextWidth.lines("saves 1.3 KiB of 25 % there", 9))
        .containsExactly("saves", "1.3 KiB", "of 25 %", "there");
    assertThat(TextWidth.lines("of 12 Bytes", 5)).containsExactly("of 12", "Bytes");
  }
}
