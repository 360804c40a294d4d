package dev.varve.startup;

import dev.varve.startup.StraceProcess.OpenFile;
import org.jspecify.annotations.Nullable;

/** What system calls mean for the files that a process reads. */
record StraceCalls(String image, String run) {

  /** The process that a call made, or null. */
  @Nullable StraceProcess child(StraceCall call, StraceProcess process) {
    if (call.result() <= 0) {
      return null;
    }
    return switch (call.name()) {
      case "fork", "vfork" -> process.fork();
      case "clone", "clone3" ->
          call.arguments().toString().contains("CLONE_FILES") ? process.thread() : process.fork();
      default -> null;
    };
  }

  /** Follows a call, and returns what it reads; null for nothing. */
  @Nullable Access access(StraceCall call, StraceProcess process) {
    if (call.result() < 0) {
      return null;
    }
    return switch (call.name()) {
      case "execve" -> {
        String path = call.path(0);
        String at = path == null ? null : process.resolve(path, -1);
        yield at == null ? null : Access.whole(image, run, at);
      }
      case "open" -> opened(call, process, call.path(0), -1, call.argument(1));
      case "openat", "openat2" ->
          opened(call, process, call.path(1), call.number(0), call.argument(2));
      case "read", "readv" -> {
        OpenFile file = process.file(call.number(0));
        yield file == null ? null : advanced(file, call.result());
      }
      case "pread64", "preadv", "preadv2" -> range(call, process, 0, call.number(3), call.result());
      case "sendfile", "sendfile64" -> {
        OpenFile file = process.file(call.number(1));
        yield file == null || !call.argument(2).equals("NULL")
            ? null
            : advanced(file, call.result());
      }
      case "mmap", "mmap2" -> range(call, process, 4, call.number(5), call.number(1));
      default -> {
        follow(call, process);
        yield null;
      }
    };
  }

  private static void follow(StraceCall call, StraceProcess process) {
    switch (call.name()) {
      case "lseek" -> {
        OpenFile file = process.file(call.number(0));
        if (file != null) {
          file.offset = call.result();
        }
      }
      case "dup", "dup2", "dup3" -> process.copy(call.number(0), call.result());
      case "fcntl" -> {
        if (call.argument(1).startsWith("F_DUPFD")) {
          process.copy(call.number(0), call.result());
        }
      }
      case "close" -> process.close(call.number(0));
      case "chdir" -> {
        String path = call.path(0);
        String folder = path == null ? null : process.resolve(path, -1);
        if (folder != null) {
          process.enter(folder);
        }
      }
      case "fchdir" -> {
        OpenFile folder = process.file(call.number(0));
        if (folder != null) {
          process.enter(folder.path);
        }
      }
      case "chroot" -> process.enter("/");
      default -> {
        // Reads nothing, and opens nothing.
      }
    }
  }

  private @Nullable Access opened(
      StraceCall call, StraceProcess process, @Nullable String path, long folder, String flags) {
    String at = path == null ? null : process.resolve(path, folder);
    if (at == null) {
      process.close(call.result());
      return null;
    }
    process.open(call.result(), at);
    return flags.contains("O_WRONLY") || flags.contains("O_TRUNC")
        ? null
        : new Access(image, run, at, 0, 0);
  }

  private Access advanced(OpenFile file, long bytes) {
    if (bytes > Long.MAX_VALUE - file.offset) {
      throw new IllegalArgumentException("it reads beyond the end of any file");
    }
    Access access = new Access(image, run, file.path, file.offset, bytes);
    file.offset += bytes;
    return access;
  }

  private @Nullable Access range(
      StraceCall call, StraceProcess process, int descriptor, long offset, long bytes) {
    OpenFile file = process.file(call.number(descriptor));
    return file == null || offset < 0 || bytes < 0
        ? null
        : new Access(image, run, file.path, offset, bytes);
  }
}
