package dev.varve.synthetic.content;

import dev.varve.model.Seed;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** The thousand words of which names, texts and programs are made. The same in every world. */
public final class Vocabulary {
  private static final int WORDS = 1024;
  private static final String[] SYLLABLES = {
    "ba", "con", "de", "el", "fi", "gra", "ho", "in", "ju", "ka", "li", "ma", "nu", "or", "pre",
    "qui", "re", "sta", "ti", "un", "ver", "wa", "xe", "yo", "zi", "tor", "net", "log", "sys", "mod"
  };
  private static final String[] NAMES = new String[WORDS];
  private static final byte[][] LETTERS = new byte[WORDS][];

  static {
    for (int i = 0; i < WORDS; i++) {
      RandomGenerator random = new Seed(i).at("word").random();
      StringBuilder word = new StringBuilder();
      for (int syllables = 1 + random.nextInt(4); syllables > 0; syllables--) {
        word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
      }
      NAMES[i] = word.toString();
      LETTERS[i] = NAMES[i].getBytes(StandardCharsets.US_ASCII);
    }
  }

  private Vocabulary() {}

  /** A word as text, all alike likely. */
  public static String word(RandomGenerator random) {
    return NAMES[random.nextInt(WORDS)];
  }

  /** A word's letters, frequent words first; the array is shared and must not be changed. */
  static byte[] letters(RandomGenerator random) {
    return LETTERS[Draws.skewed(random, WORDS)];
  }
}
