package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.engine.Engine;
import dev.varve.jobs.engine.Ordered;
import dev.varve.jobs.engine.Output;
import dev.varve.jobs.engine.Query;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.warehouse.parquet.RowFile;
import dev.varve.simulation.retention.TagRules;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tables of retention in a registry: a fold decides on the tags and manifests of one repository
 * after another, the rest are joins.
 *
 * @param run with views of the tables that the verb reads
 */
record RegistryRetention(RegistryPolicies settings, Run run) {
  /** Folder of the queries. */
  static final String FOLDER = "simulate";

  private static final int MAX_LISTED = 5;

  /** Begins the names of the run's counts of the bytes that each policy frees, by its label. */
  private static final String PROMISED = "promised_bytes ";

  /**
   * A policy as the queries see it; {@code bit} stands for it in masks.
   *
   * @param policy number, from 0
   * @param label its rules in words, as tables name it
   * @param keepNewest tags of a repository that stay; null without such a rule
   * @param olderThanSeconds only older tags go; null without such a rule
   * @param agedTo the time that ages count to
   */
  private record PolicyRow(
      int policy,
      String label,
      @Nullable Integer keepNewest,
      @Nullable Long olderThanSeconds,
      long bit,
      Instant agedTo) {}

  private record Name(String name) {}

  private record Promise(String policy, long bytes) {}

  /**
   * A row of {@code schemas/simulate/retention_refused.sql}. It counts manifests in repositories
   * that were not read in full.
   *
   * @param followed of an unsupported kind, but with known references
   * @param unread of which nothing is known
   */
  private record Refused(long followed, long unread) {}

  /** Stages the tables; false when there is no registry. */
  boolean addTables() throws IOException {
    Engine engine = run.engine();
    if (engine.isEmpty("repository_manifest")) {
      if (!engine.isEmpty("image")) {
        throw new InvalidSettingsException(
            List.of(
                "the registry was read by an earlier version, which stored no manifests: ingest"
                    + " registry reads them again, but no layer that the warehouse contains"));
      }
      for (String table :
          List.of("retention_result", "retention_tag", "retention_manifest", "retention_blob")) {
        run.publication().add(table, List.<RowFile.Written>of());
      }
      return false;
    }
    Instant now = settings.now().orCurrentTime();
    Set<String> listed =
        settings.tags().isBlank()
            ? null
            : TagList.resolved(
                TagList.read(run.store(), settings.tags().strip()), this::forEachTagName);
    List<RegistryPolicies.Policy> policies = settings.policies(listed);
    makePolicyView(policies, now);
    makeMemberView();
    noteRefused();
    run.count("registry_policies", policies.size());
    run.count("tags", engine.count(Query.of(FOLDER, "retention_tag_name")));
    if (listed != null) {
      warnOfUnknown(listed);
    } else {
      warnIfNoTagIsJudged();
    }
    decide(policies, now);
    addResults(policies);
    return true;
  }

  private void makePolicyView(List<RegistryPolicies.Policy> policies, Instant now)
      throws IOException {
    List<PolicyRow> rows = new ArrayList<>();
    for (RegistryPolicies.Policy policy : policies) {
      int index = rows.size();
      rows.add(
          new PolicyRow(
              index,
              policy.label(),
              policy.keepNewest(),
              policy.olderThanSeconds(),
              1L << index,
              now));
    }
    run.engine().records("policy", PolicyRow.class, rows);
  }

  /**
   * View {@code member}: manifests of every repository, with those that indexes list, at any depth.
   */
  private void makeMemberView() throws IOException {
    materialize("member", "retention_member");
    Query all = Query.of("SELECT * FROM member");
    long previous = 0;
    for (long count = run.engine().count(all); count > previous; count = run.engine().count(all)) {
      previous = count;
      materialize("member", "retention_listed");
    }
  }

  /** Prints notes on manifests that an ingest refused, and on their effect on the result. */
  private void noteRefused() throws IOException {
    run.engine()
        .each(
            Query.of(FOLDER, "retention_refused"),
            Refused.class,
            refused -> {
              if (refused.followed() > 0) {
                run.note(
                    "manifests of kinds that are not read: %,d; what they list stays with them"
                        .formatted(refused.followed()));
              }
              if (refused.unread() > 0) {
                run.note(
                    "manifests that could not be read: %,d; what they list may count as freed"
                        .formatted(refused.unread()));
              }
            });
  }

  private void materialize(String view, String query) throws IOException {
    run.engine().materialize(view, Query.of(FOLDER, query));
  }

  private void warnOfUnknown(Set<String> listed) throws IOException {
    Set<String> unknown = new TreeSet<>(listed);
    forEachTagName(unknown::remove);
    if (!unknown.isEmpty()) {
      run.note(
          "%,d of %,d listed tags are not there: %s%s"
              .formatted(
                  unknown.size(),
                  listed.size(),
                  String.join(", ", unknown.stream().limit(MAX_LISTED).toList()),
                  unknown.size() > MAX_LISTED ? " .." : ""));
    }
  }

  private void warnIfNoTagIsJudged() throws IOException {
    TagRules rules = settings.rules().get(0);
    AtomicBoolean judged = new AtomicBoolean();
    forEachTagName(name -> judged.compareAndSet(false, rules.judges(name)));
    if (!judged.get()) {
      run.note("no tag is judged: none matches retention.match but for those of retention.spare");
    }
  }

  private void forEachTagName(Consumer<String> names) throws IOException {
    run.engine()
        .each(
            Query.of(FOLDER, "retention_tag_name"),
            Name.class,
            known -> names.accept(known.name()));
  }

  /** View {@code decided}: each tag and manifest by each policy. */
  private void decide(List<RegistryPolicies.Policy> policies, Instant now) throws IOException {
    String age = settings.age();
    run.engine()
        .fold(
            Ordered.by(
                    Query.of(FOLDER, "retention_fact"),
                    RepositoryFold.Fact.class,
                    "repository",
                    "fact",
                    "manifest_digest",
                    "other")
                .grouped(1),
            () -> new RepositoryFold(policies, age, now),
            new Output("decided", RepositoryFold.Decided.class));
  }

  private void addResults(List<RegistryPolicies.Policy> policies) throws IOException {
    Map<String, Long> promised = new TreeMap<>();
    policies.forEach(policy -> promised.put(policy.label(), 0L));
    materialize("blob", "retention_stored");
    materialize("freed", "retention_blob");
    materialize("freed_file", "retention_file");
    run.write("retention_tag", FOLDER, "policy", "repository", "tag");
    run.write("retention_manifest", FOLDER, "policy", "repository", "manifest_digest");
    run.write("retention_blob", Query.of("SELECT * FROM freed"), "policy", "digest");
    run.write("retention_result", FOLDER, "policy", "repository");
    // Table retention_result is replaced by the next run; the row of this run stays.
    run.engine()
        .each(
            Query.of("SELECT policy, sum(bytes) AS bytes FROM freed GROUP BY policy"),
            Promise.class,
            promise -> promised.put(promise.policy(), promise.bytes()));
    promised.forEach((policy, bytes) -> run.count(PROMISED + policy, bytes));
  }
}
