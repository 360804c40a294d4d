package dev.varve.synthetic.disk;

import org.jspecify.annotations.Nullable;

/**
 * The parameters of a qcow2 image.
 *
 * @param version 2 or 3
 * @param clusterBits 9 to 21
 * @param virtualBytes length of the disk, a multiple of 512
 * @param backing name of the backing file as stored in the header, or null
 * @param backingFormat {@code raw} or {@code qcow2}; null when there is no backing file
 */
public record Qcow2Form(
    int version,
    int clusterBits,
    long virtualBytes,
    @Nullable String backing,
    @Nullable String backingFormat) {

  /**
   * @throws IllegalArgumentException when the format has no such image
   */
  public Qcow2Form {
    if (version < 2
        || version > 3
        || clusterBits < 9
        || clusterBits > 21
        || virtualBytes < 0
        || virtualBytes % 512 != 0) {
      throw new IllegalArgumentException(
          "no qcow2 of version "
              + version
              + " with clusters of 2^"
              + clusterBits
              + " bytes and a disk of "
              + virtualBytes);
    }
    if ((backing == null) != (backingFormat == null)) {
      throw new IllegalArgumentException("a backing file has a name and a format");
    }
  }

  /** An image that stands alone. */
  public static Qcow2Form alone(int version, int clusterBits, long virtualBytes) {
    return new Qcow2Form(version, clusterBits, virtualBytes, null, null);
  }

  /** This form over a backing file. */
  public Qcow2Form over(String name, String format) {
    return new Qcow2Form(version, clusterBits, virtualBytes, name, format);
  }

  public int clusterBytes() {
    return 1 << clusterBits;
  }
}
