package dev.varve.startup;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The open files and the working folder of a traced process. */
final class StraceProcess {
  /** The system itself takes paths of 4,096 letters; folders that were changed into add up. */
  private static final int MOST_PATH_LETTERS = 1 << 16;

  private final Map<Long, OpenFile> files;
  private final StraceMemory memory;
  private String folder;

  /** Shared by all descriptors that were made of one. */
  static final class OpenFile {
    final String path;
    long offset;

    OpenFile(String path) {
      this.path = path;
    }
  }

  /** Nothing is open, in the root folder. */
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
   * Where a path leads to that is relative to this folder or, when negative, the working one.
   *
   * @throws IllegalArgumentException when it is longer than any path
   */
  @Nullable String resolve(String path, long descriptor) {
    OpenFile at = descriptor < 0 ? null : files.get(descriptor);
    boolean whole = path.startsWith("/");
    if (!whole && descriptor >= 0 && at == null) {
      return null;
    }
    String from = whole ? "" : at == null ? folder : at.path;
    if (from.length() + path.length() >= MOST_PATH_LETTERS) {
      throw new IllegalArgumentException("a path of more than " + MOST_PATH_LETTERS + " letters");
    }
    return whole ? path : from + "/" + path;
  }

  void open(long descriptor, String path) {
    memory.add(1, path.length());
    files.put(descriptor, new OpenFile(path));
  }

  void close(long descriptor) {
    files.remove(descriptor);
  }

  void copy(long from, long to) {
    OpenFile file = files.get(from);
    if (file == null) {
      files.remove(to);
    } else {
      memory.add(1, 0);
      files.put(to, file);
    }
  }

  @Nullable OpenFile file(long descriptor) {
    return files.get(descriptor);
  }

  void enter(String path) {
    memory.add(0, path.length());
    folder = path;
  }

  /** Adds what it holds, of what threads share once. */
  void count(StraceMemory into, Set<Object> seen) {
    into.add(1, folder.length());
    if (seen.add(files)) {
      files.values().forEach(file -> into.add(1, file.path.length()));
    }
  }
}
