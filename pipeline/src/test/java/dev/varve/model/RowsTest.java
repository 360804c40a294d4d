package dev.varve.model;

import static dev.varve.model.EntryKind.DEVICE;
import static dev.varve.model.EntryKind.DIRECTORY;
import static dev.varve.model.EntryKind.FIFO;
import static dev.varve.model.EntryKind.FILE;
import static dev.varve.model.EntryKind.HARD_LINK;
import static dev.varve.model.EntryKind.METADATA;
import static dev.varve.model.EntryKind.OPAQUE;
import static dev.varve.model.EntryKind.SYMLINK;
import static dev.varve.model.EntryKind.WHITEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that hold arrays, and what is counted from them. */
class RowsTest {
  private static final byte[] DIGESTS = {1, 2, 3, 4};

  private static SegmentRecipe recipe() {
    return new SegmentRecipe(
        new int[] {10, 30}, new byte[] {1, 2, 3, 4}, new boolean[] {true, false});
  }

  @Test
  void aRecipeHasItsChunksOneBehindAnother() {
    SegmentRecipe recipe = recipe();
    assertThat(recipe.chunks()).isEqualTo(2);
    assertThat(List.of(recipe.offset(0), recipe.offset(1))).containsExactly(0, 10);
    assertThat(List.of(recipe.bytes(0), recipe.bytes(1))).containsExactly(10, 20);
    assertThat(recipe.width()).isEqualTo(2);
    assertThat(recipe.fingerprint(0).hex()).isEqualTo("0102");
    assertThat(recipe.fingerprint(1).hex()).isEqualTo("0304");
    assertThat(recipe).hasToString("SegmentRecipe of 2 chunks");
    Segment zero = Segment.zero(3, 7);
    assertThat(zero.recipe().width()).isZero();
    assertThat(zero.zeroBytes()).isEqualTo(7);
    assertThat(zero.offset()).isEqualTo(6 << 20);
  }

  @Test
  void recipesWithEqualArraysAreEqual() {
    assertThat(recipe()).isEqualTo(recipe()).hasSameHashCodeAs(recipe());
    boolean[] zeros = {true, false};
    assertThat(
            List.<Object>of(
                new SegmentRecipe(new int[] {11, 30}, DIGESTS, zeros),
                new SegmentRecipe(new int[] {10, 30}, new byte[] {1, 2, 3, 5}, zeros),
                new SegmentRecipe(new int[] {10, 30}, DIGESTS, new boolean[2]),
                "other"))
        .doesNotContain(recipe());
    assertThat(new SegmentRecipe(new int[] {11, 30}, DIGESTS, zeros).hashCode())
        .isNotEqualTo(recipe().hashCode());
  }

  private static FilePiece piece(
      String chunker, int of, int number, long offset, int end, int digest) {
    return new FilePiece(
        chunker,
        Fingerprint.of(new byte[] {(byte) of}),
        number,
        offset,
        new int[] {5, end},
        new byte[] {1, (byte) digest});
  }

  @Test
  void piecesOfFilesWithEqualArraysAreEqual() {
    FilePiece piece = piece("c", 1, 2, 30, 9, 7);
    assertThat(piece).isEqualTo(piece("c", 1, 2, 30, 9, 7));
    assertThat(piece).hasSameHashCodeAs(piece("c", 1, 2, 30, 9, 7));
    assertThat(
            List.<Object>of(
                piece("d", 1, 2, 30, 9, 7),
                piece("c", 0, 2, 30, 9, 7),
                piece("c", 1, 3, 30, 9, 7),
                piece("c", 1, 2, 31, 9, 7),
                piece("c", 1, 2, 30, 8, 7),
                piece("c", 1, 2, 30, 9, 6),
                "other"))
        .doesNotContain(piece);
    assertThat(piece.hashCode()).isNotEqualTo(piece("c", 1, 3, 30, 9, 7).hashCode());
    assertThat(piece.bytes()).isEqualTo(9);
    assertThat(piece).hasToString("piece 2 of 01 by c, 2 chunks");
  }

