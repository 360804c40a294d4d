package dev.varve.jobs.conf;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import dev.varve.chunking.Chunkers;
import dev.varve.codec.ArchiveLimits;
import dev.varve.codec.Digests;
import dev.varve.codec.InflateEngine;
import dev.varve.recipe.LayerReading;
import java.io.File;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings in force.
 *
 * @param fingerprint name of the file digest
 * @param chunker name of the rule that cuts disks into chunks
 * @param rangeBytes bytes of a disk that one task reads
 * @param diskBytes the largest disk that is read
 * @param taskBytes stored bytes of one task
 * @param taskBlobs blobs of one task
 * @param publishBytes stored bytes between publications
 * @param fileBytes aim for the size of a Parquet file
 * @param reading how layers are read
 * @param backup what is simulated of backups
 * @param spark settings of the engine, by their full names
 * @param all every setting as text, by its key without {@code varve.}
 */
public record Settings(
    String fingerprint,
    String chunker,
    long rangeBytes,
    long diskBytes,
    long taskBytes,
    int taskBlobs,
    long publishBytes,
    long fileBytes,
    LayerReading reading,
    BackupSettings backup,
    int lockWaitSeconds,
    int lockStaleSeconds,
    Map<String, String> spark,
    Map<String, String> all) {

  private static final Map<String, Supplier<InflateEngine>> INFLATE =
      Map.of("auto", InflateEngine::fastest, "jdk", () -> InflateEngine.JDK);
  private static final Map<String, Supplier<LayerReading.DiffIds>> DIFF_IDS =
      Map.of(
          "verify", () -> LayerReading.DiffIds.VERIFIED,
          "trust", () -> LayerReading.DiffIds.TRUSTED);
  private static final String ROOT = "varve";
  private static final String ENGINE = "spark";

  /**
   * Reads the defaults, a file over them, and single keys over both.
   *
   * @param defaults {@code key=value} each, in place of those of reference.conf
   * @param overlay a file in the form of reference.conf, or null
   * @param assignments {@code key=value} each, keys without {@code varve.}; keys that begin with
   *     {@code spark.} go to the engine
   * @throws InvalidSettingsException that lists every fault
   */
  public static Settings read(
      List<String> defaults, @Nullable File overlay, List<String> assignments) {
    Config reference = ConfigFactory.parseResources("dev/varve/reference.conf").getConfig(ROOT);
    List<String> faults = new ArrayList<>();
    Config own = ConfigFactory.empty();
    for (String assignment : defaults) {
      own = assignment(assignment, faults).withFallback(own);
    }
    if (overlay != null) {
      own = file(overlay, faults).withFallback(own);
    }
    for (String assignment : assignments) {
      own = assignment(assignment, faults).withFallback(own);
    }
    own.entrySet().stream()
        .map(Map.Entry::getKey)
        .filter(key -> !key.startsWith(ENGINE + ".") && !reference.hasPath(key))
        .sorted()
        .forEach(key -> faults.add("there is no setting " + key + "; see conf/reference.conf"));
    try {
      return checked(own.withFallback(reference), faults);
    } catch (ConfigException e) {
      faults.add(e.getMessage());
      throw new InvalidSettingsException(faults);
    }
  }

  /** The same without defaults of the caller's own. */
  public static Settings read(@Nullable File overlay, List<String> assignments) {
    return read(List.of(), overlay, assignments);
  }

  private static Config file(File overlay, List<String> faults) {
    if (!overlay.isFile()) {
      faults.add("--conf " + overlay + ": there is no such file");
      return ConfigFactory.empty();
    }
    try {
      Config parsed = ConfigFactory.parseFile(overlay).resolve();
      return named(parsed.hasPath(ROOT) ? parsed.getConfig(ROOT) : parsed);
    } catch (ConfigException e) {
      faults.add("--conf " + overlay + ": " + e.getMessage());
      return ConfigFactory.empty();
    }
  }

  /** The same with the engine's keys as one name each, quoted or not. */
  private static Config named(Config own) {
    Config named = own.withoutPath(ENGINE);
    if (own.hasPath(ENGINE)) {
      for (Map.Entry<String, ConfigValue> entry : own.getConfig(ENGINE).entrySet()) {
        String key = String.join(".", ConfigUtil.splitPath(entry.getKey()));
        String full = key.startsWith(ENGINE + ".") ? key : ENGINE + "." + key;
        named = named.withValue(ConfigUtil.joinPath(ENGINE, full), entry.getValue());
      }
    }
    return named;
  }

  private static Config assignment(String assignment, List<String> faults) {
    int equals = assignment.indexOf('=');
    if (equals <= 0) {
      faults.add("--set " + assignment + ": write it as key=value");
      return ConfigFactory.empty();
    }
    String key = assignment.substring(0, equals).trim();
    String path = key.startsWith(ENGINE + ".") ? ConfigUtil.joinPath(ENGINE, key) : key;
    try {
      return ConfigFactory.empty()
          .withValue(
              path,
              com.typesafe.config.ConfigValueFactory.fromAnyRef(assignment.substring(equals + 1)));
    } catch (ConfigException e) {
      faults.add("--set " + assignment + ": " + e.getMessage());
      return ConfigFactory.empty();
    }
  }

  private static Settings checked(Config config, List<String> faults) {
    String fingerprint = config.getString("ingest.fingerprint");
    if (!Digests.FINGERPRINTS.contains(fingerprint)) {
      faults.add(
          "ingest.fingerprint is " + fingerprint + "; choose one of " + Digests.FINGERPRINTS);
    }
    ArchiveLimits limits =
        new ArchiveLimits(
            bytes(config, "limit.archive-bytes", faults),
            count(config, "limit.entries", faults),
            (int) Math.min(1 << 30, bytes(config, "limit.path-bytes", faults)),
            (int) Math.min(1 << 30, bytes(config, "limit.header-bytes", faults)),
            count(config, "limit.sparse-pieces", faults),
            count(config, "limit.inflate-fold", faults),
            bytes(config, "limit.hole-bytes", faults));
    LayerReading reading =
        new LayerReading(
            fingerprint,
            limits,
            choice(config, "ingest.inflate", INFLATE, faults),
            choice(config, "ingest.diff-id", DIFF_IDS, faults));
    Settings settings =
        new Settings(
            fingerprint,
            chunker(config.getString("ingest.chunker"), faults),
            bytes(config, "ingest.range-bytes", faults),
            bytes(config, "limit.disk-bytes", faults),
            bytes(config, "ingest.task-bytes", faults),
            count(config, "ingest.task-blobs", faults),
            bytes(config, "ingest.publish-bytes", faults),
            bytes(config, "ingest.file-bytes", faults),
            reading,
            BackupSettings.read(config, faults),
            count(config, "lock.wait-seconds", faults),
            count(config, "lock.stale-seconds", faults),
            engine(config),
            texts(config));
    if (!faults.isEmpty()) {
      throw new InvalidSettingsException(faults);
    }
    return settings;
  }

  private static String chunker(String name, List<String> faults) {
    try {
      return Chunkers.named(name).name();
    } catch (IllegalArgumentException e) {
      faults.add("ingest.chunker: " + e.getMessage());
      return name;
    }
  }

  private static <T> T choice(
      Config config, String key, Map<String, Supplier<T>> choices, List<String> faults) {
    String name = config.getString(key);
    Supplier<T> chosen = choices.get(name);
    if (chosen == null) {
      List<String> known = choices.keySet().stream().sorted().toList();
      faults.add(key + " is " + name + "; choose one of " + known);
      return choices.values().iterator().next().get();
    }
    return chosen.get();
  }

  static long bytes(Config config, String key, List<String> faults) {
    return positive(config, key, () -> config.getBytes(key), faults);
  }

  static int count(Config config, String key, List<String> faults) {
    return (int)
        positive(
            config,
            key,
            () -> (long) new BigDecimal(config.getString(key)).intValueExact(),
            faults);
  }

  private static long positive(
      Config config, String key, Supplier<Long> read, List<String> faults) {
    try {
      long value = read.get();
      if (value > 0) {
        return value;
      }
      faults.add(key + " is " + value + "; it must be positive");
    } catch (ConfigException | ArithmeticException | NumberFormatException e) {
      faults.add(key + " is no valid number or size: " + text(config, key));
    }
    return 1;
  }

  /** A value as text; the items of a list with commas between them. */
  static String text(Config config, String key) {
    Object value = config.getAnyRef(key);
    return value instanceof List<?> items
        ? items.stream().map(String::valueOf).collect(Collectors.joining(","))
        : String.valueOf(value);
  }

  private static Map<String, String> engine(Config config) {
    Map<String, String> settings = new TreeMap<>();
    for (Map.Entry<String, ConfigValue> entry : config.getConfig(ENGINE).entrySet()) {
      settings.put(
          String.join(".", ConfigUtil.splitPath(entry.getKey())),
          String.valueOf(entry.getValue().unwrapped()));
    }
    return settings;
  }

  private static Map<String, String> texts(Config config) {
    Map<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, ConfigValue> entry : config.entrySet()) {
      List<String> path = ConfigUtil.splitPath(entry.getKey());
      String key =
          path.get(0).equals(ENGINE)
              ? String.join(".", path.subList(1, path.size()))
              : String.join(".", path);
      texts.put(key, String.valueOf(entry.getValue().unwrapped()));
    }
    return texts;
  }
}
