package dev.varve.simulation.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines as strace 6.1 prints them. */
class StraceTextTest {
  static final String UNKNOWN =
      "descriptor %d was opened before the trace, or by a call that is not in it: trace with strace -y";

  static List<String> read(String text) throws IOException {
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
            "11 ! " + UNKNOWN.formatted(3),
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

  /** What strace -y prints behind descriptors; names have signs of its own syntax in them. */
  @Test
  void pathsOfDescriptorsTellWhereAProgramBegan() throws IOException {
    assertThat(
            read(
                """
                execve("./run", ["./run"], 0x7ffc4d2499b8 /* 35 vars */) = 0
                openat(AT_FDCWD</app>, "a)b = 5", O_RDONLY) = 3</app/a)b = 5>
                read(3</app/a)b = 5>, "xy", 2) = 2
                openat(AT_FDCWD</app>, "we\\"ird>na, me", O_RDONLY) = 4</app/we\\"ird\\76na, me>
                pread64(4</app/we\\"ird\\76na, me>, "xy", 2, 7) = 2
                read(5</app/a,b>, "xy", 2) = 2 <0.000012>
                openat(6</srv/a-\\76>, "x", O_RDONLY) = 7</srv/a-\\76/x> <0.000020>
                read(8</srv/gone>(deleted), "x", 1) = 1
                read(9<pipe:[17]>, "x", 1) = 1
                read(10<UDP:[127.0.0.1:36656->127.0.0.1:9]>, "x", 1) = 1
                mmap(NULL, 512, PROT_READ, MAP_PRIVATE, 11</lib/x-->, 0x1000) = 0x7f193e841000
                read(12<\\x2f\\x61\\xff>, "x", 1) = 1
                open("rel", O_RDONLY) = 13
                """))
        .containsExactly(
            "1 //./run 0+-1",
            "2 /app/a)b = 5 0+0",
            "3 /app/a)b = 5 0+2",
            "4 /app/we\"ird>na, me 0+0",
            "5 /app/we\"ird>na, me 7+2",
            "6 /app/a,b 0+2",
            "7 /srv/a->/x 0+0",
            "11 /lib/x-- 4096+512",
            "12 /a\\xff 0+1",
            "13 /app/rel 0+0");
  }

  @Test
  void programsAreExecutedByDescriptorsToo() throws IOException {
    assertThat(
            read(
                """
                1 openat(AT_FDCWD, "/bin", O_RDONLY|O_PATH) = 13
                1 execveat(13, "true", ["true"], 0x7fffe8bf9218 /* 35 vars */, 0) = 0
                1 openat(AT_FDCWD, "/bin/cat", O_RDONLY|O_CLOEXEC|O_PATH) = 12
                1 execveat(12, "", ["cat"], 0x7fffe8bf9218 /* 35 vars */, AT_EMPTY_PATH) = 0
                1 execveat(AT_FDCWD, "/bin/ls", ["ls"], 0x7ff /* 35 vars */, 0) = 0
                1 execveat(13, "none", ["none"], 0x7ff /* 35 vars */, 0) = -1 ENOENT (No such file)
                """))
        .containsExactly(
            "1 /bin 0+0",
            "2 /bin/true 0+-1",
            "3 /bin/cat 0+0",
            "4 /bin/cat 0+-1",
            "5 /bin/ls 0+-1");
  }

  @Test
  void everyCallThatReadsAFileCounts() throws IOException {
    assertThat(
            read(
                """
                openat(AT_FDCWD, "/etc", O_RDONLY|O_PATH|O_DIRECTORY) = 3
                openat2(3, "passwd", {flags=O_RDONLY|O_CLOEXEC, resolve=0}, 24) = 4
                openat2(3, "/group", {flags=O_RDONLY, resolve=RESOLVE_IN_ROOT}, 24) = 5
                readv(4, [{iov_base="a", iov_len=1}, {iov_base="b", iov_len=1}], 2) = 2
                preadv(4, [{iov_base="b", iov_len=1}], 1, 30) = 1
                preadv2(4, [{iov_base="c", iov_len=9}], 1, -1, 0) = 9
                copy_file_range(4, NULL, 7, NULL, 20, 0) = 20
                copy_file_range(4, [3], 7, NULL, 20, 0) = 20
                sendfile(7, 4, [5] => [9], 4) = 4
                sendfile(7, 4, NULL, 4) = 4
                splice(4, NULL, 9, NULL, 7, 0) = 7
                splice(4, [9], 9, NULL, 7, 0) = 7
                _llseek(4, 5000, [5000], SEEK_SET) = 0
                read(4, "", 1) = 0
                fcntl(4, F_DUPFD_CLOEXEC, 50) = 50
                read(50, "1", 1) = 1
                mmap(NULL, 4096, PROT_READ, MAP_PRIVATE|MAP_ANONYMOUS, 4, 0) = 0x7f193e84b000
                """))
        .containsExactly(
            "1 /etc 0+0",
            "2 /etc/passwd 0+0",
            "3 /etc/group 0+0",
            "4 /etc/passwd 0+2",
            "5 /etc/passwd 30+1",
            "6 /etc/passwd 2+9",
            "7 /etc/passwd 11+20",
            "8 /etc/passwd 3+20",
            "9 /etc/passwd 5+4",
            "10 /etc/passwd 31+4",
            "11 /etc/passwd 35+7",
            "12 /etc/passwd 9+7",
            "14 /etc/passwd 5000+0",
            "16 /etc/passwd 5000+1");
  }

  /** A number that was a file's is given to a pipe or a socket when nobody printed the close. */
  @Test
  void whatIsNoFileReadsNone() throws IOException {
    assertThat(
            read(
                """
                open("/a", O_RDONLY) = 3
                open("/b", O_RDONLY) = 4
                open("/c", O_RDONLY) = 5
                open("/d", O_RDONLY) = 6
                open("/e", O_RDONLY) = 7
                pipe2([3, 4], O_CLOEXEC) = 0
                socket(AF_INET, SOCK_STREAM, IPPROTO_IP) = 5
                creat("/f", 0600) = 6
                openat(AT_FDCWD, "/tmp", O_RDWR|O_TMPFILE, 0600) = 7
                read(3, "x", 1) = 1
                read(4, "x", 1) = 1
                read(5, "x", 1) = 1
                read(6, "x", 1) = 1
                read(7, "x", 1) = 1
                open("/g", O_RDONLY) = 8
                close_range(8, 4294967295, 0) = 0
                socketpair(AF_UNIX, SOCK_STREAM, 0, [22<socket:[3]>, 23<socket:[4]>]) = 0
                read(22, "x", 1) = 1
                fcntl(0, F_DUPFD, 10) = 10
                read(10, "typed", 5) = 5
                """))
        .containsExactly("1 /a 0+0", "2 /b 0+0", "3 /c 0+0", "4 /d 0+0", "5 /e 0+0", "15 /g 0+0");
  }

  @Test
  void whatTheTextDoesNotTellIsSaid() throws IOException {
    assertThat(
            read(
                """
                read(5, "x", 1) = 1
                read(5, "x", 1) = 1
                openat(7, "x", O_RDONLY) = 8
                openat(0xffffff9c, 0x5614f568500c, 0, 0) = 0x9
                open_by_handle_at(3, {handle_bytes=8, handle_type=1, f_handle=0x5e0c}, O_RDONLY) = 10
                open_by_handle_at(3, {handle_bytes=8, handle_type=1, f_handle=0x5e0c}, O_RDONLY) = 11</z>
                io_uring_setup(8, {flags=0}) = 12
                io_submit(0x7f, 1, [{aio_data=0, aio_lio_opcode=IOCB_CMD_PREAD, aio_fildes=3}]) = 1
                execve(0x7ffe0c1b3c67, ["x"], 0x7ff) = 0
                1 read(0,  <unfinished ...>
                1 read(0,  <unfinished ...>
                """))
        .containsExactly(
            "1 ! " + UNKNOWN.formatted(5),
            "3 ! " + UNKNOWN.formatted(7),
            "4 ! a path that is not printed as text",
            "5 ! a path that is not printed as text",
            "6 /z 0+0",
            "7 ! strace does not print what io_uring reads",
            "8 ! asynchronous reads are not followed",
            "9 ! a path that is not printed as text",
            "11 ! its process did not finish its call of read");
  }

  /** Lines of strace -k, -i, -n, -r, -Y, -C, and of a process that it leaves. */
  @Test
  void whatOptionsAddIsLeftOut() throws IOException {
    assertThat(
            read(
                """
                     0.000000 openat(AT_FDCWD, "/a", O_RDONLY) = 3 <0.000207>
                17:07:31 (+     0.000030) [   0] [00007f67c8286b74] read(3, "xyz", 832) = 3 <0.000009>
                 > /usr/lib/ld-linux-x86-64.so.2(_dl_catch_error+0x26f0) [0x1ab70]
                 > unexpected_backtracing_error [0x7ffe]
                [ Process PID=24413 runs in 32 bit mode. ]
                [ 262] read(3, "x", 1) = 1
                [????????????????] +++ exited with 0 +++
                27703<x\\74y\\76 (z> openat(-100 /* AT_FDCWD */, "/b", 0x401 /* O_WRONLY|O_APPEND */) = 4
                27703<x\\74y\\76 (z> openat(-100, "/c", 0x401) = 4
                27703<sh> vfork( <unfinished ...>
                27704<sh> openat(AT_FDCWD, "/d", O_RDONLY) = 3
                27703<sh> <... vfork resumed>) = 27704<cat>
                27704<cat> read(3, "x", 1) = 1
                27704<cat> restart_syscall(<... resuming interrupted read ...> <detached ...>
                % time     seconds  usecs/call     calls    errors syscall
                ------ ----------- ----------- --------- --------- ----------------
                 50.00    0.000003           3         1           getrandom
                ------ ----------- ----------- --------- --------- ----------------
                100.00    0.000964           8       118        14 total
                27704 read(3, "x", 1) = 1
                """))
        .containsExactly("1 /a 0+0", "2 /a 0+3", "6 /a 3+1", "11 /d 0+0", "13 /d 0+1", "20 /d 1+1");
  }

  /** Until a call that makes a child returns, the child may open and read. */
  @Test
  void aChildMayBeginBeforeItsParentKnows() throws IOException {
    assertThat(
            read(
                """
                1 chdir("/srv") = 0
                1 openat(AT_FDCWD, "data", O_RDONLY) = 3
                1 clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD <unfinished ...>
                2 read(3, "ab", 2) = 2
                2 openat(AT_FDCWD, "own", O_RDONLY) = 4
                1 <... clone resumed>, child_tidptr=0x7f8e9e0eaa10) = 2
                2 read(4, "x", 1) = 1
                1 read(3, "c", 1) = 1
                """))
        .containsExactly(
            "2 /srv/data 0+0",
            "4 /srv/data 0+2",
            "5 /srv/own 0+0",
            "7 /srv/own 0+1",
            "8 /srv/data 2+1");
  }

  /** On a terminal a note may stand within a call, and the only process has no number. */
  @Test
  void processesOfTheTerminalAreToldApart() throws IOException {
    assertThat(
            read(
                """
                openat(AT_FDCWD, "/a", O_RDONLY) = 3
                vfork(strace: Process 24443 attached
                 <unfinished ...>
                [pid 24443] read(3, "x", 1) = 1
                [pid 24443] execve("/bin/cat", ["cat", "/b"], 0x55f /* 35 vars */ <unfinished ...>
                [pid 24442] <... vfork resumed>)        = 24443
                [pid 24442] read(3, "x", 1) = 1
                [pid 24442] wait4(-1,  <unfinished ...>
                [pid 24443] <... execve resumed>)       = 0
                [pid 24443] +++ exited with 0 +++
                <... wait4 resumed>[{WIFEXITED(s) && WEXITSTATUS(s) == 0}], 0, NULL) = 24443
                --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=24443, si_uid=0} ---
                read(3, "x", 1) = 1
                clone(child_stack=NULL, flags=SIGCHLDstrace: Process 24444 attached
                , child_tidptr=0x7f8e9e0eaa10) = 24444
                [pid 24444] read(3, "x", 1) = 1
                """))
        .containsExactly(
            "1 /a 0+0", "4 /a 0+1", "7 /a 1+1", "9 /bin/cat 0+-1", "13 /a 2+1", "16 /a 3+1");
  }

  @Test
  void aThreadThatExecutesAProgramTakesTheNumberOfItsProcess() throws IOException {
    assertThat(
            read(
                """
                7 chdir("/srv") = 0
                7 openat(AT_FDCWD, "a", O_RDONLY) = 3
                7 clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_THREAD} => {parent_tid=[8]}, 88) = 8
                7 pause( <unfinished ...>
                8 execve("cat", ["cat", "a"], 0x7ffff7234538 /* 35 vars */ <unfinished ...>
                7 +++ superseded by execve in pid 8 +++
                7 <... execve resumed>) = 0
                7 read(3, "x", 1) = 1
                """))
        .containsExactly("2 /srv/a 0+0", "7 /srv/cat 0+-1", "8 /srv/a 0+1");
  }
}
