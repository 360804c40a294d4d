package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Snapshots that stay by a policy, against a backup of them alone: qemu-img writes them to disks of
 * their own, which are ingested into a warehouse of their own and backed up there. One random
 * policy, or as many as {@code -Dremoved.sets} says.
 */
@Tag("thorough")
class KeptSnapshotsTest {
  private static final int SETS = Integer.getInteger("removed.sets", 1);
  private static final List<String> TOOLS = List.of("borg", "restic", "proxmox");

  @TempDir private Path folder;

  @Test
  void snapshotsThatStayTakeTheBytesOfABackupOfThemAlone() throws Exception {
    assumeTrue(runs("qemu-img", "--version"), "qemu-img is not installed");
    Random random = new Random(SETS);
    for (int set = 0; set < SETS; set++) {
      Path whole = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("whole" + set));
      String rules =
          "--tools %s --keep-last %d --keep-daily %d --keep-weekly %d --keep-monthly 0 --snapshot-times %s"
              .formatted(
                  TOOLS.get(random.nextInt(TOOLS.size())),
                  random.nextInt(3),
                  random.nextInt(3),
                  1 + random.nextInt(2),
                  List.of("6h", "1d", "3d").get(random.nextInt(3)));
      varve("simulate retention --warehouse %s " + rules, whole).done();
      Path alone = backedUpAlone(whole, folder.resolve("alone" + set));
      assertThat(
              stored(
                  alone,
                  "backup_result",
                  "rules IS NULL OR scheme = 'vc' AND rules = 'checksum+similar'"))
          .as(rules)
          .hasSize(3)
          .isEqualTo(stored(whole, "retention_backup", "tool IS NOT NULL AND more IS NULL"));
    }
  }

  /** A warehouse of the snapshots that stay, each after its nearest ancestor that does. */
  private static Path backedUpAlone(Path whole, Path folder) throws Exception {
    Files.createDirectories(folder);
    StringBuilder manifest = new StringBuilder("vm,snapshot,parent,path\n");
    Map<String, String> before = new TreeMap<>();
    for (Line line :
        rows(
            whole,
            "SELECT s.vm, s.snapshot, s.format, substr(s.source, length('file:') + 1) AS path"
                + " FROM snapshot AS s JOIN retention_snapshot AS r"
                + " ON r.vm = s.vm AND r.snapshot = s.snapshot"
                + " WHERE r.rule IS NOT NULL AND r.policy = (SELECT policy FROM retention_backup"
                + " WHERE tool IS NOT NULL AND more IS NULL LIMIT 1) ORDER BY s.vm, s.position")) {
      String vm = line.text("vm");
      String name = vm + "-" + line.text("snapshot") + ".raw";
      assertThat(
              runs(
                  "qemu-img",
                  "convert",
                  "-f",
                  line.text("format"),
                  "-O",
                  "raw",
                  line.text("path"),
                  folder.resolve(name).toString()))
          .isTrue();
      manifest.append(
          "%s,%s,%s,%s%n".formatted(vm, line.text("snapshot"), before.getOrDefault(vm, ""), name));
      before.put(vm, line.text("snapshot"));
    }
    Path list = folder.resolve("kept.csv");
    Files.writeString(list, manifest);
    Path warehouse = folder.resolve("warehouse");
    varve("ingest snapshots %s --warehouse %s", list, warehouse).done();
    varve("simulate backup --warehouse %s", warehouse).done();
    return warehouse;
  }

  private static Map<String, Long> stored(Path warehouse, String table, String condition) {
    return rows(
            warehouse, "SELECT scheme, stored_bytes FROM %s WHERE %s".formatted(table, condition))
        .stream()
        .collect(Collectors.toMap(line -> line.text("scheme"), line -> line.count("stored_bytes")));
  }

  private static boolean runs(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
