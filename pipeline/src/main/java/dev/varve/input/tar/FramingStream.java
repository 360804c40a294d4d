package dev.varve.input.tar;

import com.github.luben.zstd.Zstd;
import dev.varve.model.FramingPiece;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Iterator;

/** The uncompressed pieces of an archive's framing, in order. */
public final class FramingStream extends InputStream {
  private final Iterator<FramingPiece> pieces;
  private ByteArrayInputStream piece = new ByteArrayInputStream(new byte[0]);

  /** Reads pieces as they are needed. */
  public FramingStream(Iterator<FramingPiece> pieces) {
    this.pieces = pieces;
  }

  @Override
  public int read(byte[] buffer, int from, int length) {
    return fill() ? piece.read(buffer, from, length) : -1;
  }

  @Override
  public int read() {
    return fill() ? piece.read() : -1;
  }

  private boolean fill() {
    while (piece.available() == 0 && pieces.hasNext()) {
      FramingPiece next = pieces.next();
      int bytes = Math.toIntExact(next.rawBytes());
      piece = new ByteArrayInputStream(Zstd.decompress(next.framing(), bytes));
    }
    return piece.available() > 0;
  }
}
