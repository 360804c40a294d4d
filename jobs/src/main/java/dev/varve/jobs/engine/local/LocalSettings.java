package dev.varve.jobs.engine.local;

import com.sun.management.OperatingSystemMXBean;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.AllowedSql;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * What the local engine takes of the machine.
 *
 * @param memoryBytes that DuckDB holds in memory; the rest is spilled
 * @param spillFolder where it is spilled
 * @param copyBytes size of a warehouse on another file system up to which its tables are copied
 * @param verifyPages whether files are compared with their checksums before they are read
 */
public record LocalSettings(
    long memoryBytes, String spillFolder, long copyBytes, boolean verifyPages) {
  private static final String SPILL_FOLDER = "query.spill-folder";

  /** Longer than the letter of a drive. */
  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/");

  private static final double SMALLEST_SHARE = 0.01;

  /** Reads section query. */
  public static LocalSettings read(SettingReader settings) {
    double share = settings.number("query.memory-share", SMALLEST_SHARE, 1);
    String folder = settings.text(SPILL_FOLDER);
    if (!folder.isEmpty()) {
      settings.check(SPILL_FOLDER + " is " + folder, () -> checkFolder(folder));
    }
    return new LocalSettings(
        (long) (share * memoryOfTheMachine()),
        folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder,
        settings.bytes("query.copy-bytes"),
        settings.name("query.verify-pages", AllowedSql.ANSWERS).equals("true"));
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
