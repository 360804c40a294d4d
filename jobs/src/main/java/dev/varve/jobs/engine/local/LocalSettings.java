package dev.varve.jobs.engine.local;

import com.sun.management.OperatingSystemMXBean;
import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Limits of the local engine's use of the machine.
 *
 * @param memoryBytes memory limit of DuckDB; data beyond it is spilled to disk
 * @param spillFolder folder for spilled data
 * @param copyBytes most bytes of a warehouse on another file system whose tables are copied to this
 *     machine
 * @param verifyPages whether the pages of Parquet files are compared with their checksums before
 *     the files are read
 */
public record LocalSettings(
    long memoryBytes, String spillFolder, long copyBytes, boolean verifyPages) {
  /** A URI; its scheme has two letters or more, unlike the letter of a Windows drive. */
  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/");

  private record Keys(
      @Range(low = 0.01, high = 1) double memoryShare,
      String spillFolder,
      long copyBytes,
      boolean verifyPages) {}

  /** Reads section engine. */
  public static LocalSettings read(SettingReader settings) {
    Keys keys = settings.bind("engine", Keys.class);
    String folder = keys.spillFolder;
    if (!folder.isEmpty()) {
      settings.check("engine.spill-folder is " + folder, () -> checkFolder(folder));
    }
    return new LocalSettings(
        (long) (keys.memoryShare * memoryOfTheMachine()),
        folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder,
        keys.copyBytes,
        keys.verifyPages);
  }

  /** Checks that a folder can be made, as far as this is visible without making it. */
  private static void checkFolder(String folder) {
    if (URI.matcher(folder).lookingAt()) {
      throw new IllegalArgumentException("it takes a folder of this machine, not a URI");
    }
    Path existing = Path.of(folder).toAbsolutePath();
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      throw new IllegalArgumentException(existing + " is no folder");
    }
    if (!Files.isWritable(existing)) {
      throw new IllegalArgumentException(existing + " cannot be written to");
    }
  }

  private static long memoryOfTheMachine() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getTotalMemorySize();
  }
}
