package dev.varve.startup;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The open files and the working folder of a traced process. */
final class StraceProcess {
  private final Map<Long, OpenFile> files;
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
  StraceProcess() {
    this(new HashMap<>(), "/");
  }

  private StraceProcess(Map<Long, OpenFile> files, String folder) {
    this.files = files;
    this.folder = folder;
  }

  /** A process that was forked from this one. */
  StraceProcess fork() {
    return new StraceProcess(new HashMap<>(files), folder);
  }

  /** A thread, which shares what is open. */
  StraceProcess thread() {
    return new StraceProcess(files, folder);
  }

  /** Where a path leads to that is relative to this folder or, when negative, the working one. */
  @Nullable String resolve(String path, long descriptor) {
    if (path.startsWith("/")) {
      return path;
    }
    OpenFile at = descriptor < 0 ? null : files.get(descriptor);
    if (descriptor >= 0 && at == null) {
      return null;
    }
    return (at == null ? folder : at.path) + "/" + path;
  }

  void open(long descriptor, String path) {
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
      files.put(to, file);
    }
  }

  @Nullable OpenFile file(long descriptor) {
    return files.get(descriptor);
  }

  void enter(String path) {
    folder = path;
  }
}
