package dev.varve.simulation.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.input.source.MemoryStore;
import dev.varve.model.MalformedBlobException;
import dev.varve.simulation.request.MatchedTrace.Count;
import dev.varve.simulation.request.PullRequest.Kind;
import dev.varve.simulation.request.PullRequest.Verb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MatchedTraceTest {
  private static final long SECOND = 1_000_000;

  private final List<PullRequest> requests = new ArrayList<>();
  private KnownBlobs known = KnownBlobs.NONE;

  private MatchedTrace match(TraceLimits limits, long[] layerBytes, TraceText... files)
      throws IOException {
    MemoryStore store = new MemoryStore();
    List<String> locations = new ArrayList<>();
    for (TraceText file : files) {
      locations.add(MemoryStore.ROOT + "/" + locations.size());
      store.put("" + (locations.size() - 1), file.toString());
    }
    MatchedTrace trace = MatchedTrace.open(store, locations, limits, layerBytes, known, 5 * SECOND);
    for (PullRequest next = trace.next(); next != null; next = trace.next()) {
      requests.add(next);
    }
    trace.close();
    return trace;
  }

  private MatchedTrace match(long[] layerBytes, TraceText... files) throws IOException {
    return match(TraceLimits.USUAL, layerBytes, files);
  }

  private static PullRequest request(
      double at, double think, int client, int repository, Verb verb, Kind kind, int layer) {
    return new PullRequest(
        (long) (at * SECOND), (long) (think * SECOND), client, repository, verb, kind, layer);
  }

  @Test
  void requestsAreThoseOfTheRulesWorkedByHand() throws IOException {
    TraceText first =
        new TraceText()
            .add(10, "a", "HEAD", "v2/u/r/manifests/m", 5) // METHOD
            .add(11, "a", "PUT", "v2/u/r/blobs/uploads/1", 900) // named x by the GET at 16
            .add(11.5, "a", "PUT", "v2/u/r/blobs/uploads/2", 901) // NEVER_NAMED
            .add(12, "a", "PUT", "v2/u/r/manifests/m", 50)
            .add(13, "a", "PUT", "v2/u/r/manifests/m", 50) // REPEATED_MANIFEST
            .add(14, "b", "GET", "v2/u/r/manifests/m", 50)
            .add(15, "b", "GET", "v2/u/r/tags/list", 50); // TARGET
    TraceText second =
        new TraceText()
            .add(16, "b", "GET", "v2/u/r/blobs/x", 900)
            .add(30, "b", "GET", "v2/u/r/blobs/y", 90) // 14 s of thought, capped at 5
            .add(31, "b", "GET", "v2/u/r/blobs/y", 0) // NO_BYTES
            .add(32, "c", "GET", "v2/u/r/blobs/x", 900) // NO_MANIFEST: c never asks for u/r's
            .add(33, "c", "GET", "v2/u/q/blobs/x", 900) // it asks for u/q's, later
            .add(34, "c", "GET", "v2/u/q/manifests/m", 60)
            .add(35, "c", "PUT", "v2/u/q/manifests/m", 60) // of another repository: no repeat
            .add(36, "c", "PUT", "v2/u/q/blobs/x", 900); // TARGET
    // of our three layers x takes the one of 1000 bytes, y that of 80
    MatchedTrace trace = match(new long[] {80, 1000, 70}, first, second);
    assertThat(requests)
        .containsExactly(
            request(0, 0, 0, 0, Verb.PUT, Kind.LAYER, 1),
            request(1, 1, 0, 0, Verb.PUT, Kind.MANIFEST, -1),
            request(3, 0, 1, 0, Verb.GET, Kind.MANIFEST, -1),
            request(5, 2, 1, 0, Verb.GET, Kind.LAYER, 1),
            request(19, 5, 1, 0, Verb.GET, Kind.LAYER, 0),
            request(22, 0, 2, 1, Verb.GET, Kind.LAYER, 1),
            request(23, 1, 2, 1, Verb.GET, Kind.MANIFEST, -1),
            request(24, 1, 2, 1, Verb.PUT, Kind.MANIFEST, -1));
    assertThat(trace.kept()).isEqualTo(new Count(8, 0, 0));
    assertThat(trace.dropped())
        .isEqualTo(
            Map.of(
                DropReason.METHOD, new Count(1, 0, 0),
                DropReason.TARGET, new Count(2, 0, 0),
                DropReason.NO_BYTES, new Count(1, 0, 0),
                DropReason.NO_MANIFEST, new Count(1, 0, 0),
                DropReason.REPEATED_MANIFEST, new Count(1, 0, 0),
                DropReason.NEVER_NAMED, new Count(1, 0, 0)));
    assertThat(trace.clients()).isEqualTo(3);
    assertThat(trace.repositories()).isEqualTo(2);
  }

  @Test
  void aPushIsNamedByTheFirstLaterGetOfItsRepositoryAndSize() throws IOException {
    TraceText trace =
        new TraceText()
            .add(1, "a", "GET", "v2/u/r/manifests/m", 5)
            .add(2, "a", "GET", "v2/u/r/blobs/x", 70) // earlier: names nothing
            .add(3, "a", "PUT", "v2/u/r/blobs/uploads/1", 70)
            .add(4, "a", "PUT", "v2/u/r/blobs/uploads/2", 70)
            .add(5, "a", "GET", "v2/u/q/blobs/z", 70) // another repository, NO_MANIFEST
            .add(6, "a", "GET", "v2/u/r/blobs/y", 70) // names both
            .add(7, "a", "GET", "v2/u/r/blobs/x", 70);
    match(new long[] {70, 70, 70}, trace);
    // x takes layer 0, then y layer 1, which both pushes are
    assertThat(requests).extracting(PullRequest::layer).containsExactly(-1, 0, 1, 1, 1, 0);
  }

  /**
   * Sizes lead x to the second layer, and y to the first; digests to the third, and to a config.
   */
  @Test
  void aBlobWithTheDigestOfALayerIsThatLayer() throws IOException {
    String x = "sha256:0123456789abcde" + "f".repeat(49);
    String y = "sha512:0123456789abcdf" + "0".repeat(113);
    known = new KnownBlobs(new long[] {1, 2, 0x0123456789abcdeL}, new long[] {0x0123456789abcdfL});
    TraceText trace =
        new TraceText()
            .add(1, "a", "GET", "v2/u/r/manifests/m", 5)
            .add(2, "a", "GET", "v2/u/r/blobs/z", 90) // closest of those that are not named
            .add(3, "a", "GET", "v2/u/r/blobs/" + x, 20)
            .add(4, "a", "GET", "v2/u/r/blobs/" + y, 10);
    MatchedTrace matched = match(new long[] {10, 20, 90}, trace);
    assertThat(requests).extracting(PullRequest::layer).containsExactly(-1, 1, 2);
    assertThat(matched.dropped()).isEqualTo(Map.of(DropReason.CONFIG, new Count(1, 0, 0)));
  }

  @Test
  void anEntryIsLateBehindOneOfALaterTime() throws IOException {
    TraceText trace =
        new TraceText()
            .add(3, "a", "GET", "v2/u/r/manifests/m", 5)
            .add(9, "a", "GET", "v2/u/r/blobs/x", 70)
            .add(4, "a", "GET", "v2/u/r/blobs/x", 70) // late
            .add(8, "a", "HEAD", "v2/u/r/blobs/x", 70) // later than the one before it, not than 9
            .add(9, "a", "GET", "v2/u/r/blobs/x", 70);
    TraceText other = new TraceText().add(4, "b", "GET", "v2/u/r/manifests/m", 5);
    MatchedTrace matched = match(new long[] {70}, trace, other);
    assertThat(matched.kept()).isEqualTo(new Count(5, 1, 0));
    assertThat(matched.dropped()).isEqualTo(Map.of(DropReason.METHOD, new Count(1, 1, 0)));
  }

  @Test
  void layersAreUsedAgainOnceAllAreUsed() throws IOException {
    TraceText trace = new TraceText().add(1, "a", "GET", "v2/u/r/manifests/m", 5);
    for (int blob = 0; blob < 5; blob++) {
      trace.add(2 + blob, "a", "GET", "v2/u/r/blobs/" + blob, 10 + blob);
    }
    match(new long[] {10, 100}, trace);
    assertThat(requests).extracting(PullRequest::layer).containsExactly(-1, 0, 1, 0, 1, 0);
  }

  @Test
  void moreNamesThanTheLimitAreRefused() {
    TraceText trace = new TraceText();
    for (int client = 0; client < 10; client++) {
      trace.add(1, "client" + client, "GET", "v2/u/r/manifests/m", 5);
    }
    assertThatThrownBy(() -> match(new TraceLimits(100, 15), new long[] {1}, trace))
        .isInstanceOf(MalformedBlobException.class)
        .hasMessageContaining("more names");
  }
}
