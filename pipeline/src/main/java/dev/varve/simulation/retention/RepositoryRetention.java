package dev.varve.simulation.retention;

import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decision which parts of a repository are removed: tags by rules or by a list, then manifests that
 * garbage collection does not need. A manifest is removed when its last tag is.
 *
 * @param rules which tags go
 * @param listed names {@code repository:tag} that go instead; null: by the rules
 * @param collection what is needed
 * @param untagged what happens to manifests that no tag leads to
 */
public record RepositoryRetention(
    TagRules rules, @Nullable Set<String> listed, Collector collection, Untagged untagged)
    implements Serializable {
  /** Tags by which cosign attaches signatures and the like to a manifest. */
  private static final Pattern ATTACHED = Pattern.compile("sha256-([0-9a-f]{64})(\\..*)?");

  /** The treatment of manifests that no tag leads to. */
  public enum Untagged {
    /** They stay. */
    KEPT,
    /** They go; where a collection knows ages, as far as they are old enough. */
    REMOVED
  }

  /**
   * The tags and manifests that go, and those that stay.
   *
   * @param tags that go
   * @param removed manifests that go
   * @param kept manifests that stay
   */
  public record Decision(Set<String> tags, Set<String> removed, Set<String> kept) {}

  public Decision decide(RepositoryContents contents, Instant now) {
    Set<String> manifests = contents.manifests();
    List<RepositoryContents.Entry> tags = new ArrayList<>();
    List<RepositoryContents.Entry> attached = new ArrayList<>();
    for (RepositoryContents.Entry entry : contents.entries()) {
      if (entry.tag() != null) {
        String subject = collection == Collector.REACHABLE ? subject(entry.tag()) : null;
        (subject != null && manifests.contains(subject) ? attached : tags).add(entry);
      }
    }
    Set<String> removedTags = removedTags(contents, tags, attached, now);
    Set<String> keptByTag = manifestsOf(tags, removedTags, false);
    Set<String> kept =
        collection == Collector.REACHABLE
            ? reachable(contents, tags, attached, removedTags, now)
            : collected(contents, manifests, keptByTag, manifestsOf(tags, removedTags, true));
    for (RepositoryContents.Entry entry : attached) {
      if (!kept.contains(subject(String.valueOf(entry.tag())))) {
        removedTags.add(String.valueOf(entry.tag()));
      }
    }
    Set<String> removed = new LinkedHashSet<>(manifests);
    removed.removeAll(kept);
    kept.retainAll(manifests);
    return new Decision(removedTags, removed, kept);
  }

  private Set<String> removedTags(
      RepositoryContents contents,
      List<RepositoryContents.Entry> tags,
      List<RepositoryContents.Entry> attached,
      Instant now) {
    if (listed == null) {
      return new HashSet<>(rules.removed(contents.repository(), tags, now));
    }
    Set<String> removedTags = new HashSet<>();
    for (List<RepositoryContents.Entry> entries : List.of(tags, attached)) {
      for (RepositoryContents.Entry entry : entries) {
        if (listed.contains(contents.repository() + ":" + entry.tag())) {
          removedTags.add(String.valueOf(entry.tag()));
        }
      }
    }
    return removedTags;
  }

  /** Manifests that a tag leads to which goes, or stays. */
  private static Set<String> manifestsOf(
      List<RepositoryContents.Entry> tags, Set<String> removedTags, boolean going) {
    Set<String> manifests = new LinkedHashSet<>();
    for (RepositoryContents.Entry entry : tags) {
      if (removedTags.contains(String.valueOf(entry.tag())) == going) {
        manifests.add(entry.manifest());
      }
    }
    return manifests;
  }

  private Set<String> reachable(
      RepositoryContents contents,
      List<RepositoryContents.Entry> tags,
      List<RepositoryContents.Entry> attached,
      Set<String> removedTags,
      Instant now) {
    Set<String> roots = manifestsOf(tags, removedTags, false);
    // A signature stays with what it signs; so does what is attached to a signature.
    Set<String> ledTo = new HashSet<>(contents.withRelated(manifestsOf(tags, Set.of(), false)));
    attached.forEach(entry -> ledTo.add(entry.manifest()));
    for (RepositoryContents.Entry entry : contents.entries()) {
      if (entry.tag() == null
          && !ledTo.contains(entry.manifest())
          && (untagged == Untagged.KEPT || !rules.isOld(entry.time(), now))) {
        roots.add(entry.manifest());
      }
    }
    Set<String> kept = contents.withRelated(roots);
    for (boolean grew = true; grew; ) {
      Set<String> related = new LinkedHashSet<>(kept);
      for (RepositoryContents.Entry entry : attached) {
        if (kept.contains(subject(String.valueOf(entry.tag())))
            && !removedTags.contains(String.valueOf(entry.tag()))) {
          related.add(entry.manifest());
        }
      }
      related = contents.withRelated(related);
      grew = related.size() > kept.size();
      kept = related;
    }
    return kept;
  }

  private Set<String> collected(
      RepositoryContents contents,
      Set<String> manifests,
      Set<String> keptByTag,
      Set<String> goneByTag) {
    if (untagged == Untagged.REMOVED) {
      return collection == Collector.DISTRIBUTION_3
          ? contents.withListed(keptByTag)
          : new LinkedHashSet<>(keptByTag);
    }
    Set<String> kept = new LinkedHashSet<>(manifests);
    goneByTag.stream().filter(one -> !keptByTag.contains(one)).forEach(kept::remove);
    return kept;
  }

  private static @Nullable String subject(String tag) {
    Matcher attached = ATTACHED.matcher(tag);
    return attached.matches() ? "sha256:" + attached.group(1) : null;
  }
}
