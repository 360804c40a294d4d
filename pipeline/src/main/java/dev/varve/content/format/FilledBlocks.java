package dev.varve.content.format;

/**
 * Contents of files in compressed blocks of one size, as EROFS has them: each block is filled with
 * as much of the file as fits. A file whose blocks and map of blocks would be no shorter is stored
 * as it is.
 *
 * @see <a href="https://erofs.docs.kernel.org/en/latest/core_ondisk.html">EROFS, on-disk format</a>
 */
final class FilledBlocks {
  static final int BLOCK_BYTES = 4096;

  /**
   * Highest compression ratio that is assumed, which bounds the search for the filling of a block.
   */
  private static final int MOST_RATIO = 256;

  private FilledBlocks() {}

  /** The compressed length of bytes. */
  interface Compressed {
    long bytes(byte[] bytes, int from, int length);
  }

  /** Bytes of the blocks of all contents, and of contents that are stored as they are. */
  static long bytes(ArchiveSpan span, Compressed codec) {
    long total = 0;
    for (ArchiveSpan.Content content : span.contents()) {
      long plainBlocks = (content.length() + BLOCK_BYTES - 1L) / BLOCK_BYTES;
      long blocks = plainBlocks < 2 ? plainBlocks : countBlocks(span.bytes(), content, codec);
      boolean saves = blocks * BLOCK_BYTES + 16 + 8 * plainBlocks < content.length();
      total += saves ? blocks * BLOCK_BYTES : content.length();
    }
    return total;
  }

  private static long countBlocks(byte[] bytes, ArchiveSpan.Content content, Compressed codec) {
    long blocks = 0;
    int expected = 2 * BLOCK_BYTES;
    for (int at = content.from(); at < content.to(); blocks++) {
      int filled = bytesInBlock(bytes, at, content.to() - at, expected, codec);
      at += filled;
      expected = filled;
    }
    return blocks;
  }

  /**
   * Number of content bytes that fit into one block when compressed. At least one block of them, as
   * bytes that do not shrink are stored as they are.
   */
  private static int bytesInBlock(
      byte[] bytes, int from, int most, int expected, Compressed codec) {
    int fits = Math.min(BLOCK_BYTES, most);
    int limit = Math.min(most, MOST_RATIO * BLOCK_BYTES);
    int fails = limit + 1;
    int next = Math.min(limit, expected + expected / 8);
    // Bisection stops at 16 bytes, but is exact at the end of a content: there an error of a byte
    // would cost a whole block.
    while (fails - fits > (fails > limit ? 1 : 16)) {
      if (next <= fits || next >= fails) {
        next = (fits + fails) >>> 1;
      }
      if (codec.bytes(bytes, from, next) <= BLOCK_BYTES) {
        fits = next;
        next = fails > limit ? Math.min(limit, 2 * next) : (fits + fails) >>> 1;
      } else {
        fails = next;
        next = next == expected + expected / 8 ? expected - expected / 8 : (fits + fails) >>> 1;
      }
    }
    return fits;
  }
}
