package dev.varve.fuzz;

import dev.varve.input.codec.Packing;
import dev.varve.input.source.MemoryStore;
import dev.varve.input.tar.HandTar;
import dev.varve.model.MalformedBlobException;
import dev.varve.simulation.request.KnownBlobs;
import dev.varve.simulation.request.MatchedTrace;
import dev.varve.simulation.request.PullRequest;
import dev.varve.simulation.request.TraceLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Traces of a registry's requests, matched with three layers of ours; packed they are the same. */
final class RequestTarget implements FuzzTarget {
  private static final TraceLimits LIMITS = new TraceLimits(300, 50);
  private static final long[] LAYERS = {100, 5000, 5000};

  @Override
  public boolean accepts(byte[] data) throws IOException {
    List<PullRequest> requests = read(data);
    if (Checks.oneIn(16, data)) {
      List<PullRequest> packed = read(Packing.GZIP.pack(data));
      boolean plain = data.length > 0 && (data[0] == '[' || data[0] == ' ');
      Checks.holds(!plain || requests == null || requests.equals(packed), "packed it is the same");
    }
    return requests != null;
  }

  private static @Nullable List<PullRequest> read(byte[] data) throws IOException {
    MemoryStore store = new MemoryStore().put("trace", data);
    List<String> files = List.of(MemoryStore.ROOT + "/trace");
    List<PullRequest> requests = new ArrayList<>();
    try (MatchedTrace trace =
        MatchedTrace.open(store, files, LIMITS, LAYERS, KnownBlobs.NONE, 1_000_000)) {
      for (PullRequest request = trace.next(); request != null; request = trace.next()) {
        requests.add(request);
      }
      Checks.holds(trace.kept().entries() == requests.size(), "kept are those that are returned");
      return requests;
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return null;
    }
  }

  @Override
  public List<byte[]> seeds() {
    String get = entry("c1", "GET", "v2/u/r/manifests/latest", 300, "01:39:37.098");
    String blob = entry("c1", "GET", "/v2/u/r/blobs/b1", 4000, "01:39:38");
    String push = entry("c2", "PUT", "v2/u/r/blobs/uploads/i?digest=d", 90, "01:39:38.5");
    String head = entry("c1", "HEAD", "v2/u/r/tags/list", 0, "01:39:39");
    String other = "{\"host\":[{},1e5],\"http.response.status\":404}";
    return List.of(
        HandTar.latin("[" + get + ",\n" + blob + "," + push + "]"),
        HandTar.latin(" [" + head + "," + get + "," + blob + "," + blob + "]\n"),
        HandTar.latin("[" + other + "]"),
        HandTar.latin("[]"));
  }

  private static String entry(String client, String method, String uri, long written, String time) {
    return "{\"http.request.duration\":0.879,\"http.request.method\":\"%s\",".formatted(method)
        + "\"http.request.remoteaddr\":\"%s\",\"http.request.uri\":\"%s\",".formatted(client, uri)
        + "\"http.response.status\":200,\"http.response.written\":%d,\"timestamp\":\"2017-07-01T%sZ\"}"
            .formatted(written, time);
  }
}
