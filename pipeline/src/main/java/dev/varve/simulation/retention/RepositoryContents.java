package dev.varve.simulation.retention;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a repository.
 *
 * @param entries its tags, and its manifests that no tag leads to directly
 * @param children of indexes: the manifests that they list
 * @param subjects of referrers (signatures and the like): the manifest that they refer to
 */
public record RepositoryContents(
    String repository,
    List<Entry> entries,
    Map<String, List<String>> children,
    Map<String, String> subjects) {

  /**
   * A tag, or a manifest without one.
   *
   * @param tag null of a manifest without
   * @param time by which it is old or new
   * @param seen when it was first seen
   */
  public record Entry(@Nullable String tag, String manifest, Instant time, Instant seen) {
    /** An entry that was seen at its time. */
    public Entry(@Nullable String tag, String manifest, Instant time) {
      this(tag, manifest, time, time);
    }
  }

  /**
   * Tags and manifests that keep a blob in a repository.
   *
   * @param tags that lead to it, through indexes and referrers too
   * @param untagged manifests that lead to it and that no tag leads to
   */
  public record Keepers(Set<String> tags, Set<String> untagged) {}

  /**
   * Tags and manifests that keep a blob here.
   *
   * @param naming the manifests that list it, or are it
   */
  public Keepers keepers(Set<String> naming) {
    List<String> roots = manifests().stream().filter(naming::contains).toList();
    Set<String> ancestors = closure(roots, inverted(children), subjectsOf(subjects));
    Set<String> tags = new TreeSet<>();
    Set<String> tagged = new HashSet<>();
    Set<String> untagged = new TreeSet<>();
    for (Entry entry : entries) {
      if (ancestors.contains(entry.manifest())) {
        if (entry.tag() == null) {
          untagged.add(entry.manifest());
        } else {
          tags.add(entry.tag());
          tagged.add(entry.manifest());
        }
      }
    }
    untagged.removeAll(withRelated(tagged));
    return new Keepers(tags, untagged);
  }

  /**
   * These contents without children and subjects that only manifests of other repositories list or
   * refer to.
   */
  public RepositoryContents alone() {
    Set<String> members = manifests();
    Map<String, List<String>> listed = new HashMap<>();
    Map<String, String> referring = new HashMap<>();
    for (String member : members) {
      if (children.containsKey(member)) {
        listed.put(member, children.get(member));
      }
      if (subjects.containsKey(member)) {
        referring.put(member, subjects.get(member));
      }
    }
    return new RepositoryContents(repository, entries, listed, referring);
  }

  /** All manifests: those of the entries, and what indexes list, at any depth. */
  Set<String> manifests() {
    return withListed(entries.stream().map(Entry::manifest).toList());
  }

  /** Manifests and all that they list, at any depth. */
  public Set<String> withListed(Collection<String> roots) {
    return closure(roots, children, Map.of());
  }

  /** Manifests, all that they list, and all that refers to any of these, at any depth. */
  Set<String> withRelated(Collection<String> roots) {
    return closure(roots, children, inverted(subjectsOf(subjects)));
  }

  private static Map<String, List<String>> subjectsOf(Map<String, String> subjects) {
    Map<String, List<String>> lists = new HashMap<>();
    subjects.forEach((referrer, subject) -> lists.put(referrer, List.of(subject)));
    return lists;
  }

  private static Map<String, List<String>> inverted(Map<String, List<String>> edges) {
    Map<String, List<String>> inverted = new HashMap<>();
    edges.forEach(
        (from, targets) ->
            targets.forEach(
                to -> inverted.computeIfAbsent(to, one -> new ArrayList<>()).add(from)));
    return inverted;
  }

  private static Set<String> closure(
      Collection<String> roots,
      Map<String, List<String>> edges,
      Map<String, List<String>> moreEdges) {
    Set<String> found = new LinkedHashSet<>(roots);
    Deque<String> queue = new ArrayDeque<>(found);
    while (!queue.isEmpty()) {
      String manifest = queue.remove();
      Set<String> next = new HashSet<>(edges.getOrDefault(manifest, List.of()));
      next.addAll(moreEdges.getOrDefault(manifest, List.of()));
      for (String one : next) {
        if (found.add(one)) {
          queue.add(one);
        }
      }
    }
    return found;
  }
}
