package dev.varve.jobs.ingest;

import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps table {@code rejection_sighting}: where something without a digest was rejected, and until
 * when.
 */
public record RejectionSightings(Run run) {
  private static final String TABLE = "rejection_sighting";

  private record Sighting(String location, Instant firstSeenAt, @Nullable Instant goneAt) {}

  /**
   * Stages the table.
   *
   * @param rejected locations at which this run rejected something
   * @param isJudged whether this run looked at a location
   */
  public void add(Set<String> rejected, Predicate<String> isJudged) throws IOException {
    run.registerTables(List.of(TABLE));
    List<Sighting> before = run.engine().all(Query.of("SELECT * FROM " + TABLE), Sighting.class);
    Set<String> fresh = new HashSet<>(rejected);
    List<Sighting> after = new ArrayList<>();
    for (Sighting one : before) {
      boolean isThere = one.goneAt() == null;
      boolean isMended =
          isThere && !rejected.contains(one.location()) && isJudged.test(one.location());
      if (isThere) {
        fresh.remove(one.location());
      }
      after.add(isMended ? new Sighting(one.location(), one.firstSeenAt(), run.startedAt()) : one);
    }
    fresh.forEach(location -> after.add(new Sighting(location, run.startedAt(), null)));
    if (!after.equals(before)) {
      run.add(TABLE, Sighting.class, after, "location", "first_seen_at");
    }
  }
}
