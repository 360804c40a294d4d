package dev.varve.content.chunking;

/**
 * A rule that says where a chunk ends. Implementations have no state: a cut depends on nothing but
 * the bytes from the chunk's start, so chunks may be cut anywhere, in any order, by any thread.
 *
 * <p>A rule whose cuts are stored is a file format. Whatever would move a cut gets a new version in
 * the name.
 */
public interface Chunker {

  /** The name that {@link Chunkers#named} knows it by, such as {@code fastcdc-v1-4k}. */
  String name();

  /** Bytes of the smallest chunk; only the last one of an input may be shorter. */
  int minBytes();

  /** Approximate mean bytes of a chunk of random content. */
  int averageBytes();

  /** Bytes of the largest chunk. */
  int maxBytes();

  /**
   * The end of the chunk that starts at {@code from}.
   *
   * @param bytes read only from {@code from} to {@code to}
   * @param from where the chunk starts; less than {@code to}
   * @param to the end of the input, or a place at least {@link #maxBytes} after {@code from}
   * @return greater than {@code from}, at most {@code to}; the index after the chunk's last byte
   */
  int cut(byte[] bytes, int from, int to);
}
