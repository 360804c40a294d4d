package dev.varve.content.chunking;

/**
 * Chunks of one size, whatever they contain: the cheapest rule, and it misses duplicates that have
 * moved by anything but a multiple of the size.
 *
 * @param bytes size of every chunk but the last; a multiple of 1 KiB
 */
public record FixedSize(int bytes) implements Chunker {

  /** Refuses a size that no name can express. */
  public FixedSize {
    if (bytes < 1 || bytes % Chunkers.KIBIBYTE != 0) {
      throw new IllegalArgumentException(bytes + " bytes are no multiple of 1 KiB");
    }
  }

  @Override
  public String name() {
    return Chunkers.name("fixed", bytes);
  }

  @Override
  public int minBytes() {
    return bytes;
  }

  @Override
  public int averageBytes() {
    return bytes;
  }

  @Override
  public int maxBytes() {
    return bytes;
  }

  @Override
  public int cut(byte[] data, int from, int to) {
    return to - from < bytes ? to : from + bytes;
  }
}
