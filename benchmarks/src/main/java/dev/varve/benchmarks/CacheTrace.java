package dev.varve.benchmarks;

import dev.varve.simulation.cache.Belady;
import dev.varve.simulation.cache.CachePolicies;
import dev.varve.simulation.cache.PfooBound;
import dev.varve.simulation.cache.Replay;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * A cache policy over a trace, filled on demand. The trace's lines are {@code object size}, objects
 * numbered from 0. Prints a 1 or a 0 for each request that hit or missed, on one line, then the
 * milliseconds that it took; for {@code pfoo} the bound on hits and on their bytes.
 */
public final class CacheTrace {
  private final int[] requests;
  private final long[] sizes;

  private CacheTrace(int[] requests, long[] sizes) {
    this.requests = requests;
    this.sizes = sizes;
  }

  /** Runs once: a policy's name or {@code belady} or {@code pfoo}, capacity in bytes, trace. */
  public static void main(String[] arguments) throws IOException {
    long capacityBytes = Long.parseLong(arguments[1]);
    CacheTrace trace = read(Path.of(arguments[2]));
    long start = System.nanoTime();
    if (arguments[0].equals("pfoo")) {
      PfooBound bound = PfooBound.of(trace.requests, trace.sizes, capacityBytes);
      System.out.println(bound.hits() + " " + bound.hitBytes());
    } else {
      System.out.println(trace.digits(trace.hits(arguments[0], capacityBytes)));
    }
    System.out.println((System.nanoTime() - start) / 1_000_000);
  }

  private BitSet hits(String name, long capacityBytes) {
    return name.equals("belady")
        ? Belady.hits(requests, sizes, capacityBytes)
        : Replay.hits(CachePolicies.named(name, sizes, capacityBytes, id -> {}), requests);
  }

  private String digits(BitSet hits) {
    StringBuilder digits = new StringBuilder(requests.length);
    IntStream.range(0, requests.length).forEach(at -> digits.append(hits.get(at) ? '1' : '0'));
    return digits.toString();
  }

  private static CacheTrace read(Path file) throws IOException {
    int[] requests = new int[1024];
    long[] sizes = new long[1024];
    int count = 0;
    int objects = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int space = line.indexOf(' ');
        int id = Integer.parseInt(line.substring(0, space));
        if (count == requests.length) {
          requests = Arrays.copyOf(requests, 2 * count);
        }
        if (id >= sizes.length) {
          sizes = Arrays.copyOf(sizes, 2 * id);
        }
        requests[count++] = id;
        sizes[id] = Long.parseLong(line.substring(space + 1));
        objects = Math.max(objects, id + 1);
      }
    }
    return new CacheTrace(Arrays.copyOf(requests, count), Arrays.copyOf(sizes, objects));
  }
}
