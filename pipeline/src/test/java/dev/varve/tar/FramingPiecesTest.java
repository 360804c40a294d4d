package dev.varve.tar;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.varve.model.FramingPiece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FramingPiecesTest {
  private static final int MIB = 1 << 20;
  private static final byte[] BYTES = new byte[2 * MIB + 77];

  static {
    new Random(8).nextBytes(BYTES);
  }

  @Test
  void piecesAreOfOneMibButTheLastAndHoldAllBytes() throws IOException {
    List<FramingPiece> pieces = pieces(BYTES, 40_000);
    assertThat(pieces).extracting(FramingPiece::position).containsExactly(0, 1, 2);
    assertThat(pieces).extracting(FramingPiece::rawBytes).containsExactly(1L << 20, 1L << 20, 77L);
    for (FramingPiece piece : pieces) {
      int from = piece.position() * MIB;
      byte[] raw = Zstd.decompress(piece.framing(), (int) piece.rawBytes());
      assertThat(raw).isEqualTo(Arrays.copyOfRange(BYTES, from, from + raw.length));
    }
    try (FramingStream stream = new FramingStream(pieces.iterator())) {
      assertThat(stream.read()).isEqualTo(BYTES[0] & 0xff);
      assertThat(stream.readNBytes(MIB)).isEqualTo(Arrays.copyOfRange(BYTES, 1, MIB + 1));
      assertThat(stream.readAllBytes()).hasSize(MIB + 76);
      assertThat(stream.read()).isEqualTo(-1);
      assertThat(stream.read(new byte[1], 0, 1)).isEqualTo(-1);
    }
  }

  @Test
  void aWholeNumberOfPiecesHasNoEmptyOneBehind() {
    assertThat(pieces(Arrays.copyOf(BYTES, MIB), 1000)).hasSize(1);
  }

  @Test
  void anEmptyArchiveHasAnEmptyPiece() {
    FramingPieces pieces = new FramingPieces(0);
    pieces.take(BYTES, 0, 0);
    assertThat(pieces.drain()).isEmpty();
    pieces.finish();
    assertThat(pieces.drain()).isEmpty(); // not even an empty frame may wait
    FramingPieces some = new FramingPieces(100);
    some.finish();
    assertThat(some.drain()).extracting(FramingPiece::rawBytes).containsExactly(0L);
  }

  @Test
  void contentCountsForThePieceThatItLiesIn() {
    FramingPieces pieces = new FramingPieces(Long.MAX_VALUE);
    pieces.take(BYTES, 0, 512);
    pieces.apart(30);
    pieces.apart(4);
    pieces.take(BYTES, 0, MIB - 512);
    pieces.apart(5);
    pieces.finish();
    List<FramingPiece> drained = pieces.drain();
    assertThat(drained).extracting(FramingPiece::contentBytes).containsExactly(34L, 5L);
    assertThat(drained).extracting(FramingPiece::rawBytes).containsExactly(1L << 20, 0L);
  }

  /** Random bytes do not shrink: two pieces are more than 2 MiB. */
  @Test
  void whenMoreWaitsThanMayAllThatFollowsIsLost() {
    FramingPieces drained = new FramingPieces(MIB + 1000);
    FramingPieces waiting = new FramingPieces(MIB + 1000);
    for (int piece = 0; piece < 3; piece++) {
      drained.take(BYTES, piece, MIB);
      waiting.take(BYTES, piece, MIB);
      assertThat(drained.drain()).extracting(FramingPiece::position).containsExactly(piece);
    }
    waiting.finish();
    assertThat(waiting.drain()).isEmpty();
    FramingPieces exact =
        new FramingPieces(pieces(Arrays.copyOf(BYTES, MIB), MIB).get(0).framing().length);
    exact.take(BYTES, 0, MIB);
    assertThat(exact.drain()).hasSize(1);
  }

  private static List<FramingPiece> pieces(byte[] bytes, int step) {
    FramingPieces pieces = new FramingPieces(Long.MAX_VALUE);
    List<FramingPiece> drained = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += step) {
      pieces.take(bytes, at, Math.min(step, bytes.length - at));
      drained.addAll(pieces.drain());
    }
    pieces.finish();
    drained.addAll(pieces.drain());
    return drained;
  }
}
