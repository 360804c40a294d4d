package dev.varve.jobs.ingest.registry;

import dev.varve.input.source.Finding;
import dev.varve.input.source.Judged;
import dev.varve.input.source.RegistryInput;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.Staleness;
import dev.varve.jobs.ingest.NewRows;
import dev.varve.jobs.ingest.RejectionSightings;
import dev.varve.jobs.ingest.Sources;
import dev.varve.jobs.warehouse.table.Publication;
import dev.varve.model.MalformedBlobException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stages table {@code sighting} and the tables that follow from it: which tags, manifests and blobs
 * are where the run looked, and which are gone from there.
 *
 * @param inputs locations of the inputs, and texts of {@link RegistryInput}
 */
record Sightings(Run run, List<String> inputs) {
  private static final String AFTER = "sighting_after";

  /** A place with earlier sightings, and of registries also each of its tags. */
  private record Place(String location, @Nullable String tag) {}

  /** A place that this run does not judge. */
  private record UnjudgedPlace(String location) {}

  private record Rejected(String source) {}

  /** A tag that this run does not judge; empty for manifests without a tag. */
  private record UnjudgedTag(String location, String tag) {}

  /**
   * An earlier run that ended early.
   *
   * @param locations its inputs, a line each
   */
  private record EndedRun(Instant startedAt, @Nullable String locations) {}

  /** A row of {@code schemas/ingest/sighting_change.sql}. */
  private record Change(
      long changes,
      long tags,
      long goneOrBack,
      long goneTags,
      long goneManifests,
      long goneBlobs,
      long goneBlobBytes) {}

  /** Stages the rows, after those of images and manifests. */
  void add() throws IOException {
    Engine engine = run.engine();
    NewRows rows = new NewRows(run);
    run.registerTables(
        List.of(
            "sighting",
            "image_tag",
            "repository_manifest",
            "layer",
            "image",
            "image_layer",
            "manifest",
            "manifest_reference",
            "run"));
    Judged judged = judged();
    List<Finding.Unlisted> unlisted =
        engine.all(
            Query.of("SELECT DISTINCT location, tag FROM new_unlisted"), Finding.Unlisted.class);
    List<String> unlistedPlaces =
        unlisted.stream().filter(one -> one.tag() == null).map(Finding.Unlisted::location).toList();
    findUnjudged(judged, unlisted, unlistedPlaces);
    engine.records("ended_run", EndedRun.class, unlisted.isEmpty() ? endedRuns(judged) : List.of());
    engine.materialize(AFTER, rows.query("sighting").with("place", onlyPlace(judged)));
    Change change = engine.onlyRow(rows.query("sighting_change"), Change.class);
    run.count(Staleness.GONE_OR_BACK, change.goneOrBack());
    run.count("tags_gone", change.goneTags());
    run.count("manifests_gone", change.goneManifests());
    run.count("blobs_gone", change.goneBlobs());
    run.count("blob_bytes_gone", change.goneBlobBytes());
    Publication publication = run.publication();
    if (change.changes() > 0) {
      publication.add(
          "sighting",
          engine.write(
              "sighting",
              Query.of("SELECT * FROM " + AFTER),
              List.of("kind", "digest", "location", "repository", "tag", "first_seen_at"),
              publication.files()));
    }
    if (change.tags() > 0) {
      engine.view(
          "sighting_there",
          Query.of(
              "SELECT kind, repository, tag, digest, first_seen_at FROM "
                  + AFTER
                  + " WHERE gone_at IS NULL"));
      rows.add(publication, "repository_manifest", "repository", "tag", "manifest_digest");
      rows.add(publication, "image_tag", "repository", "tag", "image_digest");
    }
    Set<String> rejected = new HashSet<>();
    engine.each(
        Query.of("SELECT DISTINCT source FROM new_rejected_blob WHERE digest IS NULL"),
        Rejected.class,
        one -> rejected.add(one.source()));
    new RejectionSightings(run)
        .add(
            rejected,
            location -> judged.isWithinWhole(location) && !isUnlisted(location, unlistedPlaces));
    Map<String, Sources.Kind> whole = new TreeMap<>();
    for (String input : inputs) {
      // An input was looked through also where its registry has no list of what has no tag.
      if (unlisted.stream()
          .noneMatch(one -> !"".equals(one.tag()) && Judged.isAtOrBelow(one.location(), input))) {
        whole.put(
            input, RegistryInput.isRegistry(input) ? Sources.Kind.REGISTRY : Sources.Kind.IMAGES);
      }
    }
    new Sources(run).add(whole);
    engine.drop(AFTER);
  }

