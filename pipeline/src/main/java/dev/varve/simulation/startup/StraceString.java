package dev.varve.simulation.startup;

import java.io.ByteArrayOutputStream;

/**
 * The bytes of a string as strace prints it between quotes, with the escapes of C; a letter is a
 * byte.
 */
final class StraceString {
  private static final String LETTERS = "ntrvfa";
  private static final String MEANT = "\n\t\r\u000b\f\u0007";

  private final String text;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int at;

  private StraceString(String text) {
    this.text = text;
  }

  static byte[] bytes(String text) {
    StraceString string = new StraceString(text);
    while (string.at < text.length()) {
      char letter = text.charAt(string.at++);
      if (letter == '\\' && string.at < text.length()) {
        string.escape();
      } else {
        string.bytes.write(letter);
      }
    }
    return string.bytes.toByteArray();
  }

  private void escape() {
    char kind = text.charAt(at);
    if (LETTERS.indexOf(kind) >= 0) {
      at++;
      bytes.write(MEANT.charAt(LETTERS.indexOf(kind)));
    } else if (kind == 'x') {
      at++;
      bytes.write(digits(2, 16));
    } else if (Character.digit(kind, 8) >= 0) {
      bytes.write(digits(3, 8));
    } else {
      at++;
      bytes.write(kind);
    }
  }

  private int digits(int most, int radix) {
    int number = 0;
    for (int read = 0;
        read < most && at < text.length() && Character.digit(text.charAt(at), radix) >= 0;
        read++) {
      number = number * radix + Character.digit(text.charAt(at++), radix);
    }
    return number;
  }
}
