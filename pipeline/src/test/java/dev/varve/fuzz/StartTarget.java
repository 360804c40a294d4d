package dev.varve.fuzz;

import dev.varve.input.tar.HandTar;
import dev.varve.model.MalformedBlobException;
import dev.varve.simulation.startup.Access;
import dev.varve.simulation.startup.AccessList;
import dev.varve.simulation.startup.AccessSource;
import dev.varve.simulation.startup.ImageCategories;
import dev.varve.simulation.startup.NeededRanges;
import dev.varve.simulation.startup.StraceText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What starts accessed: lists as CSV, with categories of images, or the text of strace. */
enum StartTarget implements FuzzTarget {
  ACCESSES {
    @Override
    AccessSource open(Reader text) throws IOException {
      return new AccessList(text);
    }

    @Override
    public List<byte[]> seeds() {
      return List.of(
          HandTar.latin(
              "image,run,path,offset,length\nweb/shop:1.2,one,/bin/sh,,\n"
                  + "web/shop,one,/etc/p,0,4096\n\"a \"\"b\"\"\",two,/x\u00fcy,5,\n"),
          HandTar.latin("\u00ef\u00bb\u00bfpath,Image,run\r\n/a,b,c\r\n\"/a\nb\",b\n"),
          HandTar.latin("pattern,category\nlib*/*:alpine*,small\n*sql*,database\n,\n\"a\n"));
    }
  },
  STRACE {
    @Override
    AccessSource open(Reader text) {
      return new StraceText(text, "web:1", "one");
    }

    @Override
    public List<byte[]> seeds() {
      return List.of(
          HandTar.latin(
              "execve(\"/bin/sh\", [\"sh\"], 0x7ffd /* 20 vars */) = 0\n"
                  + "openat(AT_FDCWD, \"/a\\303\\274\", O_RDONLY|O_CLOEXEC) = 3\n"
                  + "mmap(NULL, 16999, PROT_READ, MAP_PRIVATE, 3, 0x2000) = 0x7f2a3b000000\n"
                  + "read(3, \"\\177ELF\\2, \\\")= 7\"..., 832) = 832\nlseek(3, 5, SEEK_SET) = 5\n"
                  + "pread64(3, \"\", 784, 64) = 784\nclose(3) = 0\n+++ exited with 0 +++\n"),
          HandTar.latin(
              "100 chdir(\"srv\") = 0\n[pid 100] 12:00:01.5 open(\"d\", O_RDONLY) = 3</srv/d>\n"
                  + "100 read(3,  <unfinished ...>\n101 --- SIGCHLD {si_pid=3} ---\n"
                  + "100 <... read resumed>\"abc\", 3) = 3\n100 clone(flags=CLONE_FILES) = 102\n"
                  + "102 dup2(3, 9) = 9\n102 fcntl(9, F_DUPFD, 0) = 10\n102 fchdir(10) = 0\n"
                  + "102 sendfile(1, 9, NULL, 5) = 5\n100 fork() = 103\n"));
    }
  };

  private static final List<Long> BLOCKS = List.of(4096L, 1L << 20);
  private static final List<String> NAMES = List.of("lib/x", "lib/x:alpine3", "a".repeat(200));

  abstract AccessSource open(Reader text) throws IOException;

  @Override
  public boolean accepts(byte[] data) throws IOException {
    List<Access> accesses = new ArrayList<>();
    try (AccessSource source = open(text(data))) {
      long last = 0;
      for (AccessSource.Line line = source.next(); line != null; line = source.next()) {
        Checks.holds(line.line() >= last, "lines ascend");
        last = line.line();
        Access access = line.access();
        Checks.holds((access == null) != (line.fault() == null), "a line is used, or has a fault");
        if (access != null) {
          Checks.holds(access.bytes() >= Access.TO_THE_END, "no bytes are less than none");
          accesses.add(access);
        }
      }
    } catch (MalformedBlobException e) {
      return false;
    }
    for (long fileBytes : new long[] {0, 5000, Long.MAX_VALUE}) {
      NeededRanges needed = new NeededRanges(fileBytes, BLOCKS);
      accesses.stream()
          .sorted(Comparator.comparingLong(Access::offset))
          .forEach(access -> needed.add(access.offset(), access.bytes()));
      Checks.holds(
          needed.neededBytes() >= 0
              && needed.neededBytes() <= needed.blockBytes().get(0)
              && needed.blockBytes().get(1) <= fileBytes,
          "what is needed is part of the file");
    }
    if (this == ACCESSES) {
      ImageCategories categories = ImageCategories.read(text(data));
      categories.of(NAMES);
      Checks.holds(categories.faults().stream().noneMatch(String::isBlank), "faults have words");
    }
    return !accesses.isEmpty();
  }

  private static Reader text(byte[] data) {
    return new InputStreamReader(new ByteArrayInputStream(data), StandardCharsets.ISO_8859_1);
  }
}
