package dev.varve.simulation.startup;

import java.io.ByteArrayOutputStream;

/**
 * The bytes of a string as strace prints it between quotes, with the escapes of C; a letter is a
 * byte.
 */
final class StraceString {
  private static final String ESCAPES = "ntrvfa";
  private static final String ESCAPED = "\n\t\r\u000b\f\u0007";

  private final String text;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int position;

  private StraceString(String text) {
    this.text = text;
  }

  static byte[] bytes(String text) {
    StraceString string = new StraceString(text);
    while (string.position < text.length()) {
      char letter = text.charAt(string.position++);
      if (letter == '\\' && string.position < text.length()) {
        string.escape();
      } else {
        string.bytes.write(letter);
      }
    }
    return string.bytes.toByteArray();
  }

  private void escape() {
    char kind = text.charAt(position);
    if (ESCAPES.indexOf(kind) >= 0) {
      position++;
      bytes.write(ESCAPED.charAt(ESCAPES.indexOf(kind)));
    } else if (kind == 'x') {
      position++;
      bytes.write(digits(2, 16));
    } else if (Character.digit(kind, 8) >= 0) {
      bytes.write(digits(3, 8));
    } else {
      position++;
      bytes.write(kind);
    }
  }

  private int digits(int maxDigits, int radix) {
    int number = 0;
    for (int read = 0;
        read < maxDigits
            && position < text.length()
            && Character.digit(text.charAt(position), radix) >= 0;
        read++) {
      number = number * radix + Character.digit(text.charAt(position++), radix);
    }
    return number;
  }
}
