package dev.varve.simulation.startup;

import static dev.varve.simulation.startup.StraceTextTest.UNKNOWN;
import static dev.varve.simulation.startup.StraceTextTest.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What system calls do to descriptors and folders, as their manual pages have it. */
class StraceCallsTest {

  /** close_range(2): both ends are closed, and the last may be the largest of all. */
  @Test
  void aRangeOfDescriptorsIsClosed() throws IOException {
    assertThat(
            read(
                """
                open("/a", O_RDONLY) = 3
                open("/b", O_RDONLY) = 4
                open("/c", O_RDONLY) = 6
                dup(6) = 5
                close_range(4, 5, 0) = 0
                read(3, "x", 1) = 1
                read(4, "x", 1) = 1
                read(5, "x", 1) = 1
                read(6, "x", 1) = 1
                close_range(6, 4294967295, CLOSE_RANGE_CLOEXEC) = 0
                read(6, "x", 1) = 1
                close_range(6, 4294967295, 0) = 0
                read(6, "x", 1) = 1
                close_range(3, ~0U, 0) = 0
                read(3, "x", 1) = 1
                """))
        .containsExactly(
            "1 /a 0+0",
            "2 /b 0+0",
            "3 /c 0+0",
            "6 /a 0+1",
            "7 ! " + UNKNOWN.formatted(4),
            "8 ! " + UNKNOWN.formatted(5),
            "9 /c 0+1",
            "11 /c 1+1",
            "13 ! " + UNKNOWN.formatted(6),
            "15 ! " + UNKNOWN.formatted(3));
  }

  /** A thread that unshares its table of descriptors closes for itself alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "8 unshare(CLONE_FILES) = 0\n8 close(3) = 0\n",
        "8 close_range(3, 3, CLOSE_RANGE_UNSHARE) = 0\n"
      })
  void whatIsNotSharedIsClosedForOneThread(String calls) throws IOException {
    String before =
        """
        7 open("/a", O_RDONLY) = 3
        7 clone(child_stack=0x7f, flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_THREAD) = 8
        """;
    assertThat(read(before + calls + "7 read(3, \"x\", 1) = 1\n8 read(3, \"x\", 1) = 1\n"))
        .hasSize(3)
        .startsWith("1 /a 0+0")
        .anyMatch(line -> line.endsWith(" /a 0+1"))
        .anyMatch(line -> line.endsWith("! " + UNKNOWN.formatted(3)));
    assertThat(read(before + "8 unshare(CLONE_FS) = 0\n8 close(3) = 0\n7 read(3, \"x\", 1) = 1\n"))
        .containsExactly("1 /a 0+0", "5 ! " + UNKNOWN.formatted(3));
  }

  @Test
  void foldersAreEnteredByDescriptorsAndRoots() throws IOException {
    assertThat(
            read(
                """
                open("/srv", O_RDONLY|O_DIRECTORY) = 3
                fchdir(3) = 0
                open("x", O_RDONLY) = 4
                pipe2([5, 6], O_CLOEXEC) = 0
                fchdir(5) = -1 ENOTDIR (Not a directory)
                chroot("/jail") = 0
                open("/y", O_RDONLY) = 7
                """))
        .containsExactly("1 /srv 0+0", "3 /srv/x 0+0", "7 /y 0+0");
    assertThat(read("chdir(\"/a\") = 0\nchroot(\"/b\") = 0\nopen(\"x\", O_RDONLY) = 3\n"))
        .hasSize(1)
        .allMatch(line -> line.matches("3 /+x 0\\+0"));
  }

  /** O_WRONLY is 1 and O_TRUNC 01000 on x86, 512; what is emptied or only written is not needed. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "O_WRONLY",
        "O_RDWR|O_TRUNC",
        "O_WRONLY|O_CREAT|O_TRUNC",
        "0x1",
        "0x200",
        "0x202",
        "0x241"
      })
  void aFileThatIsWrittenOrEmptiedIsNotNeeded(String flags) throws IOException {
    assertThat(read("open(\"/a\", " + flags + ", 0644) = 3\n")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"O_RDONLY", "O_RDWR", "0", "0x0", "0x2", "0x80000"})
  void aFileThatIsOpenedToBeReadIsNeeded(String flags) throws IOException {
    assertThat(read("open(\"/a\", " + flags + ") = 3\nread(3, \"x\", 1) = 1\n"))
        .containsExactly("1 /a 0+0", "2 /a 0+1");
  }

  @Test
  void whatIsNoFileOfTheImageIsRead() throws IOException {
    assertThat(
            read(
                """
                openat(AT_FDCWD, "/tmp", O_RDWR|O_TMPFILE, 0600) = 3
                read(3, "x", 1) = 1
                pipe([4, 5]) = 0
                read(4, "x", 1) = 1
                socketpair(AF_UNIX, SOCK_STREAM, 0, [6, 7]) = 0
                read(7, "x", 1) = 1
                dup(0) = 8
                read(8, "x", 1) = 1
                dup(4) = 9
                read(9, "x", 1) = 1
                read(10<TCP:[127.0.0.1:1->127.0.0.1:2]>, "x", 1) = 1
                read(11<pipe:[123]>, "x", 1) = 1
                read(12</memfd:x>(deleted), "x", 1) = 1
                """))
        .isEmpty();
  }

  @Test
  void copiesOfDescriptorsShareThePosition() throws IOException {
    assertThat(
            read(
                """
                open("/a", O_RDONLY) = 3
                fcntl(3, F_DUPFD_CLOEXEC, 10) = 10
                fcntl(3, F_GETFL) = 0x8000 (flags O_RDONLY|O_LARGEFILE)
                read(10, "x", 5) = 5
                read(3, "x", 2) = 2
                dup(30</etc/hosts>) = 31</etc/hosts>
                read(31, "x", 1) = 1
                dup2(32, 3) = 3
                read(3, "x", 1) = 1
                """))
        .containsExactly(
            "1 /a 0+0", "4 /a 0+5", "5 /a 5+2", "7 /etc/hosts 0+1", "9 ! " + UNKNOWN.formatted(3));
  }

  @Test
  void theSystemCopiesFromAnOffsetOrFromThePosition() throws IOException {
    assertThat(
            read(
                """
                open("/a", O_RDONLY) = 3
                sendfile(1, 3, [100] => [150], 50) = 50
                sendfile(1, 3, NULL, 7) = 7
                copy_file_range(3, [4] => [14], 1, NULL, 10, 0) = 10
                copy_file_range(3, NULL, 1, NULL, 10, 0) = 10
                _llseek(3, 4096, [4096], SEEK_SET) = 0
                read(3, "x", 1) = 1
                preadv2(3, [{iov_base="x", iov_len=1}], 1, 9, 0) = 1
                preadv2(3, [{iov_base="x", iov_len=1}], 1, -1, 0) = 1
                """))
        .containsExactly(
            "1 /a 0+0",
            "2 /a 100+50",
            "3 /a 0+7",
            "4 /a 4+10",
            "5 /a 7+10",
            "7 /a 4096+1",
            "8 /a 9+1",
            "9 /a 4097+1");
  }
}
