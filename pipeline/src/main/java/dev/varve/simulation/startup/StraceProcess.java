package dev.varve.simulation.startup;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The open files and the working folder of a traced process. */
final class StraceProcess {
  /** The system itself takes paths of 4,096 letters; folders that were changed into add up. */
  private static final int MOST_PATH_LETTERS = 1 << 16;

  /** Descriptors 0 to 2 are opened by the parent of a program, seldom within its image. */
  private static final int STANDARD_STREAMS = 3;

  private Map<Long, OpenFile> files;
  private final StraceMemory memory;
  private String folder;

  /**
   * An open file, shared by all duplicates of its descriptor. Its path is null when it is no file
   * of an image.
   */
  static final class OpenFile {
    final @Nullable String path;
    long offset;

    OpenFile(@Nullable String path) {
      this.path = path;
    }
  }

  /** A process without open files, whose working folder is the root. */
  StraceProcess(StraceMemory memory) {
    this(new HashMap<>(), memory, "/");
  }

  private StraceProcess(Map<Long, OpenFile> files, StraceMemory memory, String folder) {
    this.files = files;
    this.memory = memory;
    this.folder = folder;
    memory.add(1L + files.size(), folder.length());
  }

  /** A process that was forked from this one. */
  StraceProcess fork() {
    return new StraceProcess(new HashMap<>(files), memory, folder);
  }

  /** A thread, which shares what is open. */
  StraceProcess thread() {
    return new StraceProcess(files, memory, folder);
  }

  /**
   * The file that a path leads to, relative to a folder or, where that has no descriptor, to the
   * working one.
   *
   * @throws IllegalArgumentException when the folder is not known, or the path too long
   */
  String resolve(String path, StraceDescriptor at) {
    if (at.number() < 0 && at.path() != null) {
      enter(at.path());
    }
    if (path.startsWith("/")) {
      return path;
    }
    OpenFile open = at.number() < 0 ? null : file(at);
    String from = open == null ? folder : open.path;
    if (from == null || (at.number() >= 0 && open == null)) {
      throw new IllegalArgumentException(
          "a path relative to descriptor " + at.number() + ", which is no folder of the image");
    }
    if (from.length() + path.length() >= MOST_PATH_LETTERS) {
      throw new IllegalArgumentException("a path of more than " + MOST_PATH_LETTERS + " letters");
    }
    return path.isEmpty() ? from : from + "/" + path;
  }

  void open(long descriptor, String path) {
    memory.add(1, path.length());
    files.put(descriptor, new OpenFile(path));
  }

  void close(long descriptor) {
    files.remove(descriptor);
  }

  void copy(StraceDescriptor from, long to) {
    OpenFile file = files.get(from.number());
    if (file != null) {
      memory.add(1, 0);
      files.put(to, file);
    } else if (from.path() != null) {
      open(to, from.path());
    } else if (from.isPrinted() || from.number() < STANDARD_STREAMS) {
      openOther(to);
    } else {
      files.remove(to);
    }
  }

  /** A pipe, a socket or the like was opened. */
  void openOther(long descriptor) {
    memory.add(1, 0);
    files.put(descriptor, new OpenFile(null));
  }

  /** Closes all descriptors from one to another, both included. */
  void close(long from, long to) {
    files.keySet().removeIf(descriptor -> descriptor >= from && descriptor <= to);
  }

  /** Gives the process its own table of open files, which no other thread shares. */
  void unshareFiles() {
    memory.add(files.size(), 0);
    files = new HashMap<>(files);
  }

  /**
   * The file that a descriptor leads to; null for what is no file of an image.
   *
   * @throws IllegalArgumentException when it is unknown, once
   */
  @Nullable OpenFile file(StraceDescriptor descriptor) {
    long number = descriptor.number();
    OpenFile known = files.get(number);
    boolean isOther = descriptor.isPrinted() && descriptor.path() == null;
    if (number < 0 || isOther || known != null) {
      return number < 0 || isOther || known == null || known.path == null ? null : known;
    }
    if (descriptor.path() == null || descriptor.isDeleted()) {
      openOther(number);
      if (descriptor.isDeleted() || number < STANDARD_STREAMS) {
        return null; // a deleted file was made by the program, or stands for memory
      }
      throw new IllegalArgumentException(
          "descriptor %d was opened before the trace, or by a call that is not in it: trace with strace -y"
              .formatted(number));
    }
    open(number, descriptor.path());
    return files.get(number);
  }

  void enter(String path) {
    memory.add(0, path.length());
    folder = path;
  }

  /** Adds its memory, of what threads share once. */
  void count(StraceMemory into, Set<Object> seen) {
    into.add(1, folder.length());
    if (seen.add(files)) {
      files.values().forEach(file -> into.add(1, file.path == null ? 0 : file.path.length()));
    }
  }
}
