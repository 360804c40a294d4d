package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.engine.Fold;
import dev.varve.model.EpochMicros;
import dev.varve.simulation.retention.RepositoryContents;
import dev.varve.simulation.retention.RepositoryRetention;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides by every policy which tags and manifests of a repository stay. The rows must come sorted
 * by repository. Those of a repository are collected first; its last row triggers the decisions.
 */
final class RepositoryFold implements Fold<RepositoryFold.Fact> {
  private final List<RegistryPolicies.Policy> policies;
  private final String age;
  private final Instant now;
  private final List<Fact> tags = new ArrayList<>();
  private final Map<String, List<String>> children = new HashMap<>();
  private final Map<String, String> subjects = new HashMap<>();
  private final Map<String, Instant> built = new HashMap<>();
  private @Nullable String repository;

  /**
   * A row of {@code schemas/simulate/retention_fact.sql}.
   *
   * @param fact ENTRY (a manifest in the repository), CHILD (an index lists another manifest),
   *     SUBJECT (a referrer refers to another), or BUILT (an image has a time)
   * @param manifestDigest of the manifest that the fact is about
   * @param other tag of an entry, or the other manifest; else null
   * @param occurredAt when an entry was first seen, or the image built; else null
   */
  record Fact(
      String repository,
      String fact,
      String manifestDigest,
      @Nullable String other,
      @Nullable Instant occurredAt) {}

  /**
   * A decision.
   *
   * @param policy its number, from 0
   * @param outcome TAG (one that goes), REMOVED or KEPT (a manifest)
   * @param tag null of a manifest
   * @param manifestDigest of the manifest, or of that which the tag leads to
   * @param agedFrom of tags: the time by which it was judged; else null
   */
  record Decided(
      int policy,
      String repository,
      String outcome,
      @Nullable String tag,
      String manifestDigest,
      @Nullable Instant agedFrom) {}

  RepositoryFold(List<RegistryPolicies.Policy> policies, String age, Instant now) {
    this.policies = policies;
    this.age = age;
    this.now = now;
  }

  @Override
  public void add(Fact fact, Consumer<Record> output) {
    if (!fact.repository().equals(repository)) {
      finish(output);
      repository = fact.repository();
    }
    String other = String.valueOf(fact.other());
    switch (fact.fact()) {
      case "CHILD" ->
          children.computeIfAbsent(fact.manifestDigest(), absent -> new ArrayList<>()).add(other);
      case "SUBJECT" -> subjects.put(fact.manifestDigest(), other);
      case "BUILT" -> built.put(fact.manifestDigest(), time(fact));
      default -> tags.add(fact);
    }
  }

  @Override
  public void finish(Consumer<Record> output) {
    String name = repository;
    if (name == null) {
      return;
    }
    RepositoryContents graph = new RepositoryContents(name, List.of(), children, subjects);
    List<RepositoryContents.Entry> entries = new ArrayList<>();
    for (Fact tag : tags) {
      entries.add(
          new RepositoryContents.Entry(
              tag.other(), tag.manifestDigest(), ageStart(tag, graph), time(tag)));
    }
    RepositoryContents contents = new RepositoryContents(name, entries, children, subjects);
    for (int policy = 0; policy < policies.size(); policy++) {
      RepositoryRetention.Decision decision =
          policies.get(policy).retention().decide(contents, now);
      for (RepositoryContents.Entry entry : entries) {
        if (entry.tag() != null && decision.tags().contains(entry.tag())) {
          output.accept(
              new Decided(policy, name, "TAG", entry.tag(), entry.manifest(), entry.time()));
        }
      }
      for (String manifest : decision.removed()) {
        output.accept(new Decided(policy, name, "REMOVED", null, manifest, null));
      }
      for (String manifest : decision.kept()) {
        output.accept(new Decided(policy, name, "KEPT", null, manifest, null));
      }
    }
    tags.clear();
    children.clear();
    subjects.clear();
    built.clear();
  }

  /**
   * Moment when the youngest image that a manifest leads to was built; when unknown, the moment
   * when it was first seen.
   */
  private Instant ageStart(Fact tag, RepositoryContents contents) {
    Instant seen = time(tag);
    if (age.equals(RegistryPolicies.SEEN)) {
      return seen;
    }
    return contents.withListed(List.of(tag.manifestDigest())).stream()
        .map(built::get)
        .filter(time -> time != null && !time.isBefore(EpochMicros.FIRST_BUILD))
        .max(Instant::compareTo)
        .orElse(seen);
  }

  private static Instant time(Fact fact) {
    return Objects.requireNonNullElse(fact.occurredAt(), Instant.EPOCH);
  }
}
