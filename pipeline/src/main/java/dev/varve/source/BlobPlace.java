package dev.varve.source;

import java.io.Serializable;

/**
 * A run of bytes in a file.
 *
 * @param location URI of the file
 * @param offset first byte
 * @param bytes length, or -1 for the whole file
 */
public record BlobPlace(String location, long offset, long bytes) implements Serializable {
  /** The location, with the offset behind a {@code #} when the bytes lie inside an archive. */
  public String label() {
    return bytes < 0 ? location : location + "#" + offset;
  }
}
