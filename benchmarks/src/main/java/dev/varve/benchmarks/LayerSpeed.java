package dev.varve.benchmarks;

import dev.varve.content.recipe.LayerReader;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.model.LayerBlob;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The layer reader alone, on one thread, over the blobs of an OCI layout in memory, by turns with
 * each engine of digests. A line an engine: bytes of archives, CPU seconds of the thread in the
 * median round, and for a GB.
 */
public final class LayerSpeed {
  private static final int LEAST_BYTES = 1 << 16;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final ArchiveLimits LIMITS =
      new ArchiveLimits(1L << 40, 100_000_000, 1 << 16, 1 << 20, 1_000_000);

  private record Blob(String digest, byte[] bytes) {}

  private LayerSpeed() {}

  /** Arguments: LAYOUT, how many rounds to warm up, how many to measure. */
  public static void main(String[] arguments) throws IOException {
    List<Blob> blobs = blobs(Path.of(arguments[0], "blobs", "sha256"));
    int warmUps = Integer.parseInt(arguments[1]);
    int rounds = Integer.parseInt(arguments[2]);
    DigestEngine[] engines = DigestEngine.values();
    Map<DigestEngine, List<Double>> seconds = new EnumMap<>(DigestEngine.class);
    long bytes = 0;
    for (int round = -warmUps; round < rounds; round++) {
      for (DigestEngine engine : engines) {
        long start = THREADS.getCurrentThreadCpuTime();
        bytes = read(blobs, engine);
        if (round >= 0) {
          seconds
              .computeIfAbsent(engine, first -> new ArrayList<>())
              .add((THREADS.getCurrentThreadCpuTime() - start) / 1e9);
        }
      }
    }
    for (DigestEngine engine : engines) {
      List<Double> times = Objects.requireNonNull(seconds.get(engine));
      Collections.sort(times);
      double median = times.get(times.size() / 2);
      System.out.printf(
          Locale.ROOT, "%s %d %.3f %.3f%n", engine, bytes, median, median / bytes * 1e9);
    }
  }

  /** Layers are the larger ones. */
  private static List<Blob> blobs(Path folder) throws IOException {
    List<Blob> blobs = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        if (Files.size(file) >= LEAST_BYTES) {
          blobs.add(new Blob("sha256:" + file.getFileName(), Files.readAllBytes(file)));
        }
      }
    }
    return blobs;
  }

  private static long read(List<Blob> blobs, DigestEngine engine) throws IOException {
    LayerReading reading =
        new LayerReading(
            "sha256", LIMITS, InflateEngine.fastest(), engine, LayerReading.DiffIds.VERIFY);
    long bytes = 0;
    for (Blob blob : blobs) {
      LayerBlob expected =
          new LayerBlob(blob.digest, LayerBlob.DigestOf.BLOB, blob.bytes.length, List.of(), null);
      try (LayerReader reader =
          new LayerReader(expected, new ByteArrayInputStream(blob.bytes), reading)) {
        while (reader.next() != null) {}
        bytes += reader.layer().stored().archiveBytes();
      }
    }
    return bytes;
  }
}
