package dev.varve.simulation.layering;

import dev.varve.model.EntryKind;

/**
 * Entry of the unpacked tree of an image.
 *
 * @param path clean, relative to the root
 * @param image ordinal of its image, from 0
 * @param identity of path, content and all metadata: equal exactly for equal entries
 * @param bytes of its content, unpacked
 * @param compressedBytes of its content, by the compression of the layer it came from
 * @param modifiedAt seconds since 1970, as the archive states
 */
public record LineEntry(
    String path,
    EntryKind kind,
    int image,
    Identity identity,
    long bytes,
    long compressedBytes,
    long modifiedAt) {
  /**
   * 128 bits that identify an entry, or by their sum a set of entries in any order.
   *
   * @param high the upper 64 bits
   * @param low the lower 64 bits
   */
  public record Identity(long high, long low) {
    /** That of an empty set. */
    public static final Identity NONE = new Identity(0, 0);

    /** The sum modulo 2 to the power of 128. */
    public Identity plus(Identity other) {
      long sum = low + other.low;
      long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
      return new Identity(high + other.high + carry, sum);
    }
  }

  /** The path that rules are looked up by: that of a directory ends in a slash. */
  public String place() {
    return kind == EntryKind.DIRECTORY ? path + "/" : path;
  }
}
