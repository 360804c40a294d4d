package dev.varve.content.squash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.EntryKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SquashFoldTest {
  /** Position of a folder that no layer lists. */
  private static final int UNLISTED = -1;

  private static final Comparator<LayeredEntry> ORDER =
      Comparator.<LayeredEntry, String>comparing(entry -> ImagePaths.key(entry.path()))
          .thenComparing(LayeredEntry::depth)
          .thenComparing(LayeredEntry::position);

  /** What the fold says of some entries. */
  private static final class Told implements SquashFold.View<LayeredEntry> {
    final Map<String, LayeredEntry> live = new TreeMap<>();
    final List<LayeredEntry> hidden = new ArrayList<>();
    final List<LayeredEntry> markers = new ArrayList<>();
    final Map<LayeredEntry, String> moved = new HashMap<>();

    /** What comes again: all that was told, but for the folders that nobody listed. */
    List<LayeredEntry> all() {
      List<LayeredEntry> all = new ArrayList<>(live.values());
      all.removeIf(entry -> entry.position() == UNLISTED);
      all.addAll(hidden);
      all.addAll(markers);
      moved.forEach((entry, path) -> all.add(at(entry, path)));
      return all;
    }

    @Override
    public void marker(LayeredEntry entry) {
      markers.add(entry);
    }

    @Override
    public void live(LayeredEntry entry) {
      assertThat(live.put(entry.path(), entry)).as("one entry a path: %s", entry).isNull();
    }

    @Override
    public void unlisted(String path, int depth) {
      live(new LayeredEntry(path, depth, UNLISTED, EntryKind.DIRECTORY, null, null));
    }

    @Override
    public void hidden(LayeredEntry entry) {
      hidden.add(entry);
    }

    @Override
    public void moved(LayeredEntry entry, String path) {
      moved.put(entry, path);
    }
  }

  private static Told squash(List<LayeredEntry> entries) {
    Told told = new Told();
    SquashFold<LayeredEntry> fold = new SquashFold<>(told);
    entries.stream().sorted(ORDER).forEach(fold::add);
    fold.finish();
    return told;
  }

  /** Squashes again until nothing moves. */
  private static Told settled(List<LayeredEntry> entries) {
    List<LayeredEntry> now = entries;
    for (int round = 0; round < 40; round++) {
      Told told = squash(now);
      if (told.moved.isEmpty()) {
        return told;
      }
      now = told.all();
      assertThat(now).as("every entry is told of once").hasSameSizeAs(entries);
    }
    throw new AssertionError("entries move for ever");
  }

  private static LayeredEntry at(LayeredEntry entry, String path) {
    return new LayeredEntry(
        path, entry.depth(), entry.position(), entry.kind(), entry.linkTarget(), null);
  }

  /** Layers of words such as {@code f:a/b} (a file), from the base up. */
  private static List<LayeredEntry> layers(String... layers) {
    List<LayeredEntry> entries = new ArrayList<>();
    for (int depth = 0; depth < layers.length; depth++) {
      int position = 0;
      for (String word : layers[depth].split(" ")) {
        String path = word.substring(2).replaceFirst(">.*", "");
        String target = word.contains(">") ? word.replaceFirst(".*>", "") : null;
        EntryKind kind =
            switch (word.charAt(0)) {
              case 'f' -> EntryKind.FILE;
              case 'd' -> EntryKind.DIRECTORY;
              case 'l' -> EntryKind.SYMLINK;
              case 'w' -> EntryKind.WHITEOUT;
              default -> EntryKind.OPAQUE;
            };
        entries.add(new LayeredEntry(path, depth, position++, kind, target, null));
      }
    }
    return entries;
  }

  private static String view(String... layers) {
    StringBuilder text = new StringBuilder();
    settled(layers(layers))
        .live
        .forEach((path, entry) -> text.append(' ').append(path).append('@').append(entry.depth()));
    return text.toString().strip();
  }

  @Test
  void theUpperLayerWins() {
    assertThat(view("d:a f:a/x f:a/y", "f:a/x")).isEqualTo("a@0 a/x@1 a/y@0");
  }

  /** As long as an archive may hold, in as many folders as that gives, from layer to layer. */
  @Test
  void aPathOfManyFoldersIsOne() {
    String deep = "a/".repeat(32_700) + "f";
    assertThat(squash(layers("f:" + deep, "w:" + deep, "f:" + deep + "/x")).live)
        .containsEntry("a", new LayeredEntry("a", 2, UNLISTED, EntryKind.DIRECTORY, null, null))
        .containsKey(deep + "/x")
        .hasSize(32 + 1);
  }

  @Test
  void whatLinksMakeTooLongIsNowhere() {
    String deep = "a/".repeat(32_700);
    Told told = settled(layers("l:d0>d1/" + deep + " l:d1>d2/" + deep + " f:d0/" + deep + "f"));
    assertThat(told.live.keySet()).containsExactly("d0", "d1");
    assertThat(told.hidden).extracting(LayeredEntry::kind).containsExactly(EntryKind.FILE);
  }

  @Test
  void ofTheSamePathInALayerTheLastWins() {
    Told told = squash(layers("f:x f:y f:x"));
    assertThat(told.live.get("x")).extracting(LayeredEntry::position).isEqualTo(2);
    assertThat(told.hidden).extracting(LayeredEntry::position).containsExactly(0);
  }

  @Test
  void aWhiteoutDeletesWhatLayersBelowHave() {
    assertThat(view("d:a f:a/x f:a/y", "w:a/x")).isEqualTo("a@0 a/y@0");
    assertThat(view("d:a f:a/x d:a/b f:a/b/z", "w:a")).isEmpty();
    assertThat(view("f:x", "w:x", "f:x", "f:y")).isEqualTo("x@2 y@3");
  }

  /** Before or behind the entry that it might be taken to delete. */
  @Test
  void aWhiteoutLeavesItsOwnLayerAlone() {
    assertThat(view("d:a f:a/x", "w:a d:a f:a/y")).isEqualTo("a@1 a/y@1");
    assertThat(view("d:a f:a/x", "d:a f:a/y w:a")).isEqualTo("a@1 a/y@1");
    assertThat(view("f:x", "f:x w:x")).isEqualTo("x@1");
  }

  @Test
  void anOpaqueFolderHidesWhatLayersBelowHaveInIt() {
    assertThat(view("d:a f:a/x d:a/b f:a/b/z", "d:a o:a f:a/y")).isEqualTo("a@1 a/y@1");
    assertThat(view("d:a f:a/x", "f:a/y o:a")).isEqualTo("a@0 a/y@1");
    assertThat(view("f:x d:a", "o: f:y")).isEqualTo("y@1");
  }

  @Test
  void aFileReplacesAFolderWithAllThatIsInIt() {
    assertThat(view("d:a f:a/x d:a/b f:a/b/z", "f:a")).isEqualTo("a@1");
    assertThat(view("d:a f:a/x", "f:a", "d:a f:a/y")).isEqualTo("a@2 a/y@2");
  }

  @Test
  void aFolderReplacesAFile() {
    assertThat(view("f:a", "d:a f:a/x")).isEqualTo("a@1 a/x@1");
    assertThat(view("f:a", "f:a/x")).as("no layer lists the folder").isEqualTo("a@1 a/x@1");
  }

  @Test
  void aFolderThatNoLayerListsIsInTheView() {
    Told told = squash(layers("f:a/b/x", "f:a/y"));
    assertThat(told.live.keySet()).containsExactly("a", "a/b", "a/b/x", "a/y");
    assertThat(told.live.get("a")).extracting(LayeredEntry::position).isEqualTo(UNLISTED);
  }

  /** {@code a.b} and {@code a-b} sort between {@code a} and {@code a/b} by letters alone. */
  @Test
  void namesThatSortBesideAFolderAreNotInIt() {
    assertThat(view("d:a f:a/x f:a.b f:a-b f:ab", "w:a")).isEqualTo("a-b@0 a.b@0 ab@0");
  }

  /** As Debian's lib, which leads to usr/lib: what is unpacked through it lies there. */
  @Test
  void whatLiesInALinkedFolderIsUnpackedThere() {
    assertThat(view("d:usr d:usr/lib l:lib>usr/lib f:usr/lib/x", "f:lib/x f:lib/y"))
        .isEqualTo("lib@0 usr@0 usr/lib@0 usr/lib/x@1 usr/lib/y@1");
    assertThat(view("d:usr d:usr/lib l:lib>/usr/lib f:usr/lib/x f:usr/lib/y", "w:lib/x"))
        .isEqualTo("lib@0 usr@0 usr/lib@0 usr/lib/y@0");
    assertThat(view("d:u f:u/x l:lib>u", "o:lib f:lib/y")).isEqualTo("lib@0 u@0 u/y@1");
    assertThat(view("d:u l:lib>u", "w:lib", "f:lib/y"))
        .as("the link is gone by then")
        .isEqualTo("lib@2 lib/y@2 u@0");
    assertThat(view("d:u l:lib>u", "d:lib f:lib/y"))
        .as("a folder takes its place")
        .isEqualTo("lib@1 lib/y@1 u@0");
    assertThat(view("l:a>b l:b>c d:c", "f:a/x")).isEqualTo("a@0 b@0 c@0 c/x@1");
  }

  @Test
  void noLayersAreAnEmptyView() {
    Told told = squash(List.of());
    assertThat(told.live).isEmpty();
    assertThat(told.hidden).isEmpty();
  }

  /** Against unpacking entry by entry; markers stand anywhere in their layer. */
  @Test
  void randomLayersGiveWhatUnpackingGives() {
    for (int seed = 0; seed < 3000; seed++) {
      compare(random(new Random(seed), 'f', 'f', 'd', 'w', 'o'), seed);
    }
  }

  /** With links in the root; markers stand first, as links that they delete are gone then. */
  @Test
  void randomLayersWithLinksGiveWhatUnpackingGives() {
    for (int seed = 0; seed < 3000; seed++) {
      List<LayeredEntry> entries = random(new Random(seed), 'f', 'f', 'd', 'l', 'w', 'o');
      entries.sort(
          Comparator.comparing(LayeredEntry::depth)
              .thenComparing(LayeredEntry::isSet)
              .thenComparing(LayeredEntry::position));
      List<LayeredEntry> renumbered = new ArrayList<>();
      for (LayeredEntry entry : entries) {
        renumbered.add(
            new LayeredEntry(
                entry.path(),
                entry.depth(),
                renumbered.size(),
                entry.kind(),
                entry.linkTarget(),
                null));
      }
      compare(renumbered, seed);
    }
  }

  private static void compare(List<LayeredEntry> entries, int seed) {
    PlainUnpack plain = new PlainUnpack();
    List<LayeredEntry> unpacked = new ArrayList<>();
    entries.forEach(
        entry -> {
          if (plain.add(entry)) {
            unpacked.add(entry);
          }
        });
    Told told = settled(unpacked);
    TreeMap<String, String> expected = new TreeMap<>();
    TreeSet<String> folders = new TreeSet<>();
    TreeSet<String> full = new TreeSet<>();
    plain.tree.forEach(
        (path, node) -> {
          if (node.kind() == EntryKind.DIRECTORY) {
            folders.add(path);
          } else {
            expected.put(path, place(node.by()));
            for (String up = path; !up.isEmpty(); up = ImagePaths.folder(up)) {
              full.add(ImagePaths.folder(up));
            }
          }
        });
    full.remove("");
    TreeMap<String, String> is = new TreeMap<>();
    TreeSet<String> isFolders = new TreeSet<>();
    told.live.forEach(
        (path, entry) -> {
          if (entry.kind() == EntryKind.DIRECTORY) {
            isFolders.add(path);
          } else {
            is.put(path, place(entry));
          }
        });
    isFolders.remove("");
    assertThat(is).as("seed %d: %s", seed, unpacked).isEqualTo(expected);
    // Unpacking may leave folders behind that no layer lists, with nothing in them.
    assertThat(folders).as("seed %d: %s", seed, unpacked).containsAll(isFolders);
    assertThat(isFolders).as("seed %d: %s", seed, unpacked).containsAll(full);
    long listed = told.live.values().stream().filter(entry -> entry.position() != UNLISTED).count();
    long sets = unpacked.stream().filter(LayeredEntry::isSet).count();
    assertThat(listed + told.hidden.size()).as("every entry is told of").isEqualTo(sets);
  }

  private static String place(@Nullable LayeredEntry entry) {
    return entry == null ? "" : entry.depth() + "." + entry.position();
  }

  private static List<LayeredEntry> random(Random random, char... kinds) {
    List<String> layers = new ArrayList<>();
    for (int depth = 0; depth < 1 + random.nextInt(4); depth++) {
      StringBuilder layer = new StringBuilder();
      for (int word = 0; word < 1 + random.nextInt(6); word++) {
        char kind = kinds[random.nextInt(kinds.length)];
        String path = kind == 'l' ? "l" + random.nextInt(2) : path(random);
        layer.append(layer.length() == 0 ? "" : " ").append(kind).append(':').append(path);
        layer.append(kind == 'l' ? ">" + (char) ('a' + random.nextInt(2)) : "");
      }
      layers.add(layer.toString());
    }
    return new ArrayList<>(layers(layers.toArray(new String[0])));
  }

  private static String path(Random random) {
    List<String> parts = new ArrayList<>();
    parts.add(List.of("a", "b", "l0", "l1").get(random.nextInt(4)));
    for (int more = random.nextInt(3); more > 0; more--) {
      parts.add(random.nextBoolean() ? "a" : "b");
    }
    return String.join("/", parts);
  }
}
