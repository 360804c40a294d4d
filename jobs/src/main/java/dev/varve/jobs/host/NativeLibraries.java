package dev.varve.jobs.host;

import com.github.luben.zstd.util.Native;
import java.util.Optional;
import org.xerial.snappy.Snappy;

/**
 * Loads the native libraries that compress rows, zstd and Snappy, before any work starts. At their
 * first use they unpack themselves into the temporary folder, and fail if it is full or mounted
 * noexec.
 */
public final class NativeLibraries {
  private NativeLibraries() {}

  /**
   * Loads the libraries.
   *
   * @return for a library that does not load, the reason and the setting to change; otherwise empty
   */
  public static Optional<String> fault() {
    try {
      Native.load();
      int unused = Snappy.maxCompressedLength(1);
      return Optional.empty();
    } catch (LinkageError | RuntimeException e) {
      return Optional.of(sentence(e));
    }
  }

  /** The reason why a library does not load, and the setting to change. */
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
