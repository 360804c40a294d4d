package dev.varve.input.tar;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Arrays;

/**
 * The end of an archive behind its last entry: its two blocks of zeros, and all bytes behind them.
 *
 * <p>Readers disagree where more entries stand there. After two blocks of zeros Go's archive/tar,
 * which container engines use, Python's tarfile and GNU tar stop, and GNU tar {@code -i} reads on.
 * After a single one Python and GNU tar stop too, and Go refuses the archive. So that no entry is
 * dropped in silence, both are refused here. Other bytes behind the two blocks are the rest of a
 * writer's buffer, and are passed over as by all of them.
 */
final class ArchiveEnd {
  private static final byte[] ZEROS = new byte[TarHeader.BLOCK];

  /** Most bytes that are searched in an archive that is not read to its end for its digest. */
  private static final long MOST_SEARCHED_BYTES = 1 << 20;

  private ArchiveEnd() {}

  /**
   * Reads on from the first block of zeros, to the end of the archive where it is digested.
   *
   * @throws dev.varve.model.MalformedBlobException when there are further entries
   */
  static void read(ArchiveInput in) throws IOException {
    long start = in.offset();
    in.advance(TarHeader.BLOCK);
    if (in.available() == 0) {
      return;
    }
    if (!isZero(in, in.ensure(TarHeader.BLOCK) ? TarHeader.BLOCK : in.available())) {
      throw in.malformed(
          RejectReason.CORRUPT,
          "bytes after a single block of zeros at byte " + start + "; two end an archive");
    }
    while (in.ensure(TarHeader.BLOCK)) {
      if (!isZero(in, TarHeader.BLOCK) && TarHeader.isHeader(in)) {
        throw in.malformed(
            RejectReason.CORRUPT, "an entry after the end of the archive at byte " + start);
      }
      in.advance(TarHeader.BLOCK);
      if (in.seeks() && in.offset() - start > MOST_SEARCHED_BYTES) {
        return;
      }
    }
    in.advance(in.available());
  }

  private static boolean isZero(ArchiveInput in, int bytes) {
    int from = in.position();
    return Arrays.equals(in.buffer(), from, from + bytes, ZEROS, 0, bytes);
  }
}