  private static boolean isUnlisted(String location, List<String> unlistedPlaces) {
    return unlistedPlaces.stream()
        .anyMatch(one -> Judged.isAtOrBelow(location, one) || Judged.isAtOrBelow(one, location));
  }

  private Judged judged() {
    try {
      return new Judged(inputs);
    } catch (MalformedBlobException e) {
      throw new IllegalStateException(e); // the inputs were parsed before
    }
  }

  /**
   * Shows the places and tags with earlier sightings that this run does not judge: those outside of
   * the inputs, and those that could not be listed.
   */
  private void findUnjudged(
      Judged judged, List<Finding.Unlisted> unlisted, List<String> unlistedPlaces)
      throws IOException {
    List<UnjudgedPlace> places = new ArrayList<>();
    List<UnjudgedTag> tags = new ArrayList<>();
    String whole =
        "SELECT DISTINCT location, NULL AS tag FROM sighting"
            + " WHERE gone_at IS NULL AND location IS NOT NULL";
    List<String> registries = new ArrayList<>();
    run.engine()
        .each(
            Query.of(whole),
            Place.class,
            place -> {
              String location = place.location();
              boolean isUnlisted = isUnlisted(location, unlistedPlaces);
              if (isUnlisted
                  || (!judged.isWhole(location) && !RegistryInput.isRegistry(location))) {
                places.add(new UnjudgedPlace(location));
              } else if (!judged.isWhole(location)) {
                registries.add(location);
              }
            });
    if (!registries.isEmpty()) {
      run.engine()
          .each(
              Query.of(
                  "SELECT DISTINCT location, tag FROM sighting"
                      + " WHERE gone_at IS NULL AND location LIKE 'docker://%'"),
              Place.class,
              place -> {
                if (!judged.isTag(place.location(), place.tag())) {
                  tags.add(
                      new UnjudgedTag(place.location(), place.tag() == null ? "" : place.tag()));
                }
              });
    }
    for (Finding.Unlisted one : unlisted) {
      if (one.tag() != null) {
        tags.add(new UnjudgedTag(one.location(), one.tag()));
      }
    }
    run.engine().records("unjudged_place", UnjudgedPlace.class, places);
    run.engine().records("unjudged_tag", UnjudgedTag.class, tags.stream().distinct().toList());
  }

  /** Runs that ended early, of inputs that this run has looked through. */
  private List<EndedRun> endedRuns(Judged judged) throws IOException {
    Query ended =
        Query.of(
            "SELECT started_at, settings['locations'] AS locations FROM run"
                + " WHERE verb = 'ingest registry' AND finished_at IS NULL AND run_id <> '"
                + run.id()
                + "'");
    return run.engine().all(ended, EndedRun.class).stream()
        .filter(
            one ->
                one.locations() != null
                    && one.locations()
                        .lines()
                        .allMatch(input -> inputs.contains(input) || judged.isWhole(input)))
        .toList();
  }

  /**
   * The place of all that earlier versions ingested, if all their runs had the same single input as
   * this run; otherwise empty, as their rows do not say where they are from.
   */
  private String onlyPlace(Judged judged) throws IOException {
    if (inputs.size() != 1) {
      return "";
    }
    record Input(@Nullable String locations) {}
    List<Input> earlier =
        run.engine()
            .all(
                Query.of(
                    "SELECT DISTINCT run.settings['locations'] AS locations FROM run"
                        + " WHERE verb = 'ingest registry'"),
                Input.class);
    boolean isSame =
        earlier.stream().allMatch(one -> inputs.get(0).equals(one.locations()))
            && judged.isWhole(inputs.get(0));
    return isSame ? inputs.get(0) : "";
  }
}
