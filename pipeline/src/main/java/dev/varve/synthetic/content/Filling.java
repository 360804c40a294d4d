package dev.varve.synthetic.content;

import dev.varve.model.Seed;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * The form of the bytes behind a file's magic, and so how well they compress; {@link ContentKind}
 * chooses it. Its numbers are chosen so that the ratios named below result.
 */
enum Filling {
  /** Lines of words: shrinks to less than a third. */
  WORDS {
    @Override
    void fill(byte[] data, int from, RandomGenerator random) {
      int at = from;
      for (int column = 0; at < data.length; ) {
        byte[] word = Vocabulary.letters(random);
        at = append(data, at, word);
        column += word.length + 1;
        at = append(data, at, column > 70 ? NEW_LINE : SPACE);
        column = column > 70 ? 0 : column;
      }
    }
  },
  /** Indented statements: shrinks to about a quarter. */
  STATEMENTS {
    @Override
    void fill(byte[] data, int from, RandomGenerator random) {
      for (int at = from; at < data.length; ) {
        for (int indent = random.nextInt(4); indent > 0; indent--) {
          at = append(data, at, INDENT);
        }
        at = append(data, at, STATEMENT_STARTS[random.nextInt(STATEMENT_STARTS.length)]);
        at = append(data, at, Vocabulary.letters(random));
        at = append(data, at, OPEN);
        at = append(data, at, Vocabulary.letters(random));
        at = append(data, at, CLOSE);
      }
    }
  },
  /** Recurring instructions, operands, zero padding, a table of strings: about two fifths. */
  MACHINE_CODE {
    @Override
    void fill(byte[] data, int from, RandomGenerator random) {
      int strings = data.length - data.length / 5;
      int at = from;
      while (at < strings) {
        int kind = random.nextInt(64);
        if (kind == 0) {
          at += 16 + random.nextInt(48);
        } else if (kind < 44) {
          at = append(data, at, INSTRUCTIONS[Draws.skewed(random, INSTRUCTIONS.length)]);
        } else {
          data[at++] = (byte) random.nextInt();
        }
      }
      while (at < data.length) {
        at = append(data, at, Vocabulary.letters(random)) + 1;
      }
    }
  },
  /** Pages of 4 KiB, half full of words: about a sixth. */
  PAGES {
    @Override
    void fill(byte[] data, int from, RandomGenerator random) {
      for (int page = from; page < data.length; page += 4096) {
        int full = Math.min(data.length, page + 1024 + random.nextInt(2048));
        for (int at = page; at < full; ) {
          at = append(data, at, Vocabulary.letters(random)) + 1;
        }
      }
    }
  },
  /** Already compressed: does not shrink. */
  NOISE {
    @Override
    void fill(byte[] data, int from, RandomGenerator random) {
      byte[] noise = new byte[Math.max(0, data.length - from)];
      random.nextBytes(noise);
      append(data, from, noise);
    }
  };

  private static final byte[] NEW_LINE = {'\n'};
  private static final byte[] SPACE = {' '};
  private static final byte[] INDENT = ascii("    ");
  private static final byte[] OPEN = ascii("(");
  private static final byte[] CLOSE = ascii(")\n");
  private static final byte[][] STATEMENT_STARTS = {
    ascii("return "), ascii("self."), ascii("if not "), ascii("yield "), ascii("result = ")
  };
  private static final byte[][] INSTRUCTIONS = new byte[256][];

  static {
    for (int i = 0; i < INSTRUCTIONS.length; i++) {
      RandomGenerator random = new Seed(i).at("instruction").random();
      INSTRUCTIONS[i] = new byte[2 + random.nextInt(6)];
      random.nextBytes(INSTRUCTIONS[i]);
    }
  }

  /** Fills {@code data} from the given index to its end; what is skipped stays zero. */
  abstract void fill(byte[] data, int from, RandomGenerator random);

  private static int append(byte[] data, int at, byte[] piece) {
    int bytes = Math.max(0, Math.min(piece.length, data.length - at));
    System.arraycopy(piece, 0, data, Math.min(at, data.length), bytes);
    return at + piece.length;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
