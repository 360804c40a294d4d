package dev.varve.input.tar;

import dev.varve.model.RejectReason;
import java.io.IOException;
import java.util.Arrays;

/**
 * The end of an archive behind its last entry: its two blocks of zeros, and all bytes behind them.
 *
 * <p>Readers disagree about entries behind the end. After two blocks of zeros, Go's archive/tar
 * (which container engines use), Python's tarfile and GNU tar stop; GNU tar {@code -i} reads on.
 * After a single block of zeros, Python and GNU tar stop too, and Go refuses the archive. So that
 * no entry is dropped in silence, archives with entries behind the end are refused here, and
 * archives with any bytes behind a single block of zeros. Bytes behind two blocks that are no entry
 * are the rest of a writer's buffer; like all these readers, this one ignores them.
 */
final class ArchiveEnd {
  private static final byte[] ZEROS = new byte[TarHeader.BLOCK_BYTES];

  /**
   * Most bytes behind the end that are searched for entries when the archive is not digested: 1
   * MiB. An archive that is digested is read to its end anyway.
   */
  private static final long MOST_SEARCHED_BYTES = 1 << 20;

  private ArchiveEnd() {}

  /**
   * Reads from the first block of zeros on: to the end of the archive if it is digested, otherwise
   * for at most {@link #MOST_SEARCHED_BYTES}.
   *
   * @throws dev.varve.model.MalformedBlobException when there are further entries
   */
  static void read(ArchiveInput in) throws IOException {
    long start = in.offset();
    in.advance(TarHeader.BLOCK_BYTES);
    if (in.available() == 0) {
      return;
    }
    if (!isZero(in, in.ensure(TarHeader.BLOCK_BYTES) ? TarHeader.BLOCK_BYTES : in.available())) {
      throw in.malformed(
          RejectReason.CORRUPT,
          "bytes after a single block of zeros at byte " + start + "; two end an archive");
    }
    while (in.ensure(TarHeader.BLOCK_BYTES)) {
      if (!isZero(in, TarHeader.BLOCK_BYTES) && TarHeader.isHeader(in)) {
        throw in.malformed(
            RejectReason.CORRUPT, "an entry after the end of the archive at byte " + start);
      }
      in.advance(TarHeader.BLOCK_BYTES);
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
