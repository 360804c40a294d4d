package dev.varve.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.ByteStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A listing leaves out nothing, under whatever locale a process runs. */
@EnabledOnOs(OS.LINUX)
class LocalStoreTest {
  @TempDir private Path folder;

  /** Prints a folder, for a process of its own. */
  static final class Listing {
    private Listing() {}

    public static void main(String[] arguments) throws IOException {
      List<ByteStore.Item> items = LocalStore.list(Path.of(arguments[0]), "in");
      items.forEach(item -> System.out.println(item.kind() + " " + item.location()));
      ByteStore store = LocalStore.disk();
      for (ByteStore.Item item : items) {
        if (item.kind() == ByteStore.Kind.FILE) {
          String uri = Path.of(arguments[0], item.name()).toUri().toString();
          try (InputStream in = store.open(uri, 0, 1)) {
            System.out.println("opened " + item.location());
          } catch (IOException e) {
            System.out.println("refused " + item.location() + " " + e.getMessage());
          }
        }
      }
      items.stream().map(ByteStore.Item::note).distinct().forEach(System.out::println);
    }
  }

  private List<String> listedUnder(String locale) throws Exception {
    return listed(List.of(), locale, folder);
  }

  private static List<String> listed(List<String> by, String locale, Path place) throws Exception {
    List<String> command = new ArrayList<>(by);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Listing.class.getName(), place.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", locale);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }

  @Test
  void namesThatTheEncodingLacksAreListedByTheirBytes() throws Exception {
    List<String> made = new ArrayList<>(List.of("bash", "-c"));
    made.add("cd '" + folder + "' && touch plain $'t\\xc3\\xbcr.raw' && mkdir $'caf\\xff'");
    assertThat(new ProcessBuilder(made).start().waitFor()).isZero();
    assertThat(listedUnder("C"))
        .contains("FILE in/plain", "UNREACHABLE in/t%C3%BCr.raw", "UNREACHABLE in/caf%FF")
        .anyMatch(line -> line.contains("start with LC_ALL=C.UTF-8"));
    assertThat(listedUnder("C.UTF-8"))
        .contains("FILE in/plain", "UNREACHABLE in/caf%FF")
        .anyMatch(line -> line.startsWith("FILE in/t"))
        .anyMatch(line -> line.contains("rename it"));
  }

  @Test
  void aFileIsListedAsItselfAndNothingAsNothing() throws Exception {
    Path file = Files.write(folder.resolve("a"), new byte[3]);
    assertThat(LocalStore.list(file, "in/a")).containsExactly(ByteStore.Item.file("in/a", 3));
    assertThat(LocalStore.list(folder.resolve("none"), "in/none")).isEmpty();
    assertThat(LocalStore.find(folder.resolve("none"), "in/none")).isEmpty();
  }

  /** Root may read everything; without its capabilities it is a user as others are. */
  private static List<String> asUser() {
    boolean isRoot = System.getProperty("user.name").equals("root");
    return isRoot
        ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--")
        : List.of();
  }

  @Test
  void whatAUserMayNotReadIsListed() throws Exception {
    List<Path> closed = new ArrayList<>();
    Path parent = Files.createDirectory(folder.resolve("listed"));
    Files.createDirectory(parent.resolve("child"));
    closed.add(permit(parent, "rw-r--r--"));
    closed.add(permit(Files.createDirectory(folder.resolve("entered")), "-wx--x--x"));
    closed.add(permit(Files.write(folder.resolve("file"), new byte[1]), "---------"));
    Files.write(folder.resolve("open"), new byte[1]);
    try {
      assertThat(listed(asUser(), "C.UTF-8", folder))
          .contains(
              "UNREACHABLE in/listed",
              "UNREACHABLE in/entered",
              "a folder that this user may not read",
              "opened in/open",
              "refused in/file permission denied: this user may not read the file");
      assertThat(listed(asUser(), "C.UTF-8", closed.get(0)))
          .contains("UNREACHABLE in/child", "in a folder that this user may not search");
      assertThat(listed(asUser(), "C.UTF-8", closed.get(1))).contains("UNREACHABLE in");
    } finally {
      for (Path one : closed) {
        permit(one, "rwxr-xr-x");
      }
    }
  }

  private static Path permit(Path path, String permissions) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  /** The first four are the error numbers of stat(2) for a name that leads nowhere. */
  @Test
  void aNameThatLeadsNowhereIsAbsentAndABrokenDiskIsNot() throws IOException {
    Path file = Files.write(folder.resolve("file"), new byte[1]);
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    for (Path path :
        List.of(
            folder.resolve("none"),
            file.resolve("below"),
            loop,
            loop.resolve("below"),
            folder.resolve("n".repeat(256)),
            folder.resolve("n/".repeat(2500)))) {
      assertThatThrownBy(() -> Files.size(path))
          .isInstanceOfSatisfying(
              FileSystemException.class,
              e -> assertThat(LocalStore.isAbsent(path, e)).as(e.toString()).isTrue());
      assertThat(LocalStore.disk().find(path.toString())).isEmpty();
    }
    FileSystemException broken = new FileSystemException("file", null, "Input/output error");
    assertThat(LocalStore.isAbsent(file, broken)).isFalse();
    assertThat(LocalStore.isAbsent(folder.resolve("mount"), broken)).isFalse();
  }

  /** The path of a file URI begins with a slash, and its host is empty or localhost: RFC 8089. */
  @Test
  void aFileOfAnotherHostIsNotOneOfThisMachine() throws IOException {
    LocalStore disk = LocalStore.disk();
    Files.write(folder.resolve("file"), new byte[1]);
    assertThat(disk.exists("file://" + folder + "/file")).isTrue();
    assertThat(disk.exists("file://localhost" + folder + "/file")).isTrue();
    assertThat(disk.exists("file:" + folder + "/file")).isTrue();
    for (String other : List.of("file://host" + folder + "/file", "file://", "hdfs://" + folder)) {
      assertThat(disk.exists(other)).as(other).isFalse();
      assertThat(disk.find(other)).as(other).isEmpty();
      assertThatThrownBy(() -> disk.write(other, "x")).isInstanceOf(FileNotFoundException.class);
    }
    assertThat(disk.qualified("file://host/a")).isEqualTo("file://host/a");
  }

  /** NUL ends a name in C. */
  @Test
  void aNameWithNulIsAbsentAndIsNotWritten() throws IOException {
    String name = folder + "/a\0b";
    assertThat(LocalStore.disk().exists(name)).isFalse();
    assertThat(LocalStore.disk().find(name)).isEmpty();
    assertThat(LocalStore.disk().list(name)).isEmpty();
    assertThatThrownBy(() -> LocalStore.disk().write(name, "x"))
        .isInstanceOf(FileNotFoundException.class);
  }

  /** Two runs that clean up, or one while another lists. */
  @Test
  void aFolderThatTwoDeleteIsGone() throws Exception {
    LocalStore disk = LocalStore.disk();
    String deleted = Locations.in(Locations.of(folder), "deleted");
    for (int round = 0; round < 20; round++) {
      for (int file = 0; file < 60; file++) {
        disk.createNew(deleted + "/" + file % 4 + "/" + file, "");
      }
      StoreContract.Act deletion =
          () -> {
            disk.deleteBelow(Locations.of(folder), deleted);
            assertThat(disk.exists(deleted)).isFalse();
          };
      StoreContract.Act listing =
          () -> {
            while (disk.exists(deleted)) {
              for (ByteStore.Item item : disk.list(deleted)) {
                disk.list(item.location()).forEach(one -> assertThat(one.bytes()).isZero());
              }
            }
          };
      StoreContract.inParallel(deletion, deletion, listing);
      assertThat(disk.exists(deleted)).isFalse();
    }
  }

  /** Folders of processes and of garbage collections go while a walk lists them. */
  @Test
  void whatWentAwayIsEmpty() throws IOException {
    assertThat(LocalStore.identity(folder.resolve("gone"))).isEqualTo(folder + "/gone");
    assertThat(LocalStore.list(folder.resolve("gone"), "in/gone")).isEmpty();
  }
}
