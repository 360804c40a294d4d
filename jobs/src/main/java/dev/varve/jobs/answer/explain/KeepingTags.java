package dev.varve.jobs.answer.explain;

import dev.varve.jobs.answer.report.Sizes;
import dev.varve.simulation.retention.RepositoryContents;
import dev.varve.simulation.retention.RepositoryContents.Entry;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tags of all repositories from which a blob is reachable, through indexes and referrers too.
 * Garbage collection keeps the blob while one of them exists, as in a retention whose collection is
 * {@code REACHABLE}.
 *
 * @param tags the tags as {@code repository:tag}
 * @param untagged repositories in which the blob is reachable from a manifest without a tag
 * @param isKnown false if an earlier version read the registry: it recorded no manifests of
 *     repositories
 */
record KeepingTags(Set<String> tags, Set<String> untagged, boolean isKnown) {
  /** The tags that lead to a blob or a manifest. */
  static KeepingTags of(ExplainRows rows, String digest) throws IOException {
    Set<String> manifests = new HashSet<>(Set.of(digest));
    rows.each(
        "listing", Map.of("digest", digest), row -> manifests.add(row.text("manifest_digest")));
    return of(rows, manifests);
  }

  /** The tags that lead to a layer that contains a content of files. */
  static KeepingTags ofContent(ExplainRows rows, String fingerprint) throws IOException {
    Set<String> manifests = new HashSet<>();
    rows.each(
        "listing-content",
        Map.of("fingerprint", fingerprint),
        row -> manifests.add(row.text("manifest_digest")));
    return of(rows, manifests);
  }

  private static KeepingTags of(ExplainRows rows, Set<String> manifests) throws IOException {
    if (!rows.queries().hasRows("repository_manifest") && rows.queries().hasRows("image")) {
      return new KeepingTags(Set.of(), Set.of(), false);
    }
    Map<String, Set<String>> children = new HashMap<>();
    Map<String, String> subjects = new HashMap<>();
    Set<String> reaching = new HashSet<>(manifests);
    // The edges between manifests are many, and few lead to the blob. So the edges are streamed
    // once for each level upwards, and not kept in memory. It ends when a pass finds no further
    // manifest.
    for (int previousSize = -1; previousSize < reaching.size(); ) {
      previousSize = reaching.size();
      rows.each(
          "ways",
          Map.of(),
          edge -> {
            if (reaching.contains(edge.text("below"))) {
              reaching.add(edge.text("above"));
              if (edge.isTrue("refers")) {
                subjects.put(edge.text("below"), edge.text("above"));
              } else {
                children
                    .computeIfAbsent(edge.text("above"), absent -> new TreeSet<>())
                    .add(edge.text("below"));
              }
            }
          });
    }
    Map<String, List<Entry>> entries = new TreeMap<>();
    rows.each(
        "entries",
        Map.of(),
        row -> {
          if (reaching.contains(row.text("manifest_digest"))) {
            entries
                .computeIfAbsent(row.text("repository"), absent -> new ArrayList<>())
                .add(
                    new Entry(
                        row.has("tag") ? row.text("tag") : null,
                        row.text("manifest_digest"),
                        Instant.EPOCH));
          }
        });
    Map<String, List<String>> listed = new HashMap<>();
    children.forEach((index, below) -> listed.put(index, List.copyOf(below)));
    Set<String> tags = new TreeSet<>();
    Set<String> untagged = new TreeSet<>();
    entries.forEach(
        (repository, ofRepository) -> {
          RepositoryContents.Keepers keepers =
              new RepositoryContents(repository, ofRepository, listed, subjects)
                  .alone()
                  .keepers(manifests);
          keepers.tags().forEach(tag -> tags.add(repository + ":" + tag));
          if (!keepers.untagged().isEmpty()) {
            untagged.add(repository);
          }
        });
    return new KeepingTags(tags, untagged, true);
  }

  Facts facts() {
    return new Facts()
        .put("known", isKnown)
        .put("tag_count", tags.size())
        .put("tags", tags)
        .put("untagged_in", untagged);
  }

  /**
   * Adds the lines on the tags that keep a thing, and on the removal that would free it.
   *
   * @param freed words for what the removal frees: a size, or a thing
   */
  void addTo(ExplainedText text, String freed) {
    if (!isKnown) {
      text.add(
          "kept by",
          "not known: an earlier version read the registry, and recorded no manifests; ingest it again");
      return;
    }
    if (tags.isEmpty()) {
      text.add("kept by", "no tag leads to it");
    } else {
      text.add(
          "kept by",
          "%s: %s".formatted(Sizes.count(tags.size(), "tag"), ExplainedText.firstNames(tags)));
    }
    String alsoUntagged =
        untagged.isEmpty()
            ? ""
            : ", with untagged manifests of %s".formatted(ExplainedText.firstNames(untagged));
    String removal =
        tags.isEmpty()
            ? "garbage collection would remove it"
            : "remove %s and collect garbage"
                .formatted(tags.size() == 1 ? "this tag" : "all of these tags");
    text.add("to free it", removal + alsoUntagged + ": " + freed);
  }
}
