package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.ByteStore.Item;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything that holds of each store. A store that renames nothing passes all but the renames. */
public abstract class StoreContract extends ByteStoreContract {
  private Store store;
  private String root;

  /** The store. */
  protected abstract Store store() throws IOException;

  /** A folder that is there. */
  protected abstract String root() throws IOException;

  @BeforeEach
  void openStore() throws IOException {
    store = store();
    root = Locations.in(root(), "a b%20c#" + UUID.randomUUID());
    store.makeFolder(root);
  }

  @Override
  protected Filled fill(List<String> paths, byte[] bytes) throws IOException {
    String folder = Locations.in(root(), "filled " + UUID.randomUUID());
    Store filled = store();
    for (String path : paths) {
      try (OutputStream out = filled.create(Locations.in(folder, path), 0)) {
        out.write(bytes);
      }
    }
    return new Filled(filled, folder);
  }

  private String at(String name) {
    return Locations.in(root, name);
  }

  private void put(String location, int bytes) throws IOException {
    try (OutputStream out = store.create(location, 0)) {
      out.write(new byte[bytes]);
    }
  }

  private List<String> names(String folder) throws IOException {
    return store.entries(folder).stream().map(Item::name).toList();
  }

  @Test
  void aQualifiedPlaceStaysWhatItIs() throws IOException {
    assertThat(store.qualified(at("x"))).isEqualTo(at("x"));
    assertThat(store.qualified(at("x/../y//z/"))).isEqualTo(at("y/z"));
  }

  @Test
  void aFileAppearsWithTheFoldersAboveItAndReplacesAnother() throws IOException {
    String file = at("new/folder/one");
    assertThat(store.exists(file)).isFalse();
    put(file, 7);
    put(file, 3);
    store.sync(file);
    store.sync(at("new"));
    assertThat(store.exists(file)).isTrue();
    assertThat(store.find(file)).hasValue(Item.file(file, 3));
    assertThat(names(at("new/folder"))).containsExactly("one");
  }

  @Test
  void aSmallFileIsReadAsItWasWritten() throws IOException {
    store.write(at("text"), "of 10 files\nö\n");
    assertThat(store.text(at("text"))).isEqualTo("of 10 files\nö\n");
    store.write(at("text"), "");
    assertThat(store.text(at("text"))).isEmpty();
    assertThatThrownBy(() -> store.text(at("none"))).isInstanceOf(FileNotFoundException.class);
    store.makeFolder(at("folder"));
    assertThatIOException()
        .isThrownBy(() -> store.text(at("folder")))
        .withMessageContaining("it is no regular file");
  }

  @Test
  void aNameIsGrantedOnce() throws IOException {
    assertThat(store.createNew(at("lock-1"), "mine")).isTrue();
    assertThat(store.createNew(at("lock-1"), "yours")).isFalse();
    assertThat(store.text(at("lock-1"))).isEqualTo("mine");
    store.delete(at("lock-1"));
    assertThat(store.createNew(at("lock-1"), "yours")).isTrue();
  }

