package dev.varve.input.trace;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import java.io.IOException;
import java.io.InputStream;

/**
 * The index of a blob or a tree that casync or desync cut into chunks: a header, then a table with
 * the end offset and digest of each chunk. The last row of the table is a tail.
 *
 * @see <a href="https://github.com/systemd/casync/blob/main/src/caformat.h">caformat.h</a>
 */
final class CasyncIndexRecords extends IndexRecords {
  private static final int HEADER_BYTES = 48;
  private static final int TABLE_HEADER_BYTES = 16;
  private static final int ROW_BYTES = 40;

  /** Magic numbers of the header, the table and the tail, as in caformat.h. */
  private static final long INDEX_MAGIC = 0x96824d9c7b129ff9L;

  private static final long TABLE_MAGIC = 0xe75b9e112f17417dL;
  private static final long TAIL_MAGIC = 0x4b4f050e5549ecd1L;
  private static final long SHA512_256_FLAG = 1L << 61;
  private static final String SHA512_256_NAME = "sha512-256";

  private String algorithm = "";
  private boolean ended;
  private long mostChunkBytes;

  CasyncIndexRecords(InputStream in) {
    super(in);
  }

  @Override
  public boolean next() throws IOException {
    if (algorithm.isEmpty()) {
      begin();
    }
    if (ended) {
      return false;
    }
    if (!in.next(ROW_BYTES)) {
      throw new MalformedBlobException(
          RejectReason.TRUNCATED, in.offset(), "the table of chunks ends without its tail");
    }
    offset = end;
    end = in.longAt(0);
    if (end == 0) {
      finish();
      return false;
    }
    if (end <= offset || end - offset > mostChunkBytes) {
      throw in.corrupt(
          "a chunk from %d to %d, in an index of chunks of at most %d bytes"
              .formatted(offset, end, mostChunkBytes));
    }
    in.copy(Long.BYTES, digest);
    return true;
  }

  private void begin() throws IOException {
    in.header(HEADER_BYTES);
    if (in.longAt(0) != HEADER_BYTES || in.longAt(8) != INDEX_MAGIC) {
      throw in.corrupt("no index of chunks: the magic is missing");
    }
    algorithm = (in.longAt(16) & SHA512_256_FLAG) == 0 ? "sha256" : SHA512_256_NAME;
    mostChunkBytes = in.longAt(40);
    in.header(TABLE_HEADER_BYTES);
    if (in.longAt(0) != -1 || in.longAt(8) != TABLE_MAGIC) {
      throw in.corrupt("no table of chunks behind the header");
    }
  }

  private void finish() throws IOException {
    ended = true;
    long tableBytes = in.offset() + ROW_BYTES - HEADER_BYTES;
    if (in.longAt(8) != 0
        || in.longAt(16) != HEADER_BYTES
        || in.longAt(24) != tableBytes
        || in.longAt(32) != TAIL_MAGIC) {
      throw in.corrupt("the tail is not that of a table of " + tableBytes + " bytes");
    }
    if (in.next(1)) {
      throw in.corrupt("there are bytes behind the tail of the table");
    }
  }

  @Override
  public String algorithm() {
    return algorithm;
  }

  /**
   * Releases of desync configured for SHA-256 wrote the flag of SHA-512/256 all the same.
   *
   * @see <a href="https://github.com/folbricht/desync/pull/435">folbricht/desync, 435</a>
   */
  @Override
  public String unnamedAlgorithm() {
    return algorithm.equals(SHA512_256_NAME) ? "sha256" : algorithm;
  }
}
