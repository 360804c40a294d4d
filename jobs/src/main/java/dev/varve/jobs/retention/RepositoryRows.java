package dev.varve.jobs.retention;

import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.run.FoldRows;
import dev.varve.model.EpochMicros;
import dev.varve.retention.RepositoryContents;
import dev.varve.retention.RepositoryRetention;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Collects what a repository holds from its facts, and decides once by every policy. */
final class RepositoryRows implements FoldRows.Fold<RepositoryRows.Fact> {
  /** Builds that set their clock to an epoch say nothing of their time: they are before this. */
  private static final Instant FIRST_BUILD = Instant.parse("1981-01-01T00:00:00Z");

  private static final RowBinder<Decided> ROWS = RowBinder.of("decided", Decided.class);

  /** Columns of the rows. */
  static final StructType COLUMNS = ROWS.schema();

  private final List<RegistrySettings.Policy> policies;
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
   * @param fact HELD, CHILD, SUBJECT or BUILT
   * @param other tag, or manifest
   * @param micros time of the fact, since the epoch
   */
  record Fact(
      String repository,
      String fact,
      String manifestDigest,
      @Nullable String other,
      @Nullable Long micros) {}

  /**
   * A decision.
   *
   * @param policy its index
   * @param what TAG (one that goes), GONE or KEPT (a manifest)
   * @param micros of tags: the time by which it was judged
   */
  private record Decided(
      int policy,
      String repository,
      String what,
      @Nullable String tag,
      String manifestDigest,
      @Nullable Long micros) {}

  RepositoryRows(List<RegistrySettings.Policy> policies, String age, Instant now) {
    this.policies = policies;
    this.age = age;
    this.now = now;
  }

  @Override
  public void add(Fact fact, Consumer<Row> output) {
    if (!fact.repository().equals(repository)) {
      finish(output);
      repository = fact.repository();
    }
    String other = String.valueOf(fact.other());
    switch (fact.fact()) {
      case "CHILD" ->
          children.computeIfAbsent(fact.manifestDigest(), one -> new ArrayList<>()).add(other);
      case "SUBJECT" -> subjects.put(fact.manifestDigest(), other);
      case "BUILT" -> built.put(fact.manifestDigest(), instant(fact.micros()));
      default -> tags.add(fact);
    }
  }

  @Override
  public void finish(Consumer<Row> output) {
    String name = repository;
    if (name == null) {
      return;
    }
    RepositoryContents bare = new RepositoryContents(name, List.of(), children, subjects);
    List<RepositoryContents.Entry> entries = new ArrayList<>();
    for (Fact tag : tags) {
      entries.add(new RepositoryContents.Entry(tag.other(), tag.manifestDigest(), time(tag, bare)));
    }
    RepositoryContents contents = new RepositoryContents(name, entries, children, subjects);
    for (int index = 0; index < policies.size(); index++) {
      int policy = index;
      RepositoryRetention.Decision decision = policies.get(index).retention().decide(contents, now);
      for (RepositoryContents.Entry entry : entries) {
        if (entry.tag() != null && decision.tags().contains(entry.tag())) {
          output.accept(
              ROWS.row(
                  new Decided(
                      policy,
                      name,
                      "TAG",
                      entry.tag(),
                      entry.manifest(),
                      EpochMicros.of(entry.time()))));
        }
      }
      for (String manifest : decision.removed()) {
        output.accept(ROWS.row(new Decided(policy, name, "GONE", null, manifest, null)));
      }
      for (String manifest : decision.kept()) {
        output.accept(ROWS.row(new Decided(policy, name, "KEPT", null, manifest, null)));
      }
    }
    tags.clear();
    children.clear();
    subjects.clear();
    built.clear();
  }

  /**
   * When the youngest image that a manifest leads to was built; unknown: when it was first seen.
   */
  private Instant time(Fact tag, RepositoryContents contents) {
    Instant seen = instant(tag.micros());
    if (age.equals(RegistrySettings.SEEN)) {
      return seen;
    }
    return contents.below(List.of(tag.manifestDigest())).stream()
        .map(built::get)
        .filter(time -> time != null && !time.isBefore(FIRST_BUILD))
        .max(Instant::compareTo)
        .orElse(seen);
  }

  private static Instant instant(@Nullable Long micros) {
    return Instant.EPOCH.plus(micros == null ? 0 : micros, ChronoUnit.MICROS);
  }
}
