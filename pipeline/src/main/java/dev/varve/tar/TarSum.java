package dev.varve.tar;

/**
 * The sum that a tar header states: of its bytes, those of the sum itself taken for blanks
 * (POSIX.1-2017). Old writers added bytes as signed ones.
 */
final class TarSum {
  private static final int FROM = 148;
  private static final int END = 156;

  private TarSum() {}

  /** Whether a block that states this sum has it, in either way of counting. */
  static boolean fits(byte[] block, long stated) {
    int unsigned = (END - FROM) * ' ';
    int signed = unsigned;
    for (int at = 0; at < FROM; at++) {
      unsigned += block[at] & 0xff;
      signed += block[at];
    }
    for (int at = END; at < block.length; at++) {
      unsigned += block[at] & 0xff;
      signed += block[at];
    }
    return stated == unsigned || stated == signed;
  }

  /** Whether a block is all zeros. */
  static boolean isZero(byte[] block) {
    int bits = 0;
    for (byte octet : block) {
      bits |= octet;
    }
    return bits == 0;
  }
}
