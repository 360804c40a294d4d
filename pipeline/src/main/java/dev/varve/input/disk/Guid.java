package dev.varve.input.disk;

import java.nio.ByteBuffer;
import java.util.UUID;

/** Identities of 16 bytes, of which the first three fields are little-endian. */
final class Guid {
  private Guid() {}

  /**
   * Its text, in lower case and without braces.
   *
   * @param fields little-endian
   */
  static String text(ByteBuffer fields, int at) {
    long high =
        (long) fields.getInt(at) << 32
            | (fields.getShort(at + 4) & 0xffffL) << 16
            | (fields.getShort(at + 6) & 0xffffL);
    return new UUID(high, Long.reverseBytes(fields.getLong(at + 8))).toString();
  }
}
