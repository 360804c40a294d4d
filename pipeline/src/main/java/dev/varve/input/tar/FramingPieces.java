package dev.varve.input.tar;

import com.github.luben.zstd.Zstd;
import dev.varve.model.FileEntry;
import dev.varve.model.FramingPiece;
import dev.varve.model.RowSink;
import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts the framing of an archive into pieces and compresses each, while the archive is read. One
 * uncompressed piece is in memory here. The receiver keeps compressed pieces until the stored bytes
 * of their entries are known.
 */
public final class FramingPieces implements LayerObserver {
  /** Uncompressed bytes of every piece but the last: 1 MiB. */
  static final int PIECE_BYTES = 1 << 20;

  /**
   * Level of zstd. Tar headers become smaller at level 1 than at levels 2 and 3; level 6 saves a
   * tenth in four times the time.
   */
  private static final int LEVEL = 1;

  /** Initial size of the buffer, which grows up to {@link #PIECE_BYTES}. */
  private static final int FIRST_BYTES = 16 << 10;

  private final long mostWaitingBytes;
  private final RowSink<FramingPiece> pieces;
  private final Runnable incomplete;
  private byte[] raw = new byte[FIRST_BYTES];
  private int length;
  private long passedBytes;
  private long contentBytes;
  private int position;
  private long waitingBytes;
  private boolean droppedRest;

  /**
   * @param mostWaitingBytes most compressed bytes that may wait since an entry's stored bytes
   *     became known; beyond that, this piece and all further ones are dropped
   * @param pieces receives the pieces as they are complete
   * @param incomplete runs once when pieces are dropped
   */
  public FramingPieces(long mostWaitingBytes, RowSink<FramingPiece> pieces, Runnable incomplete) {
    this.mostWaitingBytes = mostWaitingBytes;
    this.pieces = pieces;
    this.incomplete = incomplete;
  }

  @Override
  public void framing(long archiveOffset, byte[] buffer, int from, int bytes) throws IOException {
    countContent(archiveOffset);
    passedBytes += bytes;
    int at = from;
    for (int remaining = bytes; remaining > 0 && !droppedRest; ) {
      int step = Math.min(remaining, PIECE_BYTES - length);
      if (length + step > raw.length) {
        raw = Arrays.copyOf(raw, Math.min(PIECE_BYTES, Math.max(length + step, 4 * raw.length)));
      }
      System.arraycopy(buffer, at, raw, length, step);
      length += step;
      at += step;
      remaining -= step;
      if (length == PIECE_BYTES) {
        emitPiece();
      }
    }
  }

  /** Counts the archive bytes since the last framing, up to {@code archiveOffset}, as content. */
  private void countContent(long archiveOffset) {
    contentBytes += archiveOffset - passedBytes;
    passedBytes = archiveOffset;
  }

  @Override
  public void stored(FileEntry row) {
    waitingBytes = 0;
  }

  /** Ends the archive: even an empty one has a piece. */
  @Override
  public void finish(long archiveBytes, long blobBytes) throws IOException {
    countContent(archiveBytes);
    if (!droppedRest && (length > 0 || contentBytes > 0 || position == 0)) {
      emitPiece();
    }
  }

  private void emitPiece() throws IOException {
    byte[] frame = Zstd.compress(length == raw.length ? raw : Arrays.copyOf(raw, length), LEVEL);
    waitingBytes += frame.length;
    if (waitingBytes > mostWaitingBytes) {
      droppedRest = true;
      raw = new byte[0];
      incomplete.run();
      return;
    }
    pieces.add(new FramingPiece(position++, length, contentBytes, frame));
    length = 0;
    contentBytes = 0;
  }
}
