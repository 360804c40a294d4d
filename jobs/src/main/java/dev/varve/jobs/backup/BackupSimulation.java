package dev.varve.jobs.backup;

import dev.varve.jobs.run.Simulation;
import java.util.List;

/** {@code simulate backup}. */
public final class BackupSimulation implements Simulation {
  @Override
  public String name() {
    return "backup";
  }

  @Override
  public List<String> help() {
    return List.of(
        "Backs up every VM by the VM-centric scheme, by SRB, and by perfect deduplication.",
        "Its snapshots are taken in order; the VM-centric scheme looks for versions, for similar",
        "segments of the parent, and for popular data. The defaults are the published set-up.");
  }

  @Override
  public List<String> examples() {
    return List.of(
        "--warehouse /data/w",
        "--warehouse /data/w --sigma 0.04 --machines 20",
        "--warehouse /data/w --rules checksum+similar");
  }

  @Override
  public List<String> reports() {
    return List.of(
        "backup-efficiency",
        "backup-stages",
        "popularity-sweep",
        "block-sharing",
        "replication-cost");
  }

  @Override
  public Job read(Request request) {
    return new SimulateBackup(BackupSettings.read(request.settings()));
  }
}
