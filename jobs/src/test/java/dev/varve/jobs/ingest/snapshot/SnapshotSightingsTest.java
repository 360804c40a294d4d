package dev.varve.jobs.ingest.snapshot;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.SignalAtTheEnd;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.StoppedRunException;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.model.ByteStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disks that come and go, and those of inputs whose paths begin alike. */
class SnapshotSightingsTest {
  @TempDir private Path folder;

  private Path disk(String path) throws IOException {
    Path disk = folder.resolve(path);
    Files.createDirectories(disk.getParent());
    byte[] bytes = new byte[8192];
    new Random(path.hashCode()).nextBytes(bytes);
    return Files.write(disk, bytes);
  }

  private void ingest(Path... inputs) {
    String all = String.join(" ", List.of(inputs).stream().map(Path::toString).toList());
    varve("ingest snapshots " + all + " --warehouse %s", warehouse()).done();
  }

  private Path warehouse() {
    return folder.resolve("w");
  }

  /** Names of the disks that are there. */
  private List<String> there() {
    return rows(
            warehouse(),
            "SELECT DISTINCT regexp_extract(location, '[^/]+$') AS file FROM snapshot_sighting"
                + " WHERE gone_at IS NULL ORDER BY ALL")
        .stream()
        .map(row -> row.text("file"))
        .toList();
  }

  @Test
  void anIngestOfAFolderEndsNothingWhosePathOnlyBeginsAlike() throws IOException {
    disk("d/vms/a.raw");
    Path vms = folder.resolve("d/vms");
    disk("d/vms#old/b.raw");
    disk("d/vms#1/e.raw");
    ingest(
        vms,
        folder.resolve("d/vms#old"),
        folder.resolve("d/vms#1"),
        disk("d/vms:c.raw"),
        disk("d/vms#d.raw"));
    ingest(vms);
    varve("compact --warehouse %s --before 0d", warehouse()).done();
    assertThat(there()).containsExactly("a.raw", "b.raw", "e.raw", "vms#d.raw", "vms:c.raw");
    Files.move(vms.resolve("a.raw"), vms.resolve("z.raw"));
    ingest(vms);
    assertThat(there()).containsExactly("b.raw", "e.raw", "vms#d.raw", "vms:c.raw", "z.raw");
  }

  @Test
  void aDiskThatItsManifestListsNoLongerIsGone() throws IOException {
    disk("d/a.raw");
    disk("d/b.raw");
    Path manifest = folder.resolve("d/list.csv");
    Files.writeString(manifest, "vm,snapshot,path\na,1,a.raw\nb,1,b.raw\n");
    disk("d/list.csv#old/c.raw");
    ingest(manifest, folder.resolve("d/list.csv#old"));
    Files.writeString(manifest, "vm,snapshot,path\na,1,a.raw\n");
    ingest(manifest);
    assertThat(there()).containsExactly("a.raw", "c.raw");
  }

  @Test
  void anInternalSnapshotThatWasDeletedIsGone() throws Exception {
    Path disk = folder.resolve("d.qcow2");
    assumeTrue(ran("qemu-img", "create", "-q", "-f", "qcow2", disk.toString(), "1M"), "qemu-img");
    ran("qemu-img", "snapshot", "-c", "before", disk.toString());
    disk("d.qcow2#old/c.raw");
    ingest(disk, folder.resolve("d.qcow2#old"));
    assertThat(there()).containsExactly("c.raw", "d.qcow2", "d.qcow2#1");
    ran("qemu-img", "snapshot", "-d", "before", disk.toString());
    ingest(disk);
    assertThat(there()).containsExactly("c.raw", "d.qcow2");
  }

  @Test
  void aDiskOfAManifestThatCannotBeReadIsNotGone() throws IOException {
    disk("d/a.raw");
    Path bad = disk("d/b.raw");
    Path manifest = folder.resolve("d/list.csv");
    Files.writeString(manifest, "vm,snapshot,path\na,1,a.raw\nb,1,b.raw\n");
    ingest(manifest);
    Files.write(bad, new byte[] {'Q', 'F', 'I', (byte) 0xfb, 0, 0, 0, 9});
    ingest(manifest);
    assertThat(there()).containsExactly("a.raw", "b.raw");
  }

  @Test
  void aFileIsNoSnapshotInsideOfTheOneWhoseNameItBeginsWith() throws Exception {
    Path disk = folder.resolve("d.qcow2");
    assumeTrue(ran("qemu-img", "create", "-q", "-f", "qcow2", disk.toString(), "1M"), "qemu-img");
    Path beside = folder.resolve("d.qcow2#1");
    ran("qemu-img", "create", "-q", "-f", "qcow2", beside.toString(), "1M");
    ingest(disk, beside);
    ingest(disk);
    assertThat(there()).containsExactly("d.qcow2", "d.qcow2#1");
  }

  /** Reports of registries have no place where all inputs are disks. */
  @Test
  void aWarehouseOfDisksIsNotAskedForARegistry() throws IOException {
    disk("d/a.raw");
    Path disks = folder.resolve("d");
    ingest(disks);
    assertThat(varve("report changes --warehouse %s", warehouse()).done().out()).contains("new");
    ingest(disks);
    assertThat(varve("report changes --warehouse %s", warehouse()).done().lines())
        .containsExactly("No rows:", "  changes (nothing has changed)");
    varve("derive --warehouse %s", warehouse()).done();
    assertThat(varve("report --all --warehouse %s", warehouse()).done().out())
        .doesNotContainPattern("ingest\\s+registry")
        .doesNotContain("savings-by-type")
        .containsPattern("backup-efficiency,[^(]*\\(varve\\s+simulate\\s+backup\\)");
    assertThat(varve("report savings-by-type --warehouse %s", warehouse()).done().out())
        .contains("savings-by-type (varve ingest registry)");
  }

  /** Images come at the end of an ingest; an ended one has layers alone. */
  @Test
  void aRegistryOfAnEndedIngestIsAnInput() throws IOException {
    disk("d/a.raw");
    ingest(folder.resolve("d"));
    SettingReader settings = TestEngine.settings();
    IngestRegistry registry = new IngestRegistry(RegistrySettings.read(settings));
    assertThatThrownBy(
            () ->
                registry.run(
                    Runs.open("test", settings, new SignalAtTheEnd()),
                    List.of(SmallWorld.registry().toString()),
                    warehouse().toString()))
        .isInstanceOf(StoppedRunException.class);
    assertThat(varve("report --all --warehouse %s", warehouse()).done().out())
        .containsPattern("top-duplicates[^(]*\\(varve\\s+derive\\)");
  }

  @Test
  void whatCannotBeLookedAtMayBeThere() {
    assertThat(SnapshotSightings.mayBeAt(failing(new IOException("off")), "hdfs://old/a")).isTrue();
    IllegalArgumentException unknown = new IllegalArgumentException("UnknownHostException: old");
    assertThat(SnapshotSightings.mayBeAt(failing(unknown), "hdfs://old/a")).isTrue();
    assertThat(SnapshotSightings.mayBeAt(failing(null), "hdfs://old/a")).isFalse();
  }

  /** A store that fails, or has nothing. */
  private static ByteStore failing(@Nullable Exception fault) {
    return (ByteStore)
        Proxy.newProxyInstance(
            ByteStore.class.getClassLoader(),
            new Class<?>[] {ByteStore.class},
            (proxy, method, arguments) -> {
              if (fault != null) {
                throw fault;
              }
              return Optional.empty();
            });
  }

  private static boolean ran(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
