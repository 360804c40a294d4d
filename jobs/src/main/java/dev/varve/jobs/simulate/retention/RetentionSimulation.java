package dev.varve.jobs.simulate.retention;

import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.engine.run.Run;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.Simulation;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Verb {@code simulate retention}: removals by rules of registries and of backup tools, and what
 * they would free.
 */
@Simulation.About(
    name = "retention",
    help = {
      "Computes what rules of retention would remove and free. It never removes anything.",
      "Of a registry: tags by number, age, name or a list, the manifests that go with them, and the",
      "blobs that nothing needs any more. Each number and age is a policy of its own. Of disks: the",
      "snapshots that borg, restic and Proxmox would keep, and their bytes under perfect deduplication,",
      "the VM-centric scheme and SRB. Also the bytes of one more slot of each rule."
    },
    examples = {
      "--warehouse /data/w --keep-newest 1,3,10 --older-than 90d --untagged",
      "--warehouse /data/w --tags obsolete.txt --collection distribution-2",
      "--warehouse /data/v --tools borg,restic --keep-daily 7 --keep-weekly 4"
    },
    switches =
        @Simulation.Switch(
            name = RetentionSimulation.UNTAGGED,
            help =
                "Manifests that no tag leads to go too. With collection reachable: those older than older-than."
                    + " With distribution-2 and -3: all, as garbage-collect --delete-untagged does."),
    reports = {"retention-frees", "retention-tags", "retention-snapshots"})
public final class RetentionSimulation implements Simulation {
  static final String UNTAGGED = "untagged";

  @Override
  public Job read(Request request) {
    return new Settings(
        RegistryPolicies.read(request.settings(), request.switches().contains(UNTAGGED)),
        SnapshotPolicies.read(request.settings()));
  }

  /** Tables {@code retention_*}: of registries, of disks, or of both, as the warehouse has them. */
  private record Settings(RegistryPolicies registry, SnapshotPolicies snapshots) implements Job {
    @Override
    public RunSummary run(Runs runs, String location) throws IOException {
      return runs.executeOnExisting("simulate retention", Map.of(), location, this::addTables);
    }

    private void addTables(Run run) throws IOException {
      run.registerViews();
      boolean hasTags = new RegistryRetention(registry, run).addTables();
      boolean hasSnapshots = new SnapshotRetention(snapshots, run).addTables();
      if (!hasTags && !hasSnapshots) {
        throw NoInputException.noLayers(run.warehouse().location());
      }
    }

    @Override
    public String summary(RunSummary run) {
      return Stream.of(
              policies(run.count("registry_policies"), run.count("tags", "tag")),
              policies(run.count("snapshot_policies"), run.count("snapshots", "snapshot")))
          .filter(part -> !part.isEmpty())
          .collect(Collectors.joining(", ", "", ", without removing anything,"));
    }

    private static String policies(long count, String subjects) {
      String policies = count == 1 ? "policy" : "policies";
      return count == 0
          ? ""
          : String.format(Locale.ROOT, "%,d %s for %s", count, policies, subjects);
    }

    @Override
    public List<String> reports(RunSummary run, List<String> all) {
      return all.stream()
          .filter(report -> run.count("tags") > 0 || !report.equals("retention-tags"))
          .filter(report -> run.count("snapshots") > 0 || !report.equals("retention-snapshots"))
          .toList();
    }
  }
}
