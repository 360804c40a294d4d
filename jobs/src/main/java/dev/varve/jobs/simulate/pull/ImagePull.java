package dev.varve.jobs.simulate.pull;

import dev.varve.input.source.ImageName;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.store.Store;
import dev.varve.simulation.request.RegistryRequest;
import dev.varve.simulation.request.RegistryTrace;
import dev.varve.simulation.request.TraceFiles;
import dev.varve.simulation.request.TraceLimits;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code image_pull}: the number of pulls of an image in a trace.
 *
 * @param repository as in {@code image_update}
 */
record ImagePull(String repository, String imageDigest, long pulls) {
  private static final int FIRST_ERROR_STATUS = 400;

  /**
   * Longest time, in microseconds, between a request by tag and the client's following request of
   * the same image by digest. Both count as one pull.
   */
  private static final long MAX_MICROS_OF_A_PULL = 60_000_000;

  /**
   * A row of {@code schemas/simulate/pull_manifest.sql}.
   *
   * @param reference tag or digest under which the repository has the image
   * @param createdAt when the image was built; null where it does not say
   */
  private record Named(
      String repository, String reference, String imageDigest, @Nullable Instant createdAt) {
    long createdMicros() {
      return createdAt == null
          ? Long.MIN_VALUE
          : ChronoUnit.MICROS.between(Instant.EPOCH, createdAt);
    }
  }

  /** Name of a manifest in a request; the reference is a tag or a digest. */
  private record Name(String repository, String reference) {}

  /** An image in a repository. */
  private record RepositoryImage(String repository, String imageDigest) {}

  /**
   * A request for an image by tag.
   *
   * @param atMicros since 1970
   */
  private record ByTag(RepositoryImage image, long atMicros) {}

  /**
   * The images that a trace requests. Some 300 bytes of memory for each name of a manifest, and for
   * each client.
   *
   * @param engine with the tables of the registry
   */
  static List<ImagePull> all(Engine engine, String trace, Store store) throws IOException {
    Map<Name, Named> known = new HashMap<>();
    engine.each(
        Query.of("simulate", "pull_manifest"),
        Named.class,
        named -> known.put(new Name(named.repository(), named.reference()), named));
    List<String> files = TraceFiles.of(store, List.of(store.qualified(trace)));
    Map<RepositoryImage, Long> pulls = new HashMap<>();
    Map<String, ByTag> lastByTag = new HashMap<>();
    try (RegistryTrace entries = new RegistryTrace(store, files, TraceLimits.USUAL)) {
      for (RegistryRequest entry = entries.next(); entry != null; entry = entries.next()) {
        Named named = isPull(entry) ? named(known, entry.repository(), entry.id()) : null;
        if (named != null && entry.atMicros() >= named.createdMicros()) {
          RepositoryImage image = new RepositoryImage(named.repository(), named.imageDigest());
          ByTag last = lastByTag.remove(entry.client());
          boolean isDigest = named.reference().equals(named.imageDigest());
          boolean isCountedAlready =
              isDigest
                  && last != null
                  && last.image().equals(image)
                  && entry.atMicros() - last.atMicros() <= MAX_MICROS_OF_A_PULL;
          pulls.merge(image, isCountedAlready ? 0L : 1L, Long::sum);
          if (!isDigest) {
            lastByTag.put(entry.client(), new ByTag(image, entry.atMicros()));
          }
        }
      }
    }
    List<ImagePull> rows = new ArrayList<>();
    pulls.forEach(
        (image, count) -> rows.add(new ImagePull(image.repository(), image.imageDigest(), count)));
    return rows;
  }

  /**
   * Looks up a manifest by name. A trace names a repository as its registry does, but another input
   * may have named it in Docker's short form.
   */
  private static @Nullable Named named(
      Map<Name, Named> known, String repository, String reference) {
    Named exact = known.get(new Name(repository, reference));
    return exact == null ? known.get(new Name(ImageName.familiar(repository), reference)) : exact;
  }

  private static boolean isPull(RegistryRequest entry) {
    return entry.kind() == RegistryRequest.Kind.MANIFEST
        && entry.method().equals("GET")
        && entry.status() < FIRST_ERROR_STATUS
        && entry.bytes() > 0;
  }
}
