package dev.varve.input.tar;

/** The number forms of tar: octal text, GNU base-256, and the decimal text of PAX. */
final class TarNumbers {
  private static final long MICROS = 1_000_000L;
  // Years 1 to 9999, the range that SQL engines agree on.
  private static final long LEAST_SECONDS = -62_135_596_800L;
  private static final long MOST_SECONDS = 253_402_300_799L;

  /** The value for a field that is not a number. */
  static final long INVALID = Long.MIN_VALUE;

  private TarNumbers() {}

  /**
   * Parses a header field. If its first bit is set it is base-256. Otherwise it is octal: leading
   * blanks and NULs are skipped, and the digits end at a NUL or at trailing blanks.
   */
  static long parseField(byte[] block, int at, int length) {
    int end = at + length;
    if ((block[at] & 0x80) != 0) {
      return base256(block, at, end);
    }
    int from = at;
    while (from < end && (block[from] == ' ' || block[from] == 0)) {
      from++;
    }
    long value = 0;
    while (from < end && block[from] >= '0' && block[from] <= '7') {
      value = value << 3 | block[from++] - '0';
    }
    boolean digits = from > at && block[from - 1] >= '0';
    while (from < end && !(digits && block[from] == 0)) {
      digits = false;
      if (block[from] != ' ' && block[from] != 0) {
        return INVALID;
      }
      from++;
    }
    return value;
  }

  private static long base256(byte[] block, int at, int end) {
    boolean negative = (block[at] & 0x40) != 0;
    long value = negative ? -1 : 0;
    for (int index = at; index < end; index++) {
      int octet =
          index == at ? (negative ? block[index] | 0x80 : block[index] & 0x3f) : block[index];
      if (value > Long.MAX_VALUE >> 8 || value < Long.MIN_VALUE >> 8) {
        return INVALID;
      }
      value = value << 8 | (octet & 0xff);
    }
    return value;
  }

  /** Parses decimal digits; -1 for any other character, and for numbers from 2^63 on. */
  static long decimal(byte[] data, int from, int to) {
    if (from >= to || to - from > 19) {
      return -1;
    }
    long value = 0;
    for (int at = from; at < to; at++) {
      int digit = data[at] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    // 19 digits may exceed 2^63 - 1: the value has then wrapped to a negative number.
    return Math.max(value, -1);
  }

  /** Seconds as microseconds, kept inside the years 1 to 9999. */
  static long micros(long seconds) {
    return Math.max(LEAST_SECONDS, Math.min(MOST_SECONDS, seconds)) * MICROS;
  }

  /**
   * Parses a PAX time, such as {@code -12.345678901}. It is rounded down to microseconds, towards
   * the past also before 1970. INVALID if the text is no time.
   */
  static long paxMicros(byte[] value) {
    int at = value.length > 0 && value[0] == '-' ? 1 : 0;
    int dot = at;
    while (dot < value.length && value[dot] != '.') {
      dot++;
    }
    long seconds = decimal(value, at, dot);
    if (seconds < 0) {
      return INVALID;
    }
    long fraction = 0;
    boolean rest = false;
    for (int digit = 1; digit <= 6 || dot + digit < value.length; digit++) {
      int octet = dot + digit < value.length ? value[dot + digit] : '0';
      if (octet < '0' || octet > '9') {
        return INVALID;
      }
      if (digit <= 6) {
        fraction = fraction * 10 + octet - '0';
      } else {
        rest |= octet != '0';
      }
    }
    return at == 0
        ? micros(seconds) + fraction
        : Math.max(micros(Long.MIN_VALUE), micros(-seconds) - fraction - (rest ? 1 : 0));
  }
}
