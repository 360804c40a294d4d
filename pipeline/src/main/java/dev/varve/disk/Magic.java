package dev.varve.disk;

/**
 * Bytes that tell a format.
 *
 * @param at where they begin in the file
 * @param letters a letter a byte, up to {@code \u00ff}
 */
record Magic(int at, String letters) {
  boolean isIn(byte[] head) {
    for (int letter = 0; letter < letters.length(); letter++) {
      int from = at + letter;
      if (from >= head.length || (head[from] & 0xff) != letters.charAt(letter)) {
        return false;
      }
    }
    return true;
  }

  int end() {
    return at + letters.length();
  }
}
