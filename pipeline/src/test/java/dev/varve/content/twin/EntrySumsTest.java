package dev.varve.content.twin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.EntryKind;
import dev.varve.model.FileEntry;
import dev.varve.model.Fingerprint;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each trait sees its own differences and no others. */
class EntrySumsTest {
  private static final String ONE = "11".repeat(32);
  private static final String TWO = "22".repeat(32);

  private static final List<FileEntry> LAYER =
      List.of(
          directory(0, "a"),
          file(1, "a/one", ONE, 420, 0, 0, 1_000_000),
          file(2, "a/two", TWO, 493, 1, 2, 2_000_000),
          link(3, "a/link", "one"));

  @Test
  void theSameEntriesHaveTheSameSums() {
    assertThat(differ(LAYER, List.copyOf(LAYER))).isEmpty();
  }

  @Test
  void sumsOfPartsAddUp() {
    EntrySums parts = sums(LAYER.subList(0, 1));
    parts.add(sums(LAYER.subList(1, 3)));
    EntrySums rest = sums(LAYER.subList(3, 4));
    for (Trait trait : Trait.values()) {
      parts.add(trait, rest.bytes(trait));
      assertThat(parts.bytes(trait)).isEqualTo(sums(LAYER).bytes(trait)).hasSize(EntrySums.BYTES);
    }
  }

  @Test
  void anotherOrderIsADifferenceOfOrderOnly() {
    List<FileEntry> turned =
        List.of(
            directory(0, "a"),
            file(2, "a/one", ONE, 420, 0, 0, 1_000_000),
            file(1, "a/two", TWO, 493, 1, 2, 2_000_000),
            link(3, "a/link", "one"));
    assertThat(differ(LAYER, turned)).containsExactly(Trait.ORDER);
  }

  @Test
  void timesOwnersAndModesAreApart() {
    FileEntry same = file(0, "x", ONE, 420, 0, 0, 1);
    assertThat(differ(same, file(0, "x", ONE, 420, 0, 0, 2))).containsExactly(Trait.TIMES);
    assertThat(differ(same, file(0, "x", ONE, 421, 0, 0, 1))).containsExactly(Trait.MODES);
    assertThat(differ(same, file(0, "x", ONE, 420, 1, 0, 1))).containsExactly(Trait.OWNERS);
    assertThat(differ(same, file(0, "x", ONE, 420, 0, 1, 1))).containsExactly(Trait.OWNERS);
  }

  /** Times swapped between two files: every time is there, but not at its file. */
  @Test
  void aTimeBelongsToItsEntry() {
    List<FileEntry> one = List.of(file(0, "x", ONE, 420, 0, 0, 1), file(1, "y", TWO, 420, 0, 0, 2));
    List<FileEntry> other =
        List.of(file(0, "x", ONE, 420, 0, 0, 2), file(1, "y", TWO, 420, 0, 0, 1));
    assertThat(differ(one, other)).containsExactly(Trait.TIMES);
  }

  @Test
  void anotherDirectoryLeavesFilesAndPathsEqual() {
    assertThat(differ(LAYER, LAYER.subList(1, 4)))
        .doesNotContain(Trait.CONTENTS, Trait.PATHS)
        .contains(Trait.ENTRIES);
  }

  @Test
  void aMovedFileLeavesContentsEqual() {
    assertThat(differ(file(0, "x", ONE, 420, 0, 0, 1), file(0, "y", ONE, 420, 0, 0, 1)))
        .doesNotContain(Trait.CONTENTS)
        .contains(Trait.PATHS, Trait.ENTRIES);
  }

  @Test
  void theSizeOfAContentAndTheTargetOfALinkCount() {
    FileEntry large = file(0, "x", ONE, 420, 0, 0, 1);
    Fingerprint print = Fingerprint.parse(ONE);
    FileEntry small =
        new FileEntry(0, "x", EntryKind.FILE, 9, print, "text", 512, 420, 0, 0, 1, null, null);
    assertThat(differ(large, small)).contains(Trait.CONTENTS, Trait.PATHS, Trait.ENTRIES);
    assertThat(differ(link(0, "x", "one"), link(0, "x", "two"))).contains(Trait.ENTRIES);
    assertThat(differ(link(0, "x", "one"), directory(0, "x"))).contains(Trait.ENTRIES);
  }

