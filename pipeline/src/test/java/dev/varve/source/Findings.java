package dev.varve.source;

import dev.varve.model.ByteStore;
import dev.varve.tar.ArchiveLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** All findings of a unit at once. */
public final class Findings {
  private Findings() {}

  public static List<Finding> read(ByteStore store, SourceUnit unit, ArchiveLimits limits)
      throws IOException {
    List<Finding> findings = new ArrayList<>();
    ImageSources.read(store, unit, limits, findings::add);
    return findings;
  }
}
