package dev.varve.input.source;

import dev.varve.input.tar.ArchiveLimits;
import dev.varve.model.ByteStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** All findings of a unit at once. */
public final class Findings {
  private Findings() {}

  /** What manifests say: without the lists of what is stored and of what could not be listed. */
  public static List<Finding> read(ByteStore store, SourceUnit unit, ArchiveLimits limits)
      throws IOException {
    return all(store, unit, limits).stream()
        .filter(one -> !(one instanceof Finding.StoredBlob || one instanceof Finding.Unlisted))
        .toList();
  }

  public static List<Finding> all(ByteStore store, SourceUnit unit, ArchiveLimits limits)
      throws IOException {
    List<Finding> findings = new ArrayList<>();
    ImageSources.read(store, unit, limits, Set.of(), findings::add);
    return findings;
  }
}