  @Test
  void theKindOfAnEntryAndTheContentAtAPathCount() {
    FileEntry pipe =
        new FileEntry(0, "x", EntryKind.FIFO, 0, null, null, 512, 493, 0, 0, 0, null, null);
    assertThat(differ(directory(0, "x"), pipe)).contains(Trait.ENTRIES);
    assertThat(differ(file(0, "x", ONE, 420, 0, 0, 1), file(0, "x", TWO, 420, 0, 0, 1)))
        .contains(Trait.CONTENTS, Trait.PATHS, Trait.ENTRIES);
  }

  /** A path and a target may be the same letters, cut at another place. */
  @Test
  void aPathDoesNotRunIntoTheTargetOfItsLink() {
    assertThat(differ(link(0, "ab", "c"), link(0, "a", "bc"))).contains(Trait.ENTRIES);
  }

  /** All sums of one entry differ from each other, so that no trait stands for another. */
  @Test
  void everyTraitHasASumOfItsOwn() {
    EntrySums sums = sums(List.of(file(0, "x", ONE, 0, 0, 0, 0)));
    Set<String> distinct =
        EnumSet.allOf(Trait.class).stream()
            .map(trait -> java.util.HexFormat.of().formatHex(sums.bytes(trait)))
            .collect(Collectors.toSet());
    assertThat(distinct).hasSize(Trait.values().length);
    sums.clear();
    for (Trait trait : Trait.values()) {
      assertThat(sums.bytes(trait)).isEqualTo(new byte[16]);
    }
  }

  @Test
  void repeatsCount() {
    FileEntry file = file(0, "x", ONE, 420, 0, 0, 1);
    assertThat(differ(List.of(file, file), List.of(file, file, file, file)))
        .contains(Trait.CONTENTS, Trait.PATHS, Trait.ENTRIES);
    assertThat(differ(List.of(file, file), List.of())).contains(Trait.CONTENTS);
  }

  @Test
  void theTableOfContentsOfALazyLayerIsNoEntry() {
    FileEntry index =
        new FileEntry(
            4, "stargz.index.json", EntryKind.METADATA, 9, null, null, 0, 420, 0, 0, 0, null, null);
    List<FileEntry> lazy =
        java.util.stream.Stream.concat(LAYER.stream(), java.util.stream.Stream.of(index)).toList();
    assertThat(differ(LAYER, lazy)).isEmpty();
  }

  @Test
  void manyOrdersGiveOneSum() {
    List<FileEntry> shuffled = Arrays.asList(LAYER.toArray(FileEntry[]::new));
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(shuffled, new java.util.Random(seed));
      assertThat(differ(LAYER, shuffled)).isEmpty();
    }
  }

  private static Set<Trait> differ(FileEntry one, FileEntry other) {
    return differ(List.of(one), List.of(other));
  }

  private static Set<Trait> differ(List<FileEntry> one, List<FileEntry> other) {
    EntrySums of = sums(one);
    EntrySums with = sums(other);
    return EnumSet.allOf(Trait.class).stream()
        .filter(trait -> !Arrays.equals(of.bytes(trait), with.bytes(trait)))
        .collect(Collectors.toSet());
  }

  private static EntrySums sums(List<FileEntry> entries) {
    EntrySums sums = new EntrySums();
    entries.forEach(sums::add);
    return sums;
  }

  private static FileEntry file(
      int position, String path, String content, int mode, long uid, long gid, long time) {
    Fingerprint print = Fingerprint.parse(content);
    return new FileEntry(
        position, path, EntryKind.FILE, 10, print, "text", 512, mode, uid, gid, time, null, null);
  }

  private static FileEntry directory(int position, String path) {
    return new FileEntry(
        position, path, EntryKind.DIRECTORY, 0, null, null, 512, 493, 0, 0, 0, null, null);
  }

  private static FileEntry link(int position, String path, String target) {
    return new FileEntry(
        position, path, EntryKind.SYMLINK, 0, null, null, 512, 511, 0, 0, 0, target, null);
  }
}
