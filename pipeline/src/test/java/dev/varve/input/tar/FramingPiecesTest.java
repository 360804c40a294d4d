package dev.varve.input.tar;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
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

  private final List<FramingPiece> ready = new ArrayList<>();
  private int lost;

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
  void aWholeNumberOfPiecesHasNoEmptyOneBehind() throws IOException {
    assertThat(pieces(Arrays.copyOf(BYTES, MIB), 1000)).hasSize(1);
  }

  @Test
  void anEmptyArchiveHasAnEmptyPiece() throws IOException {
    FramingPieces none = framing(0); // not even an empty frame may wait
    none.framing(0, BYTES, 0, 0);
    none.finish(0, 0);
    assertThat(ready).isEmpty();
    assertThat(lost).isOne();
    framing(100).finish(0, 0);
    assertThat(ready).extracting(FramingPiece::rawBytes).containsExactly(0L);
    assertThat(lost).isOne();
  }

  /** Contents of 30 and 4 bytes, of none, and 5 at the end of the archive. */
  @Test
  void contentCountsForThePieceThatItLiesIn() throws IOException {
    FramingPieces pieces = framing(Long.MAX_VALUE);
    pieces.framing(0, BYTES, 0, 512);
    pieces.framing(542, BYTES, 0, 1);
    pieces.framing(547, BYTES, 0, MIB - 513);
    pieces.finish(MIB + 39, 0);
    assertThat(ready).extracting(FramingPiece::contentBytes).containsExactly(34L, 5L);
    assertThat(ready).extracting(FramingPiece::rawBytes).containsExactly(1L << 20, 0L);
  }

  /** Random bytes do not shrink: two pieces are more than 2 MiB. */
  @Test
  void whenMoreWaitsThanMayAllThatFollowsIsLost() throws IOException {
    FileEntry row = new FileEntry(0, "x", EntryKind.FIFO, 0, null, null, 0, 0, 0, 0, 0, null, null);
    FramingPieces written = framing(MIB + 1000);
    for (int piece = 0; piece < 3; piece++) {
      written.framing((long) piece * MIB, BYTES, piece, MIB);
      written.stored(row);
    }
    assertThat(ready).extracting(FramingPiece::position).containsExactly(0, 1, 2);
    ready.clear();
    FramingPieces waiting = framing(MIB + 1000);
    for (int piece = 0; piece < 3; piece++) {
      waiting.framing((long) piece * MIB, BYTES, piece, MIB);
    }
    waiting.finish(3L * MIB, 0);
    assertThat(ready).hasSize(1);
    assertThat(lost).isOne();
    int most = pieces(Arrays.copyOf(BYTES, MIB), MIB).get(0).framing().length;
    framing(most).framing(0, BYTES, 0, MIB);
    assertThat(lost).isOne();
  }

  private FramingPieces framing(long mostWaitingBytes) {
    return new FramingPieces(mostWaitingBytes, ready::add, () -> lost++);
  }

  private static List<FramingPiece> pieces(byte[] bytes, int step) throws IOException {
    List<FramingPiece> all = new ArrayList<>();
    FramingPieces pieces = new FramingPieces(Long.MAX_VALUE, all::add, () -> {});
    for (int at = 0; at < bytes.length; at += step) {
      pieces.framing(at, bytes, at, Math.min(step, bytes.length - at));
    }
    pieces.finish(bytes.length, 0);
    return all;
  }
}
