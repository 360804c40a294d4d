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
 * @param memoryBytes that DuckDB uses; the rest is spilled
 * @param spillFolder where it is spilled
 * @param copyBytes size of a warehouse on another file system up to which its tables are copied
 * @param verifyPages whether files are compared with their checksums before they are read
 */
public record LocalSettings(
    long memoryBytes, String spillFolder, long copyBytes, boolean verifyPages) {
  /** Longer than the letter of a drive. */
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

  /** A folder that can be made, as far as can be seen without making it. */
  private static void checkFolder(String folder) {
    if (URI.matcher(folder).lookingAt()) {
      throw new IllegalArgumentException("it takes a folder of this machine, not a URI");
    }
    Path there = Path.of(folder).toAbsolutePath();
    while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      throw new IllegalArgumentException(there + " is no folder");
    }
    if (!Files.isWritable(there)) {
      throw new IllegalArgumentException(there + " cannot be written to");
    }
  }

  private static long memoryOfTheMachine() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getTotalMemorySize();
  }
}
