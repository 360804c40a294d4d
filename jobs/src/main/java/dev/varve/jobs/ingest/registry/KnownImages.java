package dev.varve.jobs.ingest.registry;

import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.store.Locations;
import dev.varve.jobs.store.Store;
import dev.varve.model.ByteStore;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The images of each repository that need not be read again, in a file that tasks read. Only the
 * place of each repository is in memory, so memory does not grow with the number of images.
 */
final class KnownImages {
  /** The digests of one repository's images, a line each. */
  record Part(String file, long offset, int bytes) implements Serializable {
    private Set<String> read(ByteStore store) throws IOException {
      try (InputStream in = store.open(file, offset, bytes)) {
        String lines = new String(in.readNBytes(bytes), StandardCharsets.US_ASCII);
        return new HashSet<>(List.of(lines.split("\n")));
      }
    }
  }

  /** A row of {@code schemas/ingest/known_images.sql}. */
  private record Known(String repository, String imageDigest) {}

  private final Map<String, Part> parts = new HashMap<>();
  private final String path;
  private final OutputStream out;
  private @Nullable String repository;
  private long begin;
  private long offset;

  private KnownImages(String path, Store store) throws IOException {
    this.path = path;
    out = new BufferedOutputStream(store.create(path, 0));
  }

  /** Writes the file of a run; returns the part of each repository that has any. */
  static Map<String, Part> write(Run run) throws IOException {
    KnownImages known =
        new KnownImages(Locations.in(run.publication().folder(), "known-images"), run.store());
    try (OutputStream unused = known.out) {
      run.engine().each(new NewRows(run).query("known_images"), Known.class, known::add);
      known.endPart();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return known.parts;
  }

  private void add(Known row) {
    if (!row.repository().equals(repository)) {
      endPart();
      repository = row.repository();
    }
    byte[] line = (row.imageDigest() + "\n").getBytes(StandardCharsets.US_ASCII);
    try {
      out.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    offset += line.length;
  }

  private void endPart() {
    if (repository != null) {
      parts.put(repository, new Part(path, begin, Math.toIntExact(offset - begin)));
    }
    begin = offset;
  }

  /**
   * The images of the repositories that a task reads, each of which may be several of its units.
   */
  static final class OfTask {
    private final ByteStore store;
    private final Map<Part, SoftReference<Set<String>>> sets = new ConcurrentHashMap<>();

    OfTask(ByteStore store) {
      this.store = store;
    }

    /** The digests of a part; none without a part. */
    Set<String> of(@Nullable Part part) throws IOException {
      if (part == null) {
        return Set.of();
      }
      SoftReference<Set<String>> read = sets.get(part);
      Set<String> digests = read == null ? null : read.get();
      if (digests == null) {
        digests = part.read(store);
        sets.put(part, new SoftReference<>(digests));
      }
      return digests;
    }
  }
}
