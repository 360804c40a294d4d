package dev.varve.jobs.query;

import com.sun.management.OperatingSystemMXBean;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.guard.AllowedSql;
import dev.varve.jobs.run.Engine;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How questions are answered.
 *
 * @param engine one of {@link #AUTO}, {@link #DUCKDB} and {@link #SPARK}
 * @param memoryBytes what DuckDB holds in memory; the rest is spilled
 * @param spillFolder where it is spilled
 * @param copyBytes size of a warehouse that is not local up to which its tables are copied for
 *     DuckDB
 * @param verifyPages whether DuckDB's input is compared with its checksums first
 * @param smallBytes size of a warehouse below which Spark is fitted to few rows
 * @param allowed what free queries may do
 */
public record QuerySettings(
    String engine,
    long memoryBytes,
    String spillFolder,
    long copyBytes,
    boolean verifyPages,
    long smallBytes,
    AllowedSql allowed) {
  static final String AUTO = "auto";
  public static final String DUCKDB = "duckdb";
  public static final String SPARK = "spark";

  private static final String SPILL_FOLDER = "query.spill-folder";

  /** Longer than the letter of a drive. */
  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/");

  private static final double SMALLEST_SHARE = 0.01;
  private static final List<String> ENGINES = List.of(AUTO, DUCKDB, SPARK);

  /** Reads sections query and sql. */
  public static QuerySettings read(SettingReader settings) {
    double share = settings.number("query.memory-share", SMALLEST_SHARE, 1);
    String folder = settings.text(SPILL_FOLDER);
    if (!folder.isEmpty()) {
      settings.check(SPILL_FOLDER + " is " + folder, () -> checkFolder(folder));
    }
    return new QuerySettings(
        settings.name("query.engine", ENGINES),
        (long) (share * memoryOfTheMachine()),
        folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder,
        settings.bytes("query.copy-bytes"),
        settings.name("query.verify-pages", AllowedSql.ANSWERS).equals("true"),
        Engine.smallBytes(settings),
        AllowedSql.read(settings));
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
