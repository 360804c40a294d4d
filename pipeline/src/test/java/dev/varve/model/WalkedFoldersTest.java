package dev.varve.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.FolderStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links in circles, and many ways to one folder. */
class WalkedFoldersTest {
  @TempDir private Path folder;
  private final FolderStore store = new FolderStore();

  private void link(String at, String to) throws IOException {
    Files.createSymbolicLink(folder.resolve(at), Path.of(to));
  }

  private void folders(String... names) throws IOException {
    for (String name : names) {
      Files.createDirectories(folder.resolve(name));
    }
  }

  /** Names below {@code top} that a walk enters; those that it does not stand in {@code left}. */
  private List<String> walk(List<String> left) throws IOException {
    String top = FolderStore.uri(folder.resolve("top"));
    WalkedFolders walked = new WalkedFolders(store, top);
    List<String> entered = new ArrayList<>();
    Deque<String> ways = new ArrayDeque<>(List.of(top));
    while (!ways.isEmpty()) {
      for (ByteStore.Item item : store.list(ways.remove())) {
        String name = item.location().substring(top.length() + 1);
        if (walked.enter(item.location()).isEmpty()) {
          entered.add(name);
          ways.add(item.location());
        } else {
          left.add(name);
        }
      }
    }
    return entered;
  }

  @Test
  void whatLiesAroundAFolderIsNotInIt() throws IOException {
    folders("top/a/b");
    link("top/up", "..");
    link("top/a/here", ".");
    link("top/a/b/two", "../..");
    link("top/a/b/all", "/");
    link("top/z", "a");
    List<String> left = new ArrayList<>();
    assertThat(walk(left)).containsExactly("a", "a/b");
    assertThat(left).containsExactlyInAnyOrder("up", "a/here", "a/b/two", "a/b/all", "z");
  }

  @Test
  void aFolderElsewhereIsEnteredOnceHoweverManyWaysLeadToIt() throws IOException {
    int deep = 30; // of the links on one way, 40 are followed by the system
    folders("top");
    for (int at = 0; at <= deep; at++) {
      folders("far/" + at);
    }
    for (int at = 0; at < deep; at++) {
      link("far/" + at + "/a", "../" + (at + 1));
      link("far/" + at + "/b", "../" + (at + 1));
    }
    link("top/far", folder.resolve("far/0").toString());
    List<String> left = new ArrayList<>();
    assertThat(walk(left)).hasSize(deep + 1);
    assertThat(left).hasSize(deep);
  }

  @Test
  void aStoreWithoutLinksIsWalkedWhole() throws IOException {
    folders("top/a/b", "top/b");
    List<String> left = new ArrayList<>();
    assertThat(walk(left)).containsExactly("a", "b", "a/b");
    assertThat(left).isEmpty();
  }
}
