package dev.varve.simulation.request;

import dev.varve.model.MalformedBlobException;
import dev.varve.model.RejectReason;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Facts that the matching needs before it starts, from a pass over the whole trace: who requests
 * manifests of what, and which blob each push became. Memory: about 100 bytes for each distinct
 * client, repository and blob; 16 to 32 for each pair of a client and a repository of which it
 * requests a manifest. Each push takes 4 bytes, and 100 more while no GET has named its blob.
 */
final class TraceSurvey {
  /** A push that no GET has named. */
  static final int UNNAMED = -1;

  private record Size(int repository, long bytes) {}

  private final TraceLimits limits;
  private final Object2IntOpenHashMap<String> clients = new Object2IntOpenHashMap<>();
  private final Object2IntOpenHashMap<String> repositories = new Object2IntOpenHashMap<>();
  private final Object2IntOpenHashMap<String> blobs = new Object2IntOpenHashMap<>();
  private final LongArrayList blobBytes = new LongArrayList();
  private final LongArrayList blobKeys = new LongArrayList();
  private final LongOpenHashSet readers = new LongOpenHashSet();
  private final IntArrayList pushes = new IntArrayList();
  private final Map<Size, IntArrayList> unnamed = new HashMap<>();
  private long earliestMicros = Long.MAX_VALUE;

  private TraceSurvey(TraceLimits limits) {
    this.limits = limits;
  }

  /** Reads the trace to its end. */
  static TraceSurvey of(RegistryTrace trace, TraceLimits limits) throws IOException {
    TraceSurvey survey = new TraceSurvey(limits);
    for (RegistryRequest request = trace.next(); request != null; request = trace.next()) {
      if (DropReason.of(request) == null) {
        survey.add(request);
      }
    }
    return survey;
  }

  private void add(RegistryRequest request) throws MalformedBlobException {
    earliestMicros = Math.min(earliestMicros, request.atMicros());
    int client = number(clients, request.client());
    int repository = number(repositories, request.repository());
    Size size = new Size(repository, request.bytes());
    switch (request.kind()) {
      case MANIFEST -> {
        if (request.method().equals("GET")) {
          readers.add(pair(client, repository));
        }
      }
      case BLOB -> {
        int blob = number(blobs, request.id());
        if (blob == blobBytes.size()) {
          blobBytes.add(request.bytes());
          blobKeys.add(KnownBlobs.key(request.id()));
        }
        IntArrayList named = unnamed.remove(size);
        if (named != null) {
          named.forEach(push -> pushes.set(push, blob));
        }
      }
      case UPLOAD -> {
        unnamed.computeIfAbsent(size, none -> new IntArrayList(1)).add(pushes.size());
        pushes.add(UNNAMED);
      }
      case OTHER -> throw new IllegalStateException("a request of no kind was kept");
    }
    long names = (long) clients.size() + repositories.size() + blobs.size();
    if (names + readers.size() + pushes.size() > limits.names()) {
      throw new MalformedBlobException(
          RejectReason.LIMIT, "more names in the trace than " + limits.names());
    }
  }

  private static int number(Object2IntOpenHashMap<String> numbers, String name) {
    int next = numbers.size();
    int known = numbers.putIfAbsent(name, next);
    return numbers.size() > next ? next : known;
  }

  private static long pair(int client, int repository) {
    return (long) client << Integer.SIZE | repository;
  }

  int client(RegistryRequest request) {
    return clients.getInt(request.client());
  }

  int repository(RegistryRequest request) {
    return repositories.getInt(request.repository());
  }

  /** The number of the blob of a GET. */
  int blob(RegistryRequest request) {
    return blobs.getInt(request.id());
  }

  /** The number of the blob that the n-th push became, or UNNAMED. */
  int pushed(int push) {
    return pushes.getInt(push);
  }

  /** Bytes of a blob, as stated by its first GET. */
  long blobBytes(int blob) {
    return blobBytes.getLong(blob);
  }

  /** The key of a blob among {@link KnownBlobs}. */
  long blobKey(int blob) {
    return blobKeys.getLong(blob);
  }

  /** Whether the client ever requests a manifest of the repository. */
  boolean reads(int client, int repository) {
    return readers.contains(pair(client, repository));
  }

  int clients() {
    return clients.size();
  }

  int repositories() {
    return repositories.size();
  }

  int blobs() {
    return blobs.size();
  }

  long earliestMicros() {
    return earliestMicros;
  }
}
