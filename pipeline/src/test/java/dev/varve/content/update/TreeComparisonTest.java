package dev.varve.content.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.content.squash.ImagePaths;
import dev.varve.model.EntryKind;
import dev.varve.model.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Trees of layers of words such as {@code f:a/b=30}: a file of 30 bytes, which also name its
 * content. {@code h} is a hard link to such a file, {@code l} a symbolic link.
 */
class TreeComparisonTest {
  private static final Comparator<PairedEntry> ORDER =
      Comparator.<PairedEntry, String>comparing(entry -> ImagePaths.key(entry.path()))
          .thenComparing(PairedEntry::depth)
          .thenComparing(PairedEntry::position);

  private static List<PairedEntry> layer(String words, int depth, boolean earlier, boolean later) {
    List<PairedEntry> entries = new ArrayList<>();
    for (String word : words.isEmpty() ? new String[0] : words.split(" ")) {
      String[] parts = word.substring(2).split("=");
      EntryKind kind =
          switch (word.charAt(0)) {
            case 'f' -> EntryKind.FILE;
            case 'h' -> EntryKind.HARD_LINK;
            case 'd' -> EntryKind.DIRECTORY;
            case 'l' -> EntryKind.SYMLINK;
            case 'w' -> EntryKind.WHITEOUT;
            default -> EntryKind.OPAQUE;
          };
      byte content = parts.length == 1 ? 0 : Byte.parseByte(parts[1]);
      entries.add(
          new PairedEntry(
              parts[0],
              depth,
              entries.size(),
              kind,
              null,
              parts.length == 1 ? null : Fingerprint.of(new byte[] {content}),
              kind == EntryKind.FILE ? content : 0,
              earlier,
              later,
              false));
    }
    return entries;
  }

  /** Layers that both images have at the bottom come once. */
  private static TreeChange compared(List<String> earlier, List<String> later) {
    int common = 0;
    while (common < Math.min(earlier.size(), later.size())
        && earlier.get(common).equals(later.get(common))) {
      common++;
    }
    List<PairedEntry> all = new ArrayList<>();
    for (int depth = 0; depth < later.size(); depth++) {
      all.addAll(layer(later.get(depth), depth, depth < common, true));
    }
    for (int depth = common; depth < earlier.size(); depth++) {
      all.addAll(layer(earlier.get(depth), depth, true, false));
    }
    all.sort(ORDER);
    TreeComparison comparison =
        new TreeComparison(
            (entry, path) -> {
              throw new AssertionError(entry + " leads to " + path);
            });
    all.forEach(comparison::add);
    return comparison.finish();
  }

  private static final String BASE = "f:f1=10 f:f2=20";

  @Test
  void aCopyAtAnotherPathIsChanged() {
    assertThat(compared(List.of(BASE), List.of(BASE, "f:g=20 f:f3=5 w:f1")))
        .isEqualTo(new TreeChange(2, 25, 1, 10));
  }

  @Test
  void theSameContentAtItsPathIsNot() {
    assertThat(compared(List.of(BASE), List.of(BASE, "f:f2=20 f:f3=5 w:f1")))
        .isEqualTo(new TreeChange(1, 5, 1, 10));
    assertThat(compared(List.of(BASE), List.of(BASE))).isEqualTo(new TreeChange(0, 0, 0, 0));
  }

  @Test
  void folderAndFileTakeEachOthersPlace() {
    String folder = "d:a f:a/x=7 f:a/y=9";
    assertThat(compared(List.of(folder), List.of(folder, "f:a=4")))
        .isEqualTo(new TreeChange(1, 4, 2, 16));
    assertThat(compared(List.of(folder, "f:a=4"), List.of(folder, "f:a=4", folder)))
        .isEqualTo(new TreeChange(2, 16, 1, 4));
  }

  @Test
  void anOpaqueFolderHasNoFilesOfLowerLayers() {
    String folder = "d:a f:a/x=7 f:a/b/y=9 f:a.b=1";
    assertThat(compared(List.of(folder), List.of(folder, "o:a f:a/z=3")))
        .isEqualTo(new TreeChange(1, 3, 2, 16));
  }

  /** A hard link has no bytes; one that leads to no file is none. */
  @Test
  void hardLinksAreFilesWithoutBytes() {
    assertThat(compared(List.of("f:a=50"), List.of("f:a=50 h:b=50 h:c")))
        .isEqualTo(new TreeChange(1, 0, 0, 0));
    assertThat(compared(List.of("f:a=50 h:b=50"), List.of("f:a=50 f:b=50")))
        .isEqualTo(new TreeChange(0, 0, 0, 0));
  }

  @Test
  void whatIsInALinkThatLeadsNowhereMakesItAFolder() {
    assertThat(compared(List.of("f:u/x=7 l:lib"), List.of("f:u/x=7 l:lib", "f:lib/x=7")))
        .isEqualTo(new TreeChange(1, 7, 0, 0));
    assertThat(compared(List.of("f:x=7"), List.of("f:x=7", "l:x")))
        .isEqualTo(new TreeChange(0, 0, 1, 7));
  }

  private static @Nullable Unpacked unpacked(List<String> layers) {
    Unpacked image = new Unpacked();
    for (int depth = 0; depth < layers.size(); depth++) {
      if (!image.unpack(layer(layers.get(depth), depth, true, true))) {
        return null;
      }
    }
    return image;
  }

  @Test
  void randomImagesDifferAsTheirUnpackedTrees() {
    int both = 0;
    for (int seed = 0; seed < 60_000; seed++) {
      Random random = new Random(seed);
      List<String> layers = new ArrayList<>();
      for (int layer = 0; layer < 4; layer++) {
        layers.add(randomLayer(random));
      }
      List<String> earlier = randomImage(random, layers);
      List<String> later = new ArrayList<>(earlier.subList(0, random.nextInt(earlier.size() + 1)));
      later.addAll(randomImage(random, layers));
      Unpacked before = unpacked(earlier);
      Unpacked now = unpacked(later);
      if (before != null && now != null) {
        TreeChange expected = Unpacked.difference(before, now);
        assertThat(compared(earlier, later))
            .as("seed %d: %s to %s", seed, earlier, later)
            .isEqualTo(expected);
        both += expected.changedFiles() > 0 && expected.removedFiles() > 0 ? 1 : 0;
      }
    }
    assertThat(both).isGreaterThan(2000);
  }

  /** May have a layer twice. */
  private static List<String> randomImage(Random random, List<String> layers) {
    List<String> image = new ArrayList<>();
    for (int layer = random.nextInt(4); layer > 0; layer--) {
      image.add(layers.get(random.nextInt(layers.size())));
    }
    return image;
  }

  private static String randomLayer(Random random) {
    StringBuilder words = new StringBuilder();
    for (int word = random.nextInt(6); word > 0; word--) {
      char kind = "fffhdlwo".charAt(random.nextInt(8));
      words.append(words.isEmpty() ? "" : " ").append(kind).append(':');
      words.append("ab".charAt(random.nextInt(2)));
      for (int more = random.nextInt(3); more > 0; more--) {
        words.append('/').append("ab".charAt(random.nextInt(2)));
      }
      boolean nothing = kind == 'h' && random.nextInt(4) == 0;
      words.append(kind == 'f' || (kind == 'h' && !nothing) ? "=" + (1 + random.nextInt(3)) : "");
    }
    return words.toString();
  }
}
