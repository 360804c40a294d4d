package dev.varve.content.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.codec.Compression;
import dev.varve.model.FileEntry;
import org.junit.jupiter.api.Test;

/** Sizes computed by hand from the formats' layouts. */
class LayerIndexByHandTest {
  @Test
  void piecesGoIntoTheFullestBlockThatTheyFitInto() {
    BlockPacking packing = new BlockPacking();
    packing.add(3000);
    packing.add(2000);
    packing.add(2000);
    packing.add(1096);
    packing.add(0);
    assertThat(packing.bytes()).isEqualTo(2 * 4096);
    packing.add(97);
    assertThat(packing.bytes()).isEqualTo(3 * 4096);
  }

  /** Inodes of 64 bytes, 32 to a slot; 24 + 3 for dots and 12 + name for each entry. */
  @Test
  void foldersHaveTheirNamesEvenIfTheyHaveNoEntry() {
    Folders folders = new Folders();
    for (FileEntry entry : Entries.of().file("usr/lib/a", 1, "text").folder("usr").list()) {
      folders.add(entry);
    }
    assertThat(folders.count()).isEqualTo(3);
    assertThat(folders.bytes(0)).as("root").isEqualTo(27 + 12 + 3);
    assertThat(folders.bytes(1) + folders.bytes(2)).isEqualTo(27 + 12 + 1 + 27 + 12 + 3);
    assertThat(Folders.utf8Bytes("a\u00e9\u20ac\ud83d\ude00")).isEqualTo(1 + 2 + 3 + 4);
  }

  /** Super block to 1,152; an end that finds no room behind its inode has a block of its own. */
  @Test
  void imageOfErofsHasEndsBehindInodes() {
    assertThat(image(Entries.of())).isEqualTo(4096);
    assertThat(image(Entries.of().file("a", 5000, "text"))).isEqualTo(2 * 4096);
    // The root has 64 + 27 + 13, in slots 128: 1,152 + 128 + 64 + 2,752 are 4,096.
    assertThat(image(Entries.of().file("a", 2752, "text"))).isEqualTo(4096);
    assertThat(image(Entries.of().file("a", 2753, "text"))).isEqualTo(2 * 4096);
    assertThat(image(Entries.of().file("a", 4095, "text"))).isEqualTo(2 * 4096);
    assertThat(image(Entries.of().file("a", 3, "text").hardLink("b", "a"))).isEqualTo(4096);
  }

  /** A plain image of EROFS: what is beside contents, and contents. */
  private static long image(Entries entries) {
    return entries.in(ErofsIndex.plain()) + entries.contentBytes();
  }

  /** The header, 6 indexes of 4 bytes to a multiple of 32, 16 of 2, the rest of 4 in pairs. */
  @Test
  void compressedErofsHasIndexesOfClusters() {
    assertThat(ErofsIndex.clusterBytes(2)).isEqualTo(8 + 2 * 4);
    assertThat(ErofsIndex.clusterBytes(21)).isEqualTo(8 + 22 * 4);
    assertThat(ErofsIndex.clusterBytes(22)).isEqualTo(8 + 6 * 4 + 16 * 2);
    assertThat(ErofsIndex.clusterBytes(23)).isEqualTo(8 + 6 * 4 + 16 * 2 + 8);
    assertThat(Entries.of().file("a", 5000, "text").in(ErofsIndex.compressed())).isEqualTo(4096);
    assertThat(Entries.of().file("a", 100, "text").in(ErofsIndex.compressed())).isEqualTo(3996);
    assertThat(Entries.of().file("a", 5000, "image").in(ErofsIndex.compressed()))
        .as("plain: 4,096 and 904 are contents")
        .isEqualTo(8192 - 5000);
  }

  /**
   * 64 + 12 + 56 + 88 + 4 for a file with an object, 64 + 12 + 8 + 4 where attributes are shared.
   */
  @Test
  void composefsHasAttributesOfEachContentOnce() {
    assertThat(Entries.of().file("a", 64, 1).in(new ComposefsIndex())).isEqualTo(128);
    assertThat(Entries.of().file("a", 65, 1).in(new ComposefsIndex())).isEqualTo(224);
    assertThat(Entries.of().file("a", 65, 1).file("b", 65, 1).in(new ComposefsIndex()))
        .isEqualTo(144 + 2 * 96);
    assertThat(
            Entries.of()
                .file("a", 65, 1)
                .file("b", 65, 1)
                .file("c", 65, 1)
                .in(new ComposefsIndex()))
        .isEqualTo(144 + 3 * 96);
    assertThat(Entries.of().folder("etc").symlink("etc/a", "b".repeat(33)).in(new ComposefsIndex()))
        .as("27 + 13 behind an inode of 64; 33 behind another")
        .isEqualTo(128 + 128);
  }

  /** Layers below 10 MiB have no table. */
  @Test
  void sociHasTablesOfLargeLayersInGzipOrPlain() {
    Entries entries = Entries.of().folder("etc");
    assertThat(entries.in(new SociIndex(), 100 << 20, (10 << 20) - 1)).isZero();
    assertThat(entries.in(new SociIndex(), 100 << 20, 10 << 20)).isGreaterThan(24 * 32_785);
    assertThat(entries.in(new SociIndex(), Compression.ZSTD, 100 << 20, 10 << 20)).isZero();
    // A digest for each of 25 spans, and no window.
    assertThat(entries.in(new SociIndex(), Compression.NONE, 100 << 20, 100 << 20))
        .isBetween(25 * 80L, 25 * 90L + 1000);
  }

  /** Folders are counted by their names, and not by their paths: 12 and a letter in each. */
  @Test
  void deepFoldersTakeNoMoreThanFlatOnes() {
    Folders folders = new Folders();
    String deep = "d/".repeat(8_000);
    Entries.of()
        .file(deep + "f", 1, "text")
        .file(deep + "g", 1, "text")
        .list()
        .forEach(folders::add);
    assertThat(folders.count()).isEqualTo(8_001);
    assertThat(folders.memoryBytes()).isEqualTo(160 * 8_001L + 2 * 8_000);
    assertThat(folders.bytes(4_000)).isEqualTo(27 + 13);
    assertThat(folders.bytes(8_000)).isEqualTo(27 + 2 * 13);
  }

  /** Header of tar, ZFile, LSMT; inodes and a folder of a block each; 8 to each block. */
  @Test
  void overlayBdHasMetadataOfTouchedFolders() {
    assertThat(Entries.of().file("a", 4097, "text").in(new OverlayBdIndex()))
        .isEqualTo(3072 + 8 * (2 + 1 + 1) + 29 * 2 + 8 + 24 + 12 * 2);
  }

  /** A repeated content has its digest in the text already, if not too far before. */
  @Test
  void tablesTakeLessForRepeatedContents() {
    Entries apart = Entries.of();
    Entries near = Entries.of();
    Entries far = Entries.of();
    for (int at = 0; at < 200; at++) {
      apart.file("f" + at, 1000, at);
      near.file("f" + at, 1000, at % 85);
      far.file("f" + at, 1000, at % 86);
    }
    long bytes = apart.in(new EstargzIndex());
    assertThat(bytes - near.in(new EstargzIndex())).isEqualTo(Math.round(115 * (46.2 - 3)));
    assertThat(bytes - far.in(new EstargzIndex())).isBetween(22L, 24L);
  }
}
