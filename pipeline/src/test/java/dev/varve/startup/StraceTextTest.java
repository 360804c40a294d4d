package dev.varve.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines as strace 6.1 prints them. */
class StraceTextTest {
  private static List<String> read(String text) throws IOException {
    List<String> lines = new ArrayList<>();
    try (StraceText strace = new StraceText(new StringReader(text), "web:2", "one")) {
      for (AccessSource.Line line = strace.next(); line != null; line = strace.next()) {
        Access access = line.access();
        lines.add(
            line.line()
                + " "
                + (access == null
                    ? "! " + line.fault()
                    : access.path() + " " + access.offset() + "+" + access.bytes()));
      }
    }
    return lines;
  }

  @Test
  void readsAdvanceAndRangesStayWhereTheyAre() throws IOException {
    assertThat(
            read(
                """
                execve("/bin/sh", ["sh", "-c", "a, b)"], 0x7ffd /* 20 vars */) = 0
                openat(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3
                newfstatat(3, "", {st_mode=S_IFREG|0644, st_size=2}, AT_EMPTY_PATH) = 0
                mmap(NULL, 16999, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7f2a3b000000
                close(3)                                = 0
                openat(AT_FDCWD, "/nope", O_RDONLY) = -1 ENOENT (No such file or directory)
                open("/lib/libc.so.6", O_RDONLY|O_CLOEXEC) = 3
                read(3, "\\177ELF\\2\\1\\1\\3\\0, \\")= 7"..., 832) = 832
                read(3, "x", 10) = 8
                pread64(3, "\\6\\0\\0\\0\\4"..., 784, 64) = 784
                lseek(3, 5000, SEEK_SET) = 5000
                read(3, "", 10) = 0
                mmap(0x7f, 4096, PROT_READ|PROT_EXEC, MAP_PRIVATE|MAP_FIXED, 3, 0x26000) = 0x7f
                mmap(NULL, 8192, PROT_READ|PROT_WRITE, MAP_PRIVATE|MAP_ANONYMOUS, -1, 0) = 0x7f
                read(0, "typed", 5) = 5
                +++ exited with 0 +++
                """))
        .containsExactly(
            "1 /bin/sh 0+-1",
            "2 /etc/ld.so.cache 0+0",
            "4 /etc/ld.so.cache 0+16999",
            "7 /lib/libc.so.6 0+0",
            "8 /lib/libc.so.6 0+832",
            "9 /lib/libc.so.6 832+8",
            "10 /lib/libc.so.6 64+784",
            "12 /lib/libc.so.6 5000+0",
            "13 /lib/libc.so.6 155648+4096");
  }

  @Test
  void processesInheritWhatIsOpenAndWhereTheyAre() throws IOException {
    assertThat(
            read(
                """
                100 chdir("/srv") = 0
                100 openat(AT_FDCWD, "data", O_RDONLY) = 3
                100 read(3,  <unfinished ...>
                101 +++ exited with 0 +++
                100 <... read resumed>"abc", 3) = 3
                100 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD, child_tidptr=0x7f) = 102
                102 read(3, "d", 1) = 1
                102 close(3) = 0
                100 dup2(3, 9) = 9
                100 read(9, "e", 1) = 1
                102 read(3, "z", 1) = 1
                102 openat(AT_FDCWD</srv>, "sub", O_RDONLY|O_DIRECTORY) = 4</srv/sub>
                102 openat(4, "f\\303\\274\\\\x", O_RDONLY) = 5
                102 openat(AT_FDCWD, "log", O_WRONLY|O_CREAT, 0644) = 6
                102 getpid() = 102
                """))
        .containsExactly(
            "2 /srv/data 0+0",
            "5 /srv/data 0+3",
            "7 /srv/data 3+1",
            "10 /srv/data 4+1",
            "12 /srv/sub 0+0",
            "13 /srv/sub/f\u00fc\\x5cx 0+0");
  }

  @Test
  void timesAndPidsOfTheTerminalAreSkipped() throws IOException {
    assertThat(
            read(
                """
                [pid 7] 12:00:01.123456 openat(AT_FDCWD, "/a", O_RDONLY) = 3
                7 1700000000.5 read(3, "x", 1) = 1
                7 12:00:02 read(3, "x", 1) = 1
                """))
        .containsExactly("1 /a 0+0", "2 /a 0+1", "3 /a 1+1");
  }

  @Test
  void whatIsNoCallIsSaid() throws IOException {
    assertThat(read("hello world\n7 <... read resumed>\"\", 1) = 0\n--- SIGCHLD {si_pid=3} ---\n"))
        .containsExactly(
            "1 ! not a call as strace prints it", "2 ! a call goes on that did not begin");
  }

  @Test
  void foldersWithinFoldersEnd() throws IOException {
    // 65,536 letters hold 5,957 folders of eleven.
    assertThat(read("chdir(\"0123456789\") = 0\n".repeat(10_000)))
        .hasSize(10_000 - 5_957)
        .allMatch(line -> line.endsWith("! a path of more than 65536 letters"));
  }

  @Test
  void noFileIsReadBeyondItsLastByte() throws IOException {
    assertThat(
            read(
                """
                open("/a", O_RDONLY) = 3
                lseek(3, 9223372036854775800, SEEK_SET) = 9223372036854775800
                read(3, "x", 7) = 7
                read(3, "x", 1) = 1
                """))
        .containsExactly(
            "1 /a 0+0", "3 /a 9223372036854775800+7", "4 ! it reads beyond the end of any file");
  }

  @Test
  void whatManyProcessesInheritIsForgottenBeforeItFillsTheMemory() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int file = 3; file < 1003; file++) {
      text.append("1 open(\"/%d\", O_WRONLY) = %d\n".formatted(file, file));
    }
    for (int child = 2; child < 3002; child++) {
      text.append("1 fork() = %d\n".formatted(child));
    }
    // Of 1,000 entries of 100 bytes each, 64 MiB are 671; then process 1 has nothing open.
    assertThat(read(text.toString()))
        .singleElement()
        .asString()
        .endsWith("! too many processes and open files: forgot what is open");
  }
}