  @Test
  void ofManyCallersOneIsGrantedAName() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 10; round++) {
        String name = at("lock-" + round);
        List<Callable<Boolean>> callers = new ArrayList<>();
        for (int caller = 0; caller < 8; caller++) {
          String text = "caller " + caller;
          callers.add(() -> store.createNew(name, text));
        }
        int granted = 0;
        for (Future<Boolean> one : threads.invokeAll(callers)) {
          granted += one.get() ? 1 : 0;
        }
        assertThat(granted).isEqualTo(1);
        assertThat(store.text(name)).startsWith("caller ");
      }
    } finally {
      threads.shutdown();
    }
  }

  /** By the rule of rename(2): it replaces, and the old name is gone. */
  @Test
  void aRenameReplacesAFileAndMovesAFolder() throws IOException {
    if (!store.renamesAtomically(root)) {
      return;
    }
    store.write(at("from"), "new");
    store.write(at("to"), "old");
    store.rename(at("from"), at("to"));
    assertThat(store.text(at("to"))).isEqualTo("new");
    assertThat(store.exists(at("from"))).isFalse();
    put(at("1/a"), 1);
    store.rename(at("1"), at("1.ended"));
    assertThat(names(at("1.ended"))).containsExactly("a");
    assertThat(store.exists(at("1"))).isFalse();
    assertThatIOException().isThrownBy(() -> store.rename(at("to"), at("none/to")));
    assertThatIOException().isThrownBy(() -> store.rename(at("none"), at("to")));
    assertThat(store.text(at("to"))).isEqualTo("new");
  }

  @Test
  void theMomentOfAChangeIsSetAnew() throws IOException {
    store.write(at("lock"), "x");
    store.touch(at("lock"));
    long before = store.changedAtMillis(at("lock"));
    assertThat(before).isPositive();
    store.touch(at("lock"));
    assertThat(store.changedAtMillis(at("lock"))).isGreaterThanOrEqualTo(before);
    assertThat(store.text(at("lock"))).isEqualTo("x");
    assertThatThrownBy(() -> store.changedAtMillis(at("none")))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void whatIsDeletedIsGoneAndNothingElse() throws IOException {
    put(at("one/a"), 1);
    put(at("one/deep/b"), 1);
    put(at("one-more"), 1);
    store.delete(at("one/a"));
    store.delete(at("one/a"));
    assertThat(names(at("one"))).containsExactly("deep");
    store.deleteBelow(root, at("one"));
    store.deleteBelow(root, at("one"));
    assertThat(names(root)).containsExactly("one-more");
  }

  @Test
  void aFolderIsMadeOnceOrTwice() throws IOException {
    store.makeFolder(at("x/y"));
    store.makeFolder(at("x/y"));
    store.makePrivateFolder(at("z/own"));
    put(at("z/own/file"), 2);
    assertThat(names(at("z/own"))).containsExactly("file");
    assertThat(names(at("none"))).isEmpty();
  }

  @Test
  void withoutLinksThereIsNone() throws IOException {
    put(at("layer/one.parquet"), 1);
    assertThat(store.link(root, Set.of("layer", "none"))).isEmpty();
  }

  @Test
  void aTextThatNoWriterOfOursWritesIsRefused() {
    String large = "x".repeat(Store.MAX_TEXT_BYTES + 1);
    assertThatIOException()
        .isThrownBy(() -> store.write(at("large"), large))
        .withMessageContaining("has more than 67,108,864 bytes");
  }

  @Test
  void namesOfAllLettersAreNames() throws IOException {
    for (String name : List.of("ü", "a b", "50%", "%41", "a#b", "a?b", "[1]*")) {
      store.write(at(name), name);
      assertThat(store.text(at(name)).getBytes(StandardCharsets.UTF_8))
          .isEqualTo(name.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(names(root)).hasSize(7).contains("%41", "a?b");
  }

  /** By the rule of rename(2): a folder with entries is not replaced, and no other kind. */
  @Test
  void aRenameLosesNothing() throws IOException {
    if (!store.renamesAtomically(root)) {
      return;
    }
    store.write(at("file"), "text");
    put(at("folder/entry"), 1);
    put(at("moved/other"), 1);
    assertThatIOException().isThrownBy(() -> store.rename(at("file"), at("folder")));
    assertThatIOException().isThrownBy(() -> store.rename(at("moved"), at("file")));
    assertThatIOException().isThrownBy(() -> store.rename(at("moved"), at("folder")));
    assertThat(store.text(at("file"))).isEqualTo("text");
    assertThat(names(at("folder"))).containsExactly("entry");
    assertThat(names(at("moved"))).containsExactly("other");
  }

  @Test
  void aReaderOfANameThatIsReplacedSeesAWholeText() throws Exception {
    if (!store.renamesAtomically(root)) {
      return;
    }
    String text = "x".repeat(5000);
    store.write(at("name"), text);
    inParallel(
        () -> {
          for (int round = 0; round < 30; round++) {
            store.write(at("draft"), text);
            store.rename(at("draft"), at("name"));
          }
        },
        () -> {
          for (int round = 0; round < 100; round++) {
            assertThat(store.text(at("name"))).isEqualTo(text);
          }
        });
  }

  /** Below a file there is nothing, and nothing can be made: ENOTDIR of open(2). */
  @Test
  void belowAFileThereIsNothing() throws IOException {
    store.write(at("file"), "text");
    String below = at("file/below");
    assertThat(store.find(below)).isEmpty();
    assertThat(store.exists(below)).isFalse();
    assertThat(store.list(below)).isEmpty();
    assertThatThrownBy(() -> store.text(below)).isInstanceOf(FileNotFoundException.class);
    for (Write write : hasFolders() ? writes() : List.<Write>of()) {
      assertThatThrownBy(() -> write.at(below)).isInstanceOf(NotDirectoryException.class);
      assertThatThrownBy(() -> write.at(below + "/deeper"))
          .isInstanceOf(NotDirectoryException.class);
    }
    assertThat(store.text(at("file"))).isEqualTo("text");
  }

  /** Whether folders are more than parts of names, as they are in stores that rename. */
  private boolean hasFolders() throws IOException {
    return store.renamesAtomically(root);
  }

  private interface Write {
    void at(String location) throws IOException;
  }

  private List<Write> writes() {
    return List.of(
        location -> put(location, 1),
        location -> store.createNew(location, "x"),
        store::makeFolder,
        store::makePrivateFolder);
  }

  @Test
  void foldersAboveWhatIsWrittenAreMade() throws IOException {
    int folder = 0;
    for (Write write : writes()) {
      String location = at("new " + folder++ + "/deep/name");
      write.at(location);
      assertThat(store.exists(location)).isTrue();
    }
  }

  @Test
  void anExistingNameIsNotNew() throws IOException {
    put(at("folder/entry"), 1);
    assertThat(store.createNew(at("folder/entry"), "x")).isFalse();
    if (!hasFolders()) {
      return;
    }
    assertThat(store.createNew(at("folder"), "x")).isFalse();
    assertThatIOException().isThrownBy(() -> store.makePrivateFolder(at("folder")));
    assertThatIOException().isThrownBy(() -> store.makePrivateFolder(at("folder/entry")));
    assertThatIOException().isThrownBy(() -> put(at("folder"), 1));
    assertThatIOException().isThrownBy(() -> store.delete(at("folder")));
    assertThat(names(at("folder"))).containsExactly("entry");
  }

  @Test
  void aMissingFileHasNoMoment() {
    assertThatThrownBy(() -> store.touch(at("none"))).isInstanceOf(FileNotFoundException.class);
    assertThatThrownBy(() -> store.touch(at("none/none")))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** A part of a test that runs in a thread of its own. */
  interface Act {
    void run() throws Exception;
  }

  /** Runs acts in threads of their own; fails where one fails. */
  static void inParallel(Act... acts) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(acts.length);
    try {
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (Act act : acts) {
        calls.add(
            () -> {
              act.run();
              return true;
            });
      }
      for (Future<Boolean> one : threads.invokeAll(calls)) {
        one.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void nothingOutsideOfItsRootIsDeleted() throws IOException {
    put(at("root/file"), 1);
    put(at("root-2/file"), 1);
    for (String outside : List.of("root/../root-2", "root-2", "root", "root/x/../../root-2", "")) {
      assertThatThrownBy(() -> store.deleteBelow(at("root"), at(outside)))
          .as(outside)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(names(at("root"))).containsExactly("file");
    assertThat(names(at("root-2"))).containsExactly("file");
  }

  /** Upper and lower case, and both Unicode forms of one letter, are distinct. */
  @Test
  void namesThatLookAlikeAreDistinct() throws IOException {
    List<String> alike = List.of("a", "A", "\u00e9", "e\u0301", "x", "x ", " x", "x.", "x\\y");
    for (String name : alike) {
      assertThat(store.createNew(at("alike/" + name), name)).as(name).isTrue();
    }
    assertThat(names(at("alike"))).containsExactlyInAnyOrderElementsOf(alike);
    for (String name : alike) {
      assertThat(store.text(at("alike/" + name))).isEqualTo(name);
    }
  }

  @Test
  void aSlashAtTheEndOrTwiceIsOne() throws IOException {
    put(at("folder/file"), 3);
    assertThat(store.find(at("folder/"))).hasValue(Item.folder(at("folder")));
    assertThat(store.find(at("folder//file"))).hasValue(Item.file(at("folder/file"), 3));
    assertThat(store.list(at("folder/"))).containsExactly(Item.file(at("folder/file"), 3));
    store.deleteBelow(root + "/", at("folder//file"));
    assertThat(names(at("folder"))).isEmpty();
  }

  /** Longer than NAME_MAX of limits.h, and than PATH_MAX. Servers of objects have other limits. */
  @Test
  void aNameThatNoFileCanHaveIsAbsentAndIsNotWritten() throws IOException {
    if (!hasFolders()) {
      return;
    }
    String longest = "n".repeat(255);
    store.write(at(longest), longest);
    assertThat(store.text(at(longest))).isEqualTo(longest);
    for (String name : List.of("n".repeat(9000), ("n".repeat(255) + "/").repeat(40) + "n")) {
      assertThat(store.find(at(name))).isEmpty();
      assertThat(store.exists(at(name))).isFalse();
      assertThat(store.list(at(name))).isEmpty();
      assertThatIOException().isThrownBy(() -> store.text(at(name)));
      assertThatIOException().isThrownBy(() -> put(at(name), 1));
      assertThatIOException().isThrownBy(() -> store.createNew(at(name), "x"));
    }
    assertThat(names(root)).containsExactly(longest);
  }
}
