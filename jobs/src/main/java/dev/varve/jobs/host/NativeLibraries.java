package dev.varve.jobs.host;

import com.github.luben.zstd.util.Native;
import java.util.Optional;
import org.xerial.snappy.Snappy;

/**
 * The libraries that rows are compressed by. They unpack themselves into the temporary folder when
 * they are first used, which is late, and fail where that is full or mounted noexec.
 */
public final class NativeLibraries {
  private NativeLibraries() {}

  /** Loads them; a sentence that says why one does not load, and what to set. */
  public static Optional<String> fault() {
    try {
      Native.load();
      int unused = Snappy.maxCompressedLength(1);
      return Optional.empty();
    } catch (LinkageError | RuntimeException e) {
      return Optional.of(sentence(e));
    }
  }

  /** The advice about a library that does not load. */
  public static String sentence(Throwable fault) {
    Throwable root = fault;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return "a library does not load (%s); it is unpacked into %s, which may be full or mounted noexec: TMPDIR or -Djava.io.tmpdir in VARVE_JAVA_OPTIONS names another folder"
        .formatted(
            String.valueOf(root.getMessage()).lines().findFirst().orElse(""),
            System.getProperty("java.io.tmpdir"));
  }
}
