package dev.varve.disk;

/**
 * The bytes that identify a format.
 *
 * @param at their offset in the file
 * @param letters one Latin-1 character for each byte
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
