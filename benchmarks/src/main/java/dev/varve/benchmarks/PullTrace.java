package dev.varve.benchmarks;

import dev.varve.model.ByteStore;
import dev.varve.model.Seed;
import dev.varve.request.Gaps;
import dev.varve.request.MatchedTrace;
import dev.varve.request.PullRequest;
import dev.varve.request.PullRequests;
import dev.varve.request.PulledImage;
import dev.varve.request.SessionSettings;
import dev.varve.request.SyntheticRequests;
import dev.varve.request.TraceLimits;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;

/**
 * A trace of so many requests, made up from a seed, written as the published ones are, gzipped, and
 * matched again. {@code write FILE REQUESTS}, then {@code read FILE} with a heap as small as {@code
 * -Xmx64m}: what was kept and dropped, and the milliseconds that it took.
 */
public final class PullTrace {
  private static final int IMAGES = 20_000;
  private static final String ENTRY =
      """
      {"host":"dc118836","http.request.duration":0.1,"http.request.method":"%s",\
      "http.request.remoteaddr":"client%d","http.request.uri":"v2/user/repository%d/%s",\
      "http.request.useragent":"docker/17.04.0-ce go/go1.7.5 git-commit/4845c56",\
      "http.response.status":200,"http.response.written":%d,"id":"%x","timestamp":"%s"}""";

  private PullTrace() {}

  /** Runs once. */
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[1]);
    if (arguments[0].equals("write")) {
      write(file, Long.parseLong(arguments[2]));
    } else {
      read(file);
    }
  }

  private static void write(Path file, long count) throws IOException {
    List<PulledImage> images =
        IntStream.range(0, IMAGES)
            .mapToObj(
                image ->
                    new PulledImage(
                        image,
                        IntStream.range(0, 5).map(layer -> layer * IMAGES + image).toArray()))
            .toList();
    SessionSettings settings =
        new SessionSettings(count, 10, 2000, 0.15, 0.3, 0.01, 0.42, 0.1, 1_000_000);
    PullRequests requests =
        new SyntheticRequests(images, settings, Gaps.named("exponential", 1e6), new Seed(1));
    try (BufferedWriter out =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.US_ASCII))) {
      out.write("[");
      for (long number = 0; number < count; number++) {
        PullRequest request = requests.next();
        out.write(number == 0 ? "" : ",\n");
        out.write(entry(request, number));
      }
      out.write("]");
    }
  }

  private static String entry(PullRequest request, long number) {
    boolean manifest = request.kind() == PullRequest.Kind.MANIFEST;
    boolean push = request.verb() == PullRequest.Verb.PUT && !manifest;
    return ENTRY.formatted(
        request.verb(),
        request.client(),
        request.repository(),
        manifest ? "manifests/latest" : push ? "blobs/uploads/x" : "blobs/" + request.layer(),
        manifest ? 1000 : bytes(request.layer()),
        number,
        Instant.ofEpochMilli(1_500_000_000_000L + request.atMicros() / 1000));
  }

  private static long bytes(int layer) {
    return 1000 + (Seed.mix(layer) >>> 1) % 10_000_000;
  }

  private static void read(Path file) throws IOException {
    long start = System.nanoTime();
    long[] layers = LongStream.range(0, 100_000).map(layer -> bytes((int) layer)).toArray();
    try (MatchedTrace trace =
        MatchedTrace.open(
            new OneFile(file), List.of("trace"), TraceLimits.USUAL, layers, 1_000_000)) {
      while (trace.next() != null) {}
      System.out.printf(
          "kept %d dropped %s of %d clients in %d ms%n",
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
