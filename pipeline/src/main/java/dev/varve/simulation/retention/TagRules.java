package dev.varve.simulation.retention;

import dev.varve.model.NaturalOrder;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Rules for the tags of a repository that go.
 *
 * @param keepNewest number of newest tags that stay; 0: no such rule
 * @param olderThan age above which tags go; zero: no such rule
 * @param agree whether both rules must want a tag to go
 * @param unit whether single tags or manifests with all their tags are judged
 * @param match names that are judged; other tags stay, and do not count among the newest
 * @param spare names that stay, and do not count among the newest
 */
public record TagRules(
    int keepNewest,
    Duration olderThan,
    Agree agree,
    Unit unit,
    NamePatterns match,
    NamePatterns spare)
    implements Serializable {
  /** Combination of the rules by number and by age. */
  public enum Agree {
    /** A tag goes when both want it to: GitLab; Harbor, whose rules say what stays. */
    BOTH,
    /** A tag goes when one of them wants it to: ECR, Quay. */
    EITHER
  }

  /** The unit to which rules apply. */
  public enum Unit {
    /** Each tag by itself: GitLab, Quay, zot. */
    TAG,
    /** A manifest with all its tags, as old as the newest of them: Harbor, ECR, Google. */
    MANIFEST
  }

  /** The order of tags everywhere: by their time, then first seen, then by name. */
  private static final Comparator<Candidate> NEWEST_LAST =
      Comparator.comparing(Candidate::time)
          .thenComparing(Candidate::seen)
          .thenComparing(Candidate::last, NaturalOrder.TAGS);

  /** A unit to judge: tags that stay or go together. */
  private record Candidate(List<String> tags, String last, Instant time, Instant seen) {}

  /**
   * The tags that go. Of equal times the one counts that was first seen later, then the name
   * decides, with numbers in it as numbers: 1.10 is newer than 1.9.
   *
   * @param tags entries that have one
   */
  Set<String> removed(String repository, List<RepositoryContents.Entry> tags, Instant now) {
    List<Candidate> candidates = new ArrayList<>(candidates(repository, tags));
    candidates.sort(NEWEST_LAST.reversed());
    Set<String> removed = new HashSet<>();
    for (int rank = 0; rank < candidates.size(); rank++) {
      if (goes(rank, candidates.get(rank).time(), now)) {
        removed.addAll(candidates.get(rank).tags());
      }
    }
    return removed;
  }

  /** Whether something of that age may go as far as the rule by age is concerned. */
  boolean isOld(Instant time, Instant now) {
    return olderThan.isZero() || time.isBefore(now.minus(olderThan));
  }

  private boolean goes(int rank, Instant time, Instant now) {
    boolean byNumber = keepNewest > 0 && rank >= keepNewest;
    boolean byAge = !olderThan.isZero() && isOld(time, now);
    if (keepNewest == 0 || olderThan.isZero() || agree == Agree.EITHER) {
      return byNumber || byAge;
    }
    return byNumber && byAge;
  }

  /** Whether a tag with this name {@code repository:tag} is judged when it is judged alone. */
  public boolean judges(String name) {
    return match.match(name) && !spare.match(name);
  }

  private List<Candidate> candidates(String repository, List<RepositoryContents.Entry> tags) {
    Map<String, List<RepositoryContents.Entry>> groups = new LinkedHashMap<>();
    for (RepositoryContents.Entry entry : tags) {
      String key = unit == Unit.TAG ? String.valueOf(entry.tag()) : entry.manifest();
      groups.computeIfAbsent(key, one -> new ArrayList<>()).add(entry);
    }
    List<Candidate> candidates = new ArrayList<>();
    for (List<RepositoryContents.Entry> group : groups.values()) {
      List<String> names = group.stream().map(entry -> String.valueOf(entry.tag())).toList();
      if (names.stream().anyMatch(tag -> match.match(repository, tag))
          && names.stream().noneMatch(tag -> spare.match(repository, tag))) {
        candidates.add(
            new Candidate(
                names,
                names.stream().max(NaturalOrder.TAGS).orElseThrow(),
                latest(group, RepositoryContents.Entry::time),
                latest(group, RepositoryContents.Entry::seen)));
      }
    }
    return candidates;
  }

  private static Instant latest(
      List<RepositoryContents.Entry> group, Function<RepositoryContents.Entry, Instant> time) {
    return group.stream().map(time).max(Comparator.naturalOrder()).orElseThrow();
  }
}
