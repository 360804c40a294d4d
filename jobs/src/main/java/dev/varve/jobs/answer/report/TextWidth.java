package dev.varve.jobs.answer.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Width of a text in columns of a terminal. A combining mark takes no column. Ideographs, Hangul,
 * full-width forms and emoji take two columns, all other characters one.
 *
 * @see <a href="https://www.unicode.org/reports/tr11/">Unicode Standard Annex 11: East Asian
 *     Width</a>
 */
public final class TextWidth {
  /** First and last code points of the blocks that are wide, ascending. */
  private static final int[][] WIDE = {
    {0x1100, 0x115f},
    {0x231a, 0x231b},
    {0x23e9, 0x23f3},
    {0x25fd, 0x25fe},
    {0x2614, 0x2615},
    {0x2648, 0x2653},
    {0x267f, 0x267f},
    {0x2693, 0x2693},
    {0x26a1, 0x26a1},
    {0x26aa, 0x26ab},
    {0x26bd, 0x26be},
    {0x26c4, 0x26c5},
    {0x26ce, 0x26ce},
    {0x26d4, 0x26d4},
    {0x26ea, 0x26ea},
    {0x26f2, 0x26f5},
    {0x26fa, 0x26fd},
    {0x2705, 0x2705},
    {0x270a, 0x270b},
    {0x2728, 0x2728},
    {0x274c, 0x274e},
    {0x2753, 0x2757},
    {0x2795, 0x2797},
    {0x27b0, 0x27bf},
    {0x2b1b, 0x2b1c},
    {0x2b50, 0x2b55},
    {0x2e80, 0x303e},
    {0x3041, 0xa4cf},
    {0xa960, 0xa97c},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe10, 0xfe19},
    {0xfe30, 0xfe6f},
    {0xff00, 0xff60},
    {0xffe0, 0xffe6},
    {0x16fe0, 0x18cff},
    {0x1aff0, 0x1b2ff},
    {0x1d300, 0x1d37f},
    {0x1f000, 0x1faff},
    {0x20000, 0x3fffd}
  };

  private static final String ELLIPSIS = "...";

  /** A blank at which a line may end: not between a number and its unit. */
  private static final Pattern BLANKS = Pattern.compile("(?<!\\d) +| +(?!%|(?:[KMGTPE]i)?B\\b)");

  private TextWidth() {}

  /** The width of a text without control characters, in columns. */
  public static int of(String text) {
    return text.codePoints().map(TextWidth::of).sum();
  }

  private static int of(int character) {
    int type = Character.getType(character);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    for (int[] range : WIDE) {
      if (character <= range[1]) {
        return character >= range[0] ? 2 : 1;
      }
    }
    return 1;
  }

  /**
   * Shortens a text to a width in columns. The middle is cut out, because paths differ at their
   * ends.
   */
  public static String cut(String text, int width) {
    if (of(text) <= width) {
      return text;
    }
    int headWidth = (width - ELLIPSIS.length() + 1) / 2;
    int[] characters = text.codePoints().toArray();
    int tailStart = characters.length;
    for (int free = width - ELLIPSIS.length() - headWidth;
        tailStart > 0 && of(characters[tailStart - 1]) <= free; ) {
      free -= of(characters[--tailStart]);
    }
    int headEnd = 0;
    for (int free = headWidth; headEnd < tailStart && of(characters[headEnd]) <= free; ) {
      free -= of(characters[headEnd++]);
    }
    return new String(characters, 0, headEnd)
        + ELLIPSIS
        + new String(characters, tailStart, characters.length - tailStart);
  }

  /** Pads a text with blanks at its right, to a width in columns. */
  public static String left(String text, int width) {
    return text + " ".repeat(Math.max(0, width - of(text)));
  }

  /** Pads a text with blanks at its left, to a width in columns. */
  public static String right(String text, int width) {
    return " ".repeat(Math.max(0, width - of(text))) + text;
  }

  /**
   * Breaks a text at blanks into lines of at most a width in columns. A longer word is cut; a
   * number stays with its unit.
   */
  public static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : BLANKS.split(text.strip())) {
      if (!line.isEmpty() && of(line.toString()) + 1 + of(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(cut(word, width));
    }
    lines.add(line.toString());
    return lines;
  }

  /** Breaks a text likewise; of one with more lines, the last one ends where the rest is cut. */
  static List<String> lines(String text, int width, int maxLines) {
    List<String> lines = lines(text, width);
    if (lines.size() <= maxLines) {
      return lines;
    }
    List<String> first = new ArrayList<>(lines.subList(0, maxLines));
    String last = first.get(maxLines - 1);
    int[] characters = last.codePoints().toArray();
    int end = characters.length;
    while (end > 0 && of(new String(characters, 0, end)) + ELLIPSIS.length() > width) {
      end--;
    }
    first.set(maxLines - 1, new String(characters, 0, end).stripTrailing() + ELLIPSIS);
    return first;
  }
}
