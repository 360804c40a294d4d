package dev.varve.jobs.retention;

import dev.varve.jobs.run.Simulation;
import java.util.List;
import java.util.Map;

/** {@code simulate retention}. */
public final class RetentionSimulation implements Simulation {
  private static final String UNTAGGED = "untagged";

  @Override
  public String name() {
    return "retention";
  }

  @Override
  public List<String> help() {
    return List.of(
        "What rules of retention would remove, and what that would free. It never removes anything.",
        "Of a registry: tags by number, age, name or a list, the manifests that go with them, and the",
        "blobs that nothing needs any more; each number and age is a policy of its own. Of disks: the",
        "snapshots that borg, restic and Proxmox would keep, what these take under perfect",
        "deduplication, the VM-centric scheme and SRB, and what one more slot of each rule would take.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "--warehouse /data/w --keep-newest 1,3,10 --older-than 90d --untagged",
        "--warehouse /data/w --tags obsolete.txt --collection distribution-2",
        "--warehouse /data/v --tools borg,restic --keep-daily 7 --keep-weekly 4 --keep-within 2d");
  }

  @Override
  public Map<String, String> switches() {
    return Map.of(
        UNTAGGED,
        "Manifests that no tag leads to go too: with collection reachable as far as they are older than"
            + " older-than, with distribution-2 and -3 all, as garbage-collect --delete-untagged does.");
  }

  @Override
  public List<String> reports() {
    return List.of("retention-frees", "retention-tags", "retention-snapshots");
  }

  @Override
  public Job read(Request request) {
    return new SimulateRetention(
        RegistrySettings.read(request.settings(), request.switches().contains(UNTAGGED)),
        ChainSettings.read(request.settings()));
  }
}
