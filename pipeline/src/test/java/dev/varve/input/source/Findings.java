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

  public static List<Finding> read(ByteStore store, SourceUnit unit, ArchiveLimits limits)
      throws IOException {
    List<Finding> findings = new ArrayList<>();
    ImageSources.read(store, unit, limits, Set.of(), findings::add);
    return findings;
  }
}
