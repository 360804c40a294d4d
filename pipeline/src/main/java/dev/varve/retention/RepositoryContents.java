package dev.varve.retention;

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
   */
  public record Entry(@Nullable String tag, String manifest, Instant time) {}

  /** All manifests: those of the entries, and what indexes list, at any depth. */
  Set<String> manifests() {
    return below(entries.stream().map(Entry::manifest).toList());
  }

  /** These manifests and what they list, at any depth. */
  public Set<String> below(Collection<String> roots) {
    return closure(roots, Map.of());
  }

  /** These manifests, what they list, and what refers to any of it, at any depth. */
  Set<String> around(Collection<String> roots) {
    Map<String, List<String>> referrers = new HashMap<>();
    subjects.forEach(
        (referrer, subject) ->
            referrers.computeIfAbsent(subject, one -> new ArrayList<>()).add(referrer));
    return closure(roots, referrers);
  }

  private Set<String> closure(Collection<String> roots, Map<String, List<String>> referrers) {
    Set<String> found = new LinkedHashSet<>(roots);
    Deque<String> left = new ArrayDeque<>(found);
    while (!left.isEmpty()) {
      String manifest = left.remove();
      Set<String> next = new HashSet<>(children.getOrDefault(manifest, List.of()));
      next.addAll(referrers.getOrDefault(manifest, List.of()));
      for (String one : next) {
        if (found.add(one)) {
          left.add(one);
        }
      }
    }
    return found;
  }
}
