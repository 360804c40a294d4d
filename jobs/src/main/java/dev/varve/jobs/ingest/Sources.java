package dev.varve.jobs.ingest;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps table {@code source}: the inputs that ingests have looked through, and when. */
public record Sources(Run run) {
  private static final String TABLE = "source";

  /** The kind of an input, as column {@code kind} has it. */
  public enum Kind {
    REGISTRY,
    IMAGES,
    DISKS
  }

  /**
   * A row of the table.
   *
   * @param location the input, as a full location
   */
  public record Source(
      String location, String kind, Instant firstSeenAt, Instant seenAt, String runId) {}

  /** Stages the table with these inputs, all of which this run looked through. */
  public void add(Map<String, Kind> inputs) throws IOException {
    run.registerTables(List.of(TABLE));
    Map<String, Source> sources = new TreeMap<>();
    for (Source source : run.engine().all(Query.of("SELECT * FROM source"), Source.class)) {
      sources.put(source.location(), source);
    }
    inputs.forEach(
        (location, kind) -> {
          Source before = sources.get(location);
          Instant first = before == null ? run.startedAt() : before.firstSeenAt();
          sources.put(
              location, new Source(location, kind.name(), first, run.startedAt(), run.id()));
        });
    run.add(TABLE, Source.class, new ArrayList<>(sources.values()), "location");
  }
}
