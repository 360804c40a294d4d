package dev.varve.jobs.retention;

import dev.varve.jobs.conf.InvalidSettingsException;
import dev.varve.jobs.row.RowBinder;
import dev.varve.jobs.row.RowReader;
import dev.varve.jobs.run.FoldRows;
import dev.varve.jobs.run.Run;
import dev.varve.jobs.table.Publication;
import dev.varve.model.EpochMicros;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.collections4.IteratorUtils;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What goes of a registry: a task holds the tags and manifests of one repository at a time, the
 * rest are joins. Each step goes through a view of the session.
 */
record RegistryRetention(RegistrySettings settings, Run run) {
  private static final int SHOWN = 5;

  /** A policy as the queries see it; {@code bit} stands for it in masks. */
  private record PolicyRow(
      int policy,
      String label,
      @Nullable Integer keepNewest,
      @Nullable Long olderThanSeconds,
      long bit,
      long micros) {}

  private record Name(String name) {}

  /** Stages the tables; false when there is no registry. */
  boolean addTables() throws IOException {
    if (run.spark().table("image").isEmpty()
        && run.spark().table("repository_manifest").isEmpty()) {
      addNothing();
      return false;
    }
    if (run.spark().table("repository_manifest").isEmpty()) {
      throw new InvalidSettingsException(
          List.of(
              "the registry was read by an earlier version, which kept no manifests: ingest registry"
                  + " reads them anew, and no layer that the warehouse holds"));
    }
    Instant now = settings.now() == null ? Instant.now() : settings.now();
    Set<String> listed =
        settings.tags().isBlank() ? null : TagList.read(run, settings.tags().strip());
    List<RegistrySettings.Policy> policies = settings.policies(listed);
    showPolicies(policies, now);
    members();
    run.count("registry_policies", policies.size());
    run.count("tags", run.select("simulate", "retention_tag_name").count());
    if (listed != null) {
      warnOfUnknown(listed);
    }
    decide(policies, now);
    tables();
    return true;
  }

  private void addNothing() throws IOException {
    for (String table :
        List.of("retention_result", "retention_tag", "retention_manifest", "retention_blob")) {
      run.publication().add(table, List.of());
    }
  }

  private void showPolicies(List<RegistrySettings.Policy> policies, Instant now) {
    RowBinder<PolicyRow> binder = RowBinder.of("policy", PolicyRow.class);
    List<Row> rows = new ArrayList<>();
    for (int index = 0; index < policies.size(); index++) {
      RegistrySettings.Policy policy = policies.get(index);
      rows.add(
          binder.row(
              new PolicyRow(
                  index,
                  policy.label(),
                  policy.keepNewest(),
                  policy.olderThanSeconds(),
                  1L << index,
                  EpochMicros.of(now))));
    }
    run.spark().createDataFrame(rows, binder.schema()).createOrReplaceTempView("policy");
  }

  /** The manifests of every repository, with what its indexes list, at any depth. */
  private void members() {
    Dataset<Row> members = show("member", run.select("simulate", "retention_held"), "member0");
    long before = -1;
    for (int depth = 1; members.count() > before; depth++) {
      before = members.count();
      members = show("member", run.select("simulate", "retention_below"), "member" + depth);
    }
  }

  private void warnOfUnknown(Set<String> listed) {
    Set<String> unknown = new TreeSet<>(listed);
    RowReader.all(run.select("simulate", "retention_tag_name"), Name.class)
        .forEach(one -> unknown.remove(one.name()));
    if (!unknown.isEmpty()) {
      run.note(
          String.format(
              Locale.ROOT,
              "%,d of %,d listed tags are not there: %s%s",
              unknown.size(),
              listed.size(),
              String.join(", ", unknown.stream().limit(SHOWN).toList()),
              unknown.size() > SHOWN ? " .." : ""));
    }
  }

  private void decide(List<RegistrySettings.Policy> policies, Instant now) {
    Dataset<Row> facts = run.select("simulate", "retention_fact");
    StructType columns = facts.schema();
    List<RegistrySettings.Policy> carried = new ArrayList<>(policies);
    String age = settings.age();
    show(
        "decided",
        facts
            .repartition(facts.col("repository"))
            .sortWithinPartitions("repository")
            .mapPartitions(
                (MapPartitionsFunction<Row, Row>)
                    rows -> {
                      RowReader<RepositoryRows.Fact> reader =
                          RowReader.of(columns, RepositoryRows.Fact.class);
                      return new FoldRows<>(
                          IteratorUtils.transformedIterator(rows, reader::record),
                          new RepositoryRows(carried, age, now));
                    },
                Encoders.row(RepositoryRows.COLUMNS)),
        "decided");
  }

  private void tables() throws IOException {
    Publication publication = run.publication();
    show("blob", run.select("simulate", "retention_blob_held"), "blob");
    Dataset<Row> freed = show("freed", run.select("simulate", "retention_blob"), "freed");
    show("freed_file", run.select("simulate", "retention_file"), "freed_file");
    publication.add(
        "retention_tag", run.select("simulate", "retention_tag"), 1, "policy", "repository", "tag");
    publication.add(
        "retention_manifest",
        run.select("simulate", "retention_manifest"),
        1,
        "policy",
        "repository",
        "manifest_digest");
    publication.add("retention_blob", freed, 1, "policy", "digest");
    publication.add(
        "retention_result", run.select("simulate", "retention_result"), 1, "policy", "repository");
  }

  private Dataset<Row> show(String view, Dataset<Row> rows, String title) {
    Dataset<Row> stored = run.publication().materialize(title, rows);
    stored.createOrReplaceTempView(view);
    return stored;
  }
}
