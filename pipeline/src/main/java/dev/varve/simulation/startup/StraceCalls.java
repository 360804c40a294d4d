package dev.varve.simulation.startup;

import dev.varve.simulation.startup.StraceProcess.OpenFile;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Interpreter of system calls: it finds which parts of files a process reads. */
record StraceCalls(String image, String run) {
  /** Calls that return the descriptor of something that is no file of an image. */
  private static final Set<String> NON_FILE_CALLS =
      Set.of(
          "accept",
          "accept4",
          "bpf",
          "creat",
          "epoll_create",
          "epoll_create1",
          "eventfd",
          "eventfd2",
          "fanotify_init",
          "fsmount",
          "fsopen",
          "fspick",
          "inotify_init",
          "inotify_init1",
          "landlock_create_ruleset",
          "memfd_create",
          "memfd_secret",
          "mq_open",
          "open_tree",
          "perf_event_open",
          "pidfd_getfd",
          "pidfd_open",
          "signalfd",
          "signalfd4",
          "socket",
          "timerfd_create",
          "userfaultfd");

  private static final Pattern DESCRIPTOR = Pattern.compile("(?<=[\\[ ])\\d+(?=[<,\\]])");
  private static final Pattern OFFSET = Pattern.compile("\\[(\\d+)\\].*");
  private static final long WRITE_ONLY = 1;
  private static final long TRUNCATE = 01000;

  /** The process that a call made, or null. */
  @Nullable StraceProcess child(StraceCall call, StraceProcess process) {
    return call.result() <= 0 ? null : child(call.name(), call.arguments().toString(), process);
  }

  /** The process that a call makes, whether it has returned or not; null when it makes none. */
  static @Nullable StraceProcess child(String name, String arguments, StraceProcess process) {
    return switch (name) {
      case "fork", "vfork" -> process.fork();
      case "clone", "clone2", "clone3" ->
          arguments.contains("CLONE_FILES") ? process.thread() : process.fork();
      default -> null;
    };
  }

  /**
   * Follows a call, and returns what it reads; null for nothing.
   *
   * @throws IllegalArgumentException when it reads what the trace does not name
   */
  @Nullable Access access(StraceCall call, StraceProcess process) {
    if (call.result() < 0) {
      return null;
    }
    return switch (call.name()) {
      case "execve" -> execute(process, call.path(0), StraceDescriptor.of(""));
      case "execveat" -> execute(process, call.path(1), call.descriptor(0));
      case "open" -> open(call, process, call.path(0), StraceDescriptor.of(""), 1);
      case "openat" -> open(call, process, call.path(1), call.descriptor(0), 2);
      case "openat2" -> {
        String path = call.path(1);
        boolean isRooted = call.argument(2).contains("RESOLVE_IN_ROOT");
        String within = path == null || !isRooted ? path : path.replaceFirst("^/+", "");
        yield open(call, process, within, call.descriptor(0), 2);
      }
      case "open_by_handle_at" -> open(call, process, null, call.descriptor(0), 2);
      case "read", "readv" -> readNext(process.file(call.descriptor(0)), call.result());
      case "pread64", "pread", "preadv", "preadv2" -> {
        OpenFile file = process.file(call.descriptor(0));
        yield call.argument(3).equals("-1")
            ? readNext(file, call.result())
            : readRange(file, call.number(3), call.result());
      }
      case "sendfile", "sendfile64" -> copy(call, process, 1, 2);
      case "copy_file_range", "splice" -> copy(call, process, 0, 1);
      case "mmap", "mmap2" ->
          call.argument(3).contains("MAP_ANONYMOUS")
              ? null
              : readRange(process.file(call.descriptor(4)), call.number(5), call.number(1));
      case "io_submit" -> {
        if (call.argument(2).contains("IOCB_CMD_PREAD")) {
          throw new IllegalArgumentException("asynchronous reads are not followed");
        }
        yield null;
      }
      case "io_uring_setup" -> {
        process.openOther(call.result());
        throw new IllegalArgumentException("strace does not print what io_uring reads");
      }
      default -> {
        follow(call, process);
        yield null;
      }
    };
  }

