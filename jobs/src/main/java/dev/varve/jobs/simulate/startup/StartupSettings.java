package dev.varve.jobs.simulate.startup;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.varve.jobs.conf.SettingReader;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Settings of {@code simulate startup}.
 *
 * @param accesses locations of access lists, files or folders
 * @param traces texts of strace with their images
 * @param categories location of the categories, or empty
 * @param networks every combination of latency and bandwidth
 * @param blockSizes in bytes
 * @param mostLinks symbolic links of one image that a task stores
 */
record StartupSettings(
    List<String> accesses,
    List<Trace> traces,
    String categories,
    List<Network> networks,
    List<Long> blockSizes,
    int mostLinks) {
  private static final double MOST_MILLIS = 1e6;

  /** The text of strace, of a program that was started in an image. */
  record Trace(String image, String location) implements Serializable {
    private static Trace parse(String word) {
      int equals = word.indexOf('=');
      if (equals < 1 || equals == word.length() - 1) {
        throw new IllegalArgumentException("write IMAGE=FILE");
      }
      return new Trace(word.substring(0, equals), word.substring(equals + 1));
    }
  }

  /**
   * Rates that the time of a pull depends on.
   *
   * @param latencyMillis of each request, one after another
   * @param bytesPerSecond of the network
   * @param unpackBytesPerSecond of archive that is decompressed and written
   */
  record Network(double latencyMillis, long bytesPerSecond, long unpackBytesPerSecond) {}

  /** Locations of all files that are read. */
  List<String> inputs() {
    List<String> all = new ArrayList<>(accesses);
    traces.forEach(trace -> all.add(trace.location()));
    all.add(categories);
    return all;
  }

  static StartupSettings read(SettingReader settings) {
    List<Long> bandwidths = settings.parsed("startup.bytes-per-second", StartupSettings::bytes, 1L);
    long unpack = settings.bytes("startup.unpack-bytes-per-second");
    return new StartupSettings(
        words(settings, "startup.accesses"),
        settings.text("startup.strace").isBlank()
            ? List.of()
            : settings.parsed("startup.strace", Trace::parse, new Trace("-", "-")),
        settings.text("startup.categories"),
        settings.numbers("startup.latency-millis", 0, MOST_MILLIS).stream()
            .flatMap(
                latency -> bandwidths.stream().map(bytes -> new Network(latency, bytes, unpack)))
            .toList(),
        settings.parsed("startup.block-bytes", StartupSettings::bytes, 1L),
        settings.count("startup.most-links"));
  }

  private static List<String> words(SettingReader settings, String key) {
    return settings.text(key).isBlank() ? List.of() : settings.parsed(key, word -> word, "");
  }

  private static long bytes(String size) {
    try {
      long bytes = ConfigFactory.parseMap(Map.of("size", size.strip())).getBytes("size");
      if (bytes > 0) {
        return bytes;
      }
    } catch (ConfigException e) {
      throw new IllegalArgumentException("it is no size", e);
    }
    throw new IllegalArgumentException("it must be positive");
  }
}
