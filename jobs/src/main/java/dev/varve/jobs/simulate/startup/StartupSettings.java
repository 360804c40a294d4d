package dev.varve.jobs.simulate.startup;

import dev.varve.jobs.conf.MayBeEmpty;
import dev.varve.jobs.conf.Range;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of {@code simulate startup}.
 *
 * @param accesses locations of access lists, files or folders
 * @param strace output files of strace, each with the image that was started
 * @param categories location of the categories, or empty
 * @param latencyMillis latencies of a request to the registry
 * @param bytesPerSecond bandwidths of the network
 * @param unpackBytesPerSecond archive bytes that a client decompresses and writes per second
 * @param blockBytes sizes of the blocks in which files are fetched
 * @param mostLinks symbolic links of one image that a task stores
 */
record StartupSettings(
    @MayBeEmpty List<String> accesses,
    @MayBeEmpty List<Trace> strace,
    String categories,
    @Range(low = 0, high = 1e6) List<Double> latencyMillis,
    List<Long> bytesPerSecond,
    long unpackBytesPerSecond,
    List<Long> blockBytes,
    int mostLinks) {

  /**
   * The text of strace, of a program that was started in an image.
   *
   * @param image as the user names it
   * @param location of the text
   */
  record Trace(String image, String location) implements Serializable {
    static Trace parse(String word) {
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
   * @param latencyMillis latency of each request; requests follow one another
   * @param bytesPerSecond bandwidth of the network
   * @param unpackBytesPerSecond archive bytes that a client decompresses and writes per second
   */
  record Network(double latencyMillis, long bytesPerSecond, long unpackBytesPerSecond) {}

  /** Locations of all files that are read. */
  List<String> inputs() {
    List<String> all = new ArrayList<>(accesses);
    strace.forEach(trace -> all.add(trace.location()));
    all.add(categories);
    return all;
  }

  /** Every combination of latency and bandwidth. */
  List<Network> networks() {
    return latencyMillis.stream()
        .flatMap(
            latency ->
                bytesPerSecond.stream()
                    .map(bytes -> new Network(latency, bytes, unpackBytesPerSecond)))
        .toList();
  }
}