  private static void follow(StraceCall call, StraceProcess process) {
    switch (call.name()) {
      case "lseek" -> seek(process.file(call.descriptor(0)), call.result());
      case "_llseek" -> {
        Matcher to = OFFSET.matcher(call.argument(2));
        if (to.matches()) {
          seek(process.file(call.descriptor(0)), StraceDescriptor.of(to.group(1)).number());
        }
      }
      case "dup", "dup2", "dup3" -> process.copy(call.descriptor(0), call.result());
      case "fcntl", "fcntl64" -> {
        if (call.argument(1).startsWith("F_DUPFD")) {
          process.copy(call.descriptor(0), call.result());
        }
      }
      case "close" -> process.close(call.number(0));
      case "close_range" -> {
        if (call.argument(2).contains("CLOSE_RANGE_UNSHARE")) {
          process.unshareFiles();
        }
        if (!call.argument(2).contains("CLOSE_RANGE_CLOEXEC")) {
          long last = call.number(1);
          process.close(call.number(0), last < 0 ? Long.MAX_VALUE : last);
        }
      }
      case "unshare" -> {
        if (call.argument(0).contains("CLONE_FILES")) {
          process.unshareFiles();
        }
      }
      case "pipe", "pipe2" -> openOthers(call.argument(0), process);
      case "socketpair" -> openOthers(call.argument(3), process);
      case "chdir" ->
          process.enter(process.resolve(printed(call.path(0)), StraceDescriptor.of("")));
      case "fchdir" -> {
        OpenFile folder = process.file(call.descriptor(0));
        if (folder != null && folder.path != null) {
          process.enter(folder.path);
        }
      }
      case "chroot" -> process.enter("/");
      default -> {
        if (NON_FILE_CALLS.contains(call.name())) {
          process.openOther(call.result());
        }
      }
    }
  }

  private static void seek(@Nullable OpenFile file, long offsetArgument) {
    if (file != null) {
      file.offset = offsetArgument;
    }
  }

  private static void openOthers(String pair, StraceProcess process) {
    Matcher descriptorArgument = DESCRIPTOR.matcher(pair);
    while (descriptorArgument.find()) {
      process.openOther(Long.parseLong(descriptorArgument.group()));
    }
  }

  private static String printed(@Nullable String path) {
    if (path == null) {
      throw new IllegalArgumentException("a path that is not printed as text");
    }
    return path;
  }

  private Access execute(StraceProcess process, @Nullable String path, StraceDescriptor folder) {
    return Access.whole(image, run, process.resolve(printed(path), folder));
  }

  private @Nullable Access open(
      StraceCall call,
      StraceProcess process,
      @Nullable String path,
      StraceDescriptor folder,
      int flagsArgument) {
    process.openOther(call.result()); // until its path is known
    String flags = call.argument(flagsArgument);
    if (flags.contains("O_TMPFILE")) {
      return null;
    }
    String printed = call.returned().path();
    String resolved =
        path == null && printed != null ? printed : process.resolve(printed(path), folder);
    process.open(call.result(), resolved);
    long bits = call.number(flagsArgument);
    boolean isWritten =
        flags.contains("O_WRONLY")
            || flags.contains("O_TRUNC")
            || (bits >= 0 && ((bits & 3) == WRITE_ONLY || (bits & TRUNCATE) != 0));
    return isWritten ? null : new Access(image, run, resolved, 0, 0);
  }

  /**
   * The read of a copy within the kernel, such as sendfile: from the printed offset, or else from
   * the file's current position.
   */
  private @Nullable Access copy(
      StraceCall call, StraceProcess process, int descriptorArgument, int offsetArgument) {
    OpenFile file = process.file(call.descriptor(descriptorArgument));
    Matcher from = OFFSET.matcher(call.argument(offsetArgument));
    if (!from.matches()) {
      return readNext(file, call.result());
    }
    return readRange(file, StraceDescriptor.of(from.group(1)).number(), call.result());
  }

  private @Nullable Access readNext(@Nullable OpenFile file, long bytes) {
    if (file == null || file.path == null) {
      return null;
    }
    if (bytes > Long.MAX_VALUE - file.offset) {
      throw new IllegalArgumentException("it reads beyond the end of any file");
    }
    Access access = new Access(image, run, file.path, file.offset, bytes);
    file.offset += bytes;
    return access;
  }

  private @Nullable Access readRange(@Nullable OpenFile file, long offsetArgument, long bytes) {
    if (file == null || file.path == null) {
      return null;
    }
    if (offsetArgument < 0 || bytes < 0) {
      throw new IllegalArgumentException("no offset or length is printed");
    }
    return new Access(image, run, file.path, offsetArgument, bytes);
  }
}
