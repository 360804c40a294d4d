package dev.varve.simulation.request;

import dev.varve.model.Seed;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a trace in the published format, gzipped, of synthetic requests: for demos and
 * measurements.
 */
public final class SyntheticTrace {
  private static final int LAYERS_AN_IMAGE = 5;
  private static final int MANIFEST_BYTES = 1000;
  private static final int MOST_LAYER_BYTES = 10_000_000;
  private static final double GAP_MICROS = 1e6;

  /** Values of {@link SessionSettings}; those of the top are published, for Dallas. */
  private static final double SESSIONS_A_SECOND = 10;

  private static final double PULL_RATIO = 0.15;
  private static final double FRESH_RATIO = 0.3;
  private static final double TOP_RATIO = 0.01;
  private static final double TOP_REQUEST_RATIO = 0.42;
  private static final double PUSH_RATIO = 0.1;
  private static final long MOST_THINK_MICROS = 1_000_000;
  private static final long START_MILLIS = 1_500_000_000_000L;
  private static final String ENTRY =
      """
      {"host":"dc118836","http.request.duration":0.1,"http.request.method":"%s",\
      "http.request.remoteaddr":"client%d","http.request.uri":"v2/user/repository%d/%s",\
      "http.request.useragent":"docker/17.04.0-ce go/go1.7.5 git-commit/4845c56",\
      "http.response.status":200,"http.response.written":%d,"id":"%x","timestamp":"%s"}""";

  private SyntheticTrace() {}

  /**
   * Writes a trace.
   *
   * @param file that is made or replaced
   * @param count of requests
   * @param images that they are for, each in a repository of its own
   */
  public static void write(Path file, long count, int images, Seed seed) throws IOException {
    List<PulledImage> pulled =
        IntStream.range(0, images)
            .mapToObj(
                image ->
                    new PulledImage(
                        image,
                        IntStream.range(0, LAYERS_AN_IMAGE)
                            .map(layer -> layer * images + image)
                            .toArray()))
            .toList();
    int clients = Math.max(1, images / 10);
    SessionSettings settings =
        new SessionSettings(
            count,
            SESSIONS_A_SECOND,
            clients,
            PULL_RATIO,
            FRESH_RATIO,
            TOP_RATIO,
            TOP_REQUEST_RATIO,
            PUSH_RATIO,
            MOST_THINK_MICROS);
    try (PullRequests requests =
            new SyntheticRequests(pulled, settings, Gaps.named("exponential", GAP_MICROS), seed);
        BufferedWriter out =
            new BufferedWriter(
                new OutputStreamWriter(
                    new GZIPOutputStream(Files.newOutputStream(file)),
                    StandardCharsets.US_ASCII))) {
      out.write("[");
      PullRequest request = requests.next();
      for (long number = 0; number < count && request != null; number++) {
        out.write(number == 0 ? "" : ",\n");
        out.write(entry(request, number));
        request = requests.next();
      }
      out.write("]");
    }
  }

  /** Bytes of a synthetic layer. */
  public static long bytes(int layer) {
    return MANIFEST_BYTES + (Seed.mix(layer) >>> 1) % MOST_LAYER_BYTES;
  }

  private static String entry(PullRequest request, long number) {
    boolean manifest = request.kind() == PullRequest.Kind.MANIFEST;
    boolean push = request.verb() == PullRequest.Verb.PUT && !manifest;
    return ENTRY.formatted(
        request.verb(),
        request.client(),
        request.repository(),
        manifest ? "manifests/latest" : push ? "blobs/uploads/x" : "blobs/" + request.layer(),
        manifest ? MANIFEST_BYTES : bytes(request.layer()),
        number,
        Instant.ofEpochMilli(START_MILLIS + request.atMicros() / 1000));
  }
}
