package dev.varve.benchmarks;

import dev.varve.model.ByteStore;
import dev.varve.model.Seed;
import dev.varve.simulation.request.KnownBlobs;
import dev.varve.simulation.request.MatchedTrace;
import dev.varve.simulation.request.SyntheticTrace;
import dev.varve.simulation.request.TraceLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A synthetic trace of so many requests, from a seed, written as the published ones are, gzipped,
 * and matched again. {@code write FILE REQUESTS}, then {@code read FILE} with a heap as small as
 * {@code -Xmx64m}: what was kept and dropped, and the milliseconds that it took.
 */
public final class PullTrace {
  private static final int IMAGES = 20_000;

  private PullTrace() {}

  /** Runs once. */
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[1]);
    if (arguments[0].equals("write")) {
      SyntheticTrace.write(file, Long.parseLong(arguments[2]), IMAGES, new Seed(1));
    } else {
      read(file);
    }
  }

  private static void read(Path file) throws IOException {
    long start = System.nanoTime();
    long[] layers =
        LongStream.range(0, 100_000).map(layer -> SyntheticTrace.bytes((int) layer)).toArray();
    try (MatchedTrace trace =
        MatchedTrace.open(
            new OneFile(file),
            List.of("trace"),
            TraceLimits.USUAL,
            layers,
            KnownBlobs.NONE,
            1_000_000)) {
      while (trace.next() != null) {}
      System.out.printf(
          "kept %s dropped %s of %d clients in %d ms%n",
          trace.kept(), trace.dropped(), trace.clients(), (System.nanoTime() - start) / 1_000_000);
    }
  }

  private record OneFile(Path file) implements ByteStore {
    @Override
    public Optional<Item> find(String location) throws IOException {
      return Optional.of(Item.file(location, Files.size(file)));
    }

    @Override
    public List<Item> list(String folder) {
      return List.of();
    }

    @Override
    public InputStream open(String location, long offset, long bytes) throws IOException {
      InputStream in = Files.newInputStream(file);
      in.skipNBytes(offset);
      return in;
    }

    @Override
    public SeekableByteChannel channel(String location) throws IOException {
      return Files.newByteChannel(file);
    }
  }
}
