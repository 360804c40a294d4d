package dev.varve.input.tar;

import dev.varve.model.RejectReason;
import java.io.IOException;

/**
 * Reads the maps of sparse files in place in the archive: in and behind the header (old GNU) or in
 * front of the content (PAX 1.0). No map has more pieces than the limit.
 */
final class SparseMaps {
  private final ArchiveInput in;
  private final int mostPieces;

  SparseMaps(ArchiveInput in, ArchiveLimits limits) {
    this.in = in;
    this.mostPieces = limits.sparsePieces();
  }

  /** Adds an offset or a length. */
  void add(SparseMap map, long number) throws IOException {
    if (map.pieces() >= mostPieces) {
      throw in.malformed(RejectReason.LIMIT, "a sparse map of more than " + mostPieces + " pieces");
    }
    map.add(number);
  }

  /** Old GNU form: four pieces in the header, then 21 in each block that follows. */
  SparseMap readOldGnu(TarHeader header) throws IOException {
    SparseMap map = new SparseMap();
    boolean more = header.pieces(this, map);
    while (more) {
      more = TarHeader.morePieces(in, this, map);
    }
    return map;
  }

  /**
   * PAX 1.0: a count, then offsets and lengths, a decimal line each, padded to a block.
   *
   * @param content stored bytes of the entry, including the map, which has been read when this
   *     method returns
   */
  SparseMap readPax1(long content) throws IOException {
    SparseMap map = new SparseMap();
    long start = in.offset();
    long end = start + content;
    long pieces = readNumberLine(end);
    for (long number = 0; number / 2 < pieces; number++) {
      add(map, readNumberLine(end));
    }
    long padding = TarHeader.padding(in.offset() - start);
    if (padding > end - in.offset()) {
      throw in.malformed(RejectReason.CORRUPT, "a sparse map longer than the content of its entry");
    }
    in.skip(padding, "a sparse map");
    return map;
  }

  private long readNumberLine(long end) throws IOException {
    byte[] digits = new byte[20];
    for (int length = 0; in.offset() < end && length < digits.length; ) {
      if (in.available() == 0) {
        throw in.truncated("a sparse map");
      }
      byte next = in.buffer()[in.position()];
      in.advance(1);
      long number = next == '\n' ? TarNumbers.decimal(digits, 0, length) : 0;
      if (next == '\n' && number >= 0) {
        return number;
      }
      digits[length++] = next;
    }
    throw in.malformed(RejectReason.CORRUPT, "a sparse map with a value that is not a number");
  }
}