  @Test
  void piecesOfFramingWithEqualBytesAreEqual() {
    FramingPiece piece = new FramingPiece(1, 20, 3, new byte[] {4, 5});
    assertThat(piece).isEqualTo(new FramingPiece(1, 20, 3, new byte[] {4, 5}));
    assertThat(piece).hasSameHashCodeAs(new FramingPiece(1, 20, 3, new byte[] {4, 5}));
    assertThat(
            List.<Object>of(
                new FramingPiece(2, 20, 3, new byte[] {4, 5}),
                new FramingPiece(1, 21, 3, new byte[] {4, 5}),
                new FramingPiece(1, 20, 4, new byte[] {4, 5}),
                new FramingPiece(1, 20, 3, new byte[] {4, 6}),
                "other"))
        .doesNotContain(piece);
    assertThat(piece.hashCode())
        .isNotEqualTo(new FramingPiece(2, 20, 3, new byte[] {4, 5}).hashCode());
    assertThat(piece).hasToString("piece 1 of 20 bytes, 2 compressed");
  }

  /** {@code date -u -d 2300-01-01T00:00:00.000001Z +%s} is 10413792000. */
  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00.000001999Z, 1",
    "1969-12-31T23:59:59.999999Z, -1",
    "2300-01-01T00:00:00.000001Z, 10413792000000001"
  })
  void aTimeIsCountedInMicroseconds(Instant time, long micros) {
    assertThat(EpochMicros.of(time)).isEqualTo(micros);
    assertThatThrownBy(() -> EpochMicros.of(Instant.MAX)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void entriesAreCountedByTheirKinds() {
    Map<EntryKind, Long> counts = new EnumMap<>(EntryKind.class);
    for (EntryKind kind : EntryKind.values()) {
      counts.put(kind, 0L);
    }
    counts.putAll(Map.of(FILE, 1L, DIRECTORY, 2L, SYMLINK, 4L, HARD_LINK, 8L));
    counts.putAll(Map.of(WHITEOUT, 16L, OPAQUE, 32L, DEVICE, 64L, FIFO, 128L, METADATA, 256L));
    assertThat(LayerContents.Entries.of(counts::get))
        .isEqualTo(new LayerContents.Entries(1, 2, 4, 8, 48, 448));
  }

  @Test
  void onlyFilesAndFoldersArePlain() throws IOException {
    ByteStore.Item file = ByteStore.Item.file("file:/a/b", 3);
    ByteStore.Item folder = ByteStore.Item.folder("file:/a");
    ByteStore.Item pipe = new ByteStore.Item("file:/p", ByteStore.Kind.SPECIAL, 0, "a pipe");
    assertThat(file.name()).isEqualTo("b");
    assertThat(file.folder()).isFalse();
    assertThat(folder.folder()).isTrue();
    file.requirePlain();
    folder.requirePlain();
    assertThat(pipe.isPlain()).isFalse();
    assertThatThrownBy(pipe::requirePlain)
        .isInstanceOf(MalformedBlobException.class)
        .hasMessage("a pipe");
  }

  @Test
  void aStoreThatKnowsNoHolesHasDataEverywhere() {
    assertThat(Holes.UNKNOWN.dataFrom(7)).isEqualTo(7);
    assertThat(Holes.UNKNOWN.holeFrom(7)).isEqualTo(Long.MAX_VALUE);
    assertThat(Holes.UNKNOWN.length()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void faultsSayWhatTheyAreOf() {
    MalformedBlobException none = new MalformedBlobException(RejectReason.CORRUPT, "x");
    assertThat(none.offset()).isEqualTo(-1);
    assertThat(none.explanation()).isEqualTo("x");
    assertThat(new UnreadableFileException("a", new IOException("gone")))
        .hasMessage("a cannot be read: gone");
    assertThat(new UnreadableFileException("a", new IOException()))
        .hasMessage("a cannot be read: java.io.IOException");
  }
}
