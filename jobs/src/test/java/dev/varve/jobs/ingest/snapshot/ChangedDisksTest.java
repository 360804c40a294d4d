package dev.varve.jobs.ingest.snapshot;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Kept;
import dev.varve.jobs.engine.run.Reporter;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.SignalAtTheEnd;
import dev.varve.jobs.engine.run.StoppedRunException;
import dev.varve.jobs.engine.run.Terminal;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.host.StopSignals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disks that change under their names between two nights. What the warehouse has of them is
 * compared with the SHA-256 of each block of 4 KiB of what the guest sees.
 */
class ChangedDisksTest {
  private static final int BLOCK = 4096;

  @TempDir private Path folder;
  private Path vms;

  @BeforeEach
  void makeFolder() throws IOException {
    vms = Files.createDirectories(folder.resolve("vms"));
  }

  private Path warehouse() {
    return folder.resolve("w");
  }

  private Terminal.Answer ingest(Object... inputs) {
    String line = "ingest snapshots" + " %s".repeat(inputs.length);
    return varve(line + " --warehouse " + warehouse() + " --chunker fixed-4k", inputs).done();
  }

  private Path random(String path, long seed, int bytes) throws IOException {
    Path disk = vms.resolve(path);
    Files.createDirectories(disk.getParent());
    byte[] content = new byte[bytes];
    new Random(seed).nextBytes(content);
    return Files.write(disk, content);
  }

  private static Set<String> blocks(Path raw) throws IOException, NoSuchAlgorithmException {
    byte[] bytes = Files.readAllBytes(raw);
    Set<String> blocks = new TreeSet<>();
    for (int at = 0; at < bytes.length; at += BLOCK) {
      byte[] block = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + BLOCK));
      if (!Arrays.equals(block, new byte[block.length])) {
        blocks.add(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(block)));
      }
    }
    return blocks;
  }

  /** Digests of the blocks that the guest sees, as QEMU converts them. */
  private Set<String> guest(Path disk) throws Exception {
    Path raw = folder.resolve("guest.raw");
    img("convert -O raw", disk, raw);
    return blocks(raw);
  }

  private static void img(String words, Object... files) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("qemu-img"));
    command.addAll(List.of(words.split(" ")));
    for (Object file : files) {
      command.add(file.toString());
    }
    assertThat(ran(command.toArray(String[]::new))).as("%s", command).isTrue();
  }

  private static void io(Path disk, String write) throws InterruptedException {
    assertThat(ran("qemu-io", "-f", "qcow2", "-c", write, disk.toString())).as(write).isTrue();
  }

  private static boolean ran(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Bytes of distinct chunks that are not zero. */
  private long dedupBytes(String options) {
    return varve("report chunk-dedup-summary --warehouse %s --format json " + options, warehouse())
        .done()
        .rows()
        .stream()
        .filter(row -> row.has("mode", "dedup"))
        .findFirst()
        .orElseThrow()
        .count("bytes");
  }

  private Set<String> stored(String where) {
    Set<String> blocks = new TreeSet<>();
    varve(
            "sql --warehouse %s --format json %s",
            warehouse(),
            "SELECT DISTINCT lower(hex(fingerprint)) AS block FROM segment_chunk WHERE NOT zero AND "
                + where)
        .done()
        .rows()
        .forEach(row -> blocks.add(row.text("block")));
    return blocks;
  }

  private List<String> there() {
    return rows(
            warehouse(),
            "SELECT concat(vm, '/', snapshot) AS name FROM snapshot ORDER BY position, vm")
        .stream()
        .map(row -> row.text("name"))
        .toList();
  }

  private List<String> changes() {
    return varve("report changes --warehouse %s --format json", warehouse()).done().rows().stream()
        .map(row -> row.text("change") + " " + row.text("name"))
        .toList();
  }

  private String start(int run) {
    return rows(
            warehouse(),
            "SELECT run_id, strftime(started_at, '%Y-%m-%dT%H:%M:%SZ') AS at FROM run ORDER BY run_id")
        .get(run)
        .text("at");
  }

  private String runId(int run) {
    return rows(warehouse(), "SELECT run_id FROM run ORDER BY run_id").get(run).text("run_id");
  }

  @Test
  void aLiveDiskIsReadAgainWhenItHasChanged() throws Exception {
    Path disk = random("live/disk.raw", 1, 5 * BLOCK);
    random("still/disk.raw", 9, 2 * BLOCK);
    ingest(vms);
    Set<String> first = blocks(disk);
    assertThat(stored("vm = 'live'")).isEqualTo(first);
    random("live/disk.raw", 2, 5 * BLOCK);
    Files.setLastModifiedTime(disk, FileTime.from(Instant.parse("2026-11-28T22:00:00Z")));
    String summary = ingest(vms).err();
    assertThat(summary).containsPattern("changed +1 snapshot, read again");
    assertThat(summary).containsPattern("skipped +1 snapshot ");
    assertThat(there()).containsExactly("still/disk", "live/disk@" + start(1));
    assertThat(stored("vm = 'live'")).isEqualTo(blocks(disk));
    assertThat(changes()).containsExactly("changed live/disk");
    Terminal.Line row =
        Terminal.row(
            warehouse(),
            "SELECT position, parent, version_of, file_state, CAST(taken_at AS VARCHAR) AS taken"
                + " FROM snapshot WHERE vm = 'live'");
    assertThat(row.count("position")).isEqualTo(1);
    assertThat(row.text("parent")).isEqualTo("disk");
    assertThat(row.text("version_of")).isEqualTo("disk");
    assertThat(row.text("file_state")).isEqualTo("20480 2026-11-28T22:00:00Z");
    assertThat(row.text("taken")).startsWith("2026-11-28 22:00:00");
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .contains("Changed since the ingest before, and read again: 1 snapshot (report changes).");
    assertThat(ingest(vms).err()).containsPattern("skipped +2 snapshots ");
    random("live/disk.raw", 3, 6 * BLOCK);
    ingest(vms);
    assertThat(there()).containsExactly("still/disk", "live/disk@" + start(3));
    assertThat(stored("vm = 'live'")).isEqualTo(blocks(disk));
    assertThat(dedupBytes("--as-of " + runId(0))).isEqualTo((5 + 2) * BLOCK);
    assertThat(dedupBytes("--as-of " + runId(3))).isEqualTo((6 + 2) * BLOCK);
    String explain = "explain %s --warehouse %s";
    assertThat(varve(explain, "live/disk", warehouse()).done().lines())
        .contains("Snapshot live/disk@" + start(3))
        .anyMatch(line -> line.matches("  is there +since .*"))
        .anyMatch(line -> line.contains("raw of 24.0 KiB"))
        .anyMatch(line -> line.matches("  readings +disk@.*, disk@.*, disk"));
    assertThat(varve(explain, "live/disk@" + start(1), warehouse()).done().lines())
        .anyMatch(line -> line.matches("  is gone +since the ingest that began at .*"))
        .anyMatch(line -> line.contains("raw of 20.0 KiB"))
        .noneMatch(line -> line.contains("to free it"));
    varve("compact --warehouse %s --before 0d", warehouse()).done();
    assertThat(varve(explain, "live/disk@" + start(1), warehouse()).endsWith(4).err())
        .contains("was dropped by varve compact");
    assertThat(ingest(vms).err()).containsPattern("skipped +2 snapshots ");
    assertThat(stored("vm = 'live'")).isEqualTo(blocks(disk));
    varve("check --warehouse %s", warehouse()).done();
  }

  @Test
  void aBackupThatWasHalfWrittenIsReadAgainWithWhatIsAboveIt() throws Exception {
    assumeTrue(ran("qemu-io", "--version"), "qemu-io");
    Path whole = random("whole.raw", 5, 64 * BLOCK);
    Path base = vms.resolve("mail/base.raw");
    Files.createDirectories(base.getParent());
    byte[] half = new byte[64 * BLOCK];
    System.arraycopy(Files.readAllBytes(whole), 0, half, 0, 20 * BLOCK);
    Files.write(base, half);
    Files.delete(whole);
    Path top = base.resolveSibling("top.qcow2");
    img("create -q -f qcow2 -b base.raw -F raw", top);
    io(top, "write -P 7 0 4k");
    ingest(vms);
    assertThat(stored("snapshot = 'top'")).isEqualTo(guest(top));
    random("mail/base.raw", 5, 64 * BLOCK);
    ingest(vms);
    assertThat(there()).containsExactly("mail/base@" + start(1), "mail/top@" + start(1));
    assertThat(stored("snapshot LIKE 'base@%'")).isEqualTo(blocks(base)).hasSize(64);
    assertThat(stored("snapshot LIKE 'top@%'")).isEqualTo(guest(top));
    varve("check --warehouse %s", warehouse()).done();
  }

  @Test
  void aCommitOfAnOverlayChangesItsBase() throws Exception {
    assumeTrue(ran("qemu-io", "--version"), "qemu-io");
    Path base = vms.resolve("web/base.qcow2");
    Files.createDirectories(base.getParent());
    img("create -q -f qcow2", base, "4M");
    io(base, "write -P 1 0 64k");
    Path top = base.resolveSibling("top.qcow2");
    img("create -q -f qcow2 -b base.qcow2 -F qcow2", top);
    io(top, "write -P 2 64k 64k");
    ingest(vms);
    img("commit -q", top);
    Files.delete(top);
    ingest(vms);
    assertThat(there()).containsExactly("web/base@" + start(1));
    assertThat(stored("true")).isEqualTo(guest(base)).hasSize(2);
    assertThat(changes()).containsExactly("changed web/base", "gone web/top");
  }

  @Test
  void anInternalSnapshotOfTheSameNameIsReadAgainAndOthersAreNot() throws Exception {
    assumeTrue(ran("qemu-io", "--version"), "qemu-io");
    Path disk = vms.resolve("db/disk.qcow2");
    Files.createDirectories(disk.getParent());
    img("create -q -f qcow2", disk, "4M");
    io(disk, "write -P 1 0 64k");
    img("snapshot -c old", disk);
    img("snapshot -c daily", disk);
    ingest(vms);
    img("snapshot -d daily", disk);
    io(disk, "write -P 2 64k 64k");
    img("snapshot -c daily", disk);
    ingest(vms);
    assertThat(there())
        .containsExactly("db/disk@old", "db/disk@daily@" + start(1), "db/disk@" + start(1));
    assertThat(stored("snapshot LIKE 'disk@daily@%'")).isEqualTo(guest(disk)).hasSize(2);
  }

  @Test
  void aNewInternalSnapshotComesBeforeTheDiskThatWentOnAfterIt() throws Exception {
    assumeTrue(ran("qemu-io", "--version"), "qemu-io");
    Path disk = vms.resolve("db/disk.qcow2");
    Files.createDirectories(disk.getParent());
    img("create -q -f qcow2", disk, "4M");
    io(disk, "write -P 1 0 64k");
    img("snapshot -c monday", disk);
    ingest(vms);
    img("snapshot -c tuesday", disk);
    io(disk, "write -P 2 64k 64k");
    ingest(vms);
    assertThat(there()).containsExactly("db/disk@monday", "db/disk@tuesday", "db/disk@" + start(1));
  }

  @Test
  void aFileWithTheNameOfALaterReadingIsRefused() throws Exception {
    Path disk = random("live/disk.raw", 1, 3 * BLOCK);
    ingest(vms);
    random("live/disk.raw", 2, 3 * BLOCK);
    Files.setLastModifiedTime(disk, FileTime.from(Instant.parse("2026-11-28T22:00:00Z")));
    ingest(vms);
    Path other = random("live/disk@" + start(1) + ".raw", 3, 2 * BLOCK);
    assertThat(ingest(vms).err())
        .containsPattern("rejected +1 snapshot")
        .contains(other.getFileName() + "\n")
        .contains("the warehouse has a later reading of disk under this name: rename this one");
    assertThat(there()).containsExactly("live/disk@" + start(1));
    assertThat(stored("vm = 'live'")).isEqualTo(blocks(disk));
    Files.move(other, other.resolveSibling("other.raw"));
    ingest(vms);
    assertThat(there()).containsExactly("live/disk@" + start(1), "live/other");
  }

  @Test
  void aChangedDiskThatCannotBeReadEndsNothing() throws Exception {
    assumeTrue(ran("qemu-io", "--version"), "qemu-io");
    Path disk = vms.resolve("db/disk.qcow2");
    Files.createDirectories(disk.getParent());
    img("create -q -f qcow2", disk, "4M");
    io(disk, "write -P 1 0 1M");
    ingest(vms);
    byte[] whole = Files.readAllBytes(disk);
    Files.write(disk, Arrays.copyOf(whole, whole.length - 512 * 1024));
    assertThat(ingest(vms).err()).containsPattern("rejected +1 snapshot");
    assertThat(there()).containsExactly("db/disk");
    assertThat(changes()).isEmpty();
    Files.write(disk, whole);
    ingest(vms);
    assertThat(there()).containsExactly("db/disk@" + start(2));
  }

  @Test
  void aKnownDiskWithoutItsBackingFileIsARejectionAndStays() throws Exception {
    assumeTrue(ran("qemu-io", "--version"), "qemu-io");
    Path base = random("web/base.raw", 1, 16 * BLOCK);
    img("create -q -f qcow2 -b base.raw -F raw", base.resolveSibling("top.qcow2"));
    ingest(vms);
    Files.move(base, folder.resolve("base.raw"));
    String summary = ingest(vms).err();
    assertThat(summary).containsPattern("rejected +1 snapshot").contains("base.raw is missing");
    assertThat(summary).doesNotContainPattern("skipped +[1-9]");
    assertThat(there()).containsExactly("web/top");
    assertThat(changes()).containsExactly("gone web/base");
    Files.move(folder.resolve("base.raw"), base);
    assertThat(ingest(vms).err()).containsPattern("skipped +2 snapshots");
    assertThat(there()).containsExactly("web/base", "web/top");
  }

  @Test
  void aDiskIsChangedWhereEndedRunsHaveReadItAgain() throws Exception {
    Path disk = random("live/disk.raw", 1, 3 * BLOCK);
    Path goes = random("live/small.raw", 4, BLOCK);
    ingest(vms);
    SettingReader settings = TestEngine.settings("ingest.chunker=fixed-4k");
    IngestSnapshots ended = new IngestSnapshots(SnapshotSettings.read(settings));
    for (int night = 2; night <= 3; night++) {
      random("live/disk.raw", night, 3 * BLOCK);
      Files.setLastModifiedTime(disk, FileTime.from(Instant.ofEpochSecond(1_800_000_000L + night)));
      assertThatThrownBy(
              () ->
                  ended.run(
                      Runs.open("test", settings, new SignalAtTheEnd()),
                      List.of(vms.toString()),
                      warehouse().toString()))
          .isInstanceOf(StoppedRunException.class);
    }
    assertThat(rows(warehouse(), "SELECT counts['interrupted'] AS ends FROM run ORDER BY run_id"))
        .extracting(row -> row.text("ends"))
        .containsExactly("null", "1", "1");
    Files.delete(goes);
    ingest(vms);
    // Of two runs in one second the later one has digits behind it.
    assertThat(there())
        .singleElement()
        .asString()
        .startsWith("live/disk@" + start(2).replace("Z", ""));
    assertThat(changes()).containsExactly("changed live/disk", "gone live/small");
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .contains("Changed since the ingest before, and read again: 1 snapshot (report changes).")
        .contains("Gone since the ingest before: 1 snapshot");
  }

  /** Ingests until a signal comes, before the run can judge what is gone. */
  private void ingestUntil(Reporter signal, Path... inputs) {
    SettingReader settings =
        TestEngine.settings(
            "ingest.chunker=fixed-4k", "ingest.publish-bytes=1", "tuning.ingest.range-bytes=2 MiB");
    IngestSnapshots ended = new IngestSnapshots(SnapshotSettings.read(settings));
    List<String> locations = Arrays.stream(inputs).map(Path::toString).toList();
    assertThatThrownBy(
            () -> ended.run(Runs.open("test", settings, signal), locations, warehouse().toString()))
        .isInstanceOf(StoppedRunException.class);
  }

  private void change(Path disk, long seed, int bytes) throws IOException {
    random(vms.relativize(disk).toString(), seed, bytes);
    Files.setLastModifiedTime(disk, FileTime.from(Instant.ofEpochSecond(1_800_000_000L + seed)));
  }

  /**
   * A run reads all that has changed and is ended before it judges: a live disk of three blocks is
   * now one of four, of a manifest too, an internal snapshot has been made again, and a small disk
   * is deleted. What is deleted counts until a run has ended; nothing counts in two versions.
   */
  @Test
  void aRunThatWasEndedCountsNoDiskTwice() throws Exception {
    assumeTrue(ran("qemu-io", "--version"), "qemu-io");
    Path disk = random("a/live/disk.raw", 1, 3 * BLOCK);
    Path goes = random("a/live/small.raw", 4, BLOCK);
    Path listed = random("listed.raw", 5, 2 * BLOCK);
    Path manifest = vms.resolve("list.csv");
    Files.writeString(manifest, "vm,snapshot,path\nlisted,1,listed.raw\n");
    Path inside = vms.resolve("a/db/disk.qcow2");
    Files.createDirectories(inside.getParent());
    img("create -q -f qcow2", inside, "4M");
    io(inside, "write -P 1 0 4k");
    img("snapshot -c daily", inside);
    varve(
            "ingest snapshots %s %s --warehouse %s --chunker fixed-4k",
            vms.resolve("a"), manifest, warehouse())
        .done();
    change(disk, 2, 4 * BLOCK);
    change(listed, 6, 5 * BLOCK);
    Files.delete(goes);
    img("snapshot -c other", inside);
    img("snapshot -d daily", inside);
    io(inside, "write -P 2 0 4k");
    img("snapshot -c daily", inside);
    ingestUntil(new SignalAtTheEnd(), vms.resolve("a"), manifest);
    String version = "@" + start(1);
    Set<String> now = new TreeSet<>(Set.of("live/small", "db/disk@other"));
    List.of("live/disk", "listed/1", "db/disk", "db/disk@daily")
        .forEach(name -> now.add(name + version));
    assertThat(there()).containsExactlyInAnyOrderElementsOf(now);
    // Small 1, live 4, listed 5, and of the qcow2 file two distinct blocks.
    assertThat(dedupBytes("--as-of " + runId(1))).isEqualTo((1 + 4 + 5 + 2) * BLOCK);
    assertThat(dedupBytes("--as-of " + runId(0))).isEqualTo((1 + 3 + 2 + 1) * BLOCK);
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .contains("Unfinished: the last ingest was interrupted")
        .contains("Read 6 snapshots of 3 VMs.");
    assertThat(varve("explain live/disk --warehouse %s", warehouse()).done().lines())
        .contains("Snapshot live/disk" + version);
    varve("check --warehouse %s", warehouse()).done();
    assertThat(
            varve(
                    "ingest snapshots %s %s --warehouse %s --chunker fixed-4k",
                    vms.resolve("a"), manifest, warehouse())
                .done()
                .err())
        .containsPattern("read +0 snapshots");
    now.remove("live/small");
    assertThat(there()).containsExactlyInAnyOrderElementsOf(now);
    varve("check --warehouse %s", warehouse()).done();
  }

  /** The second disk is read when the signal comes; whether it is kept, it counts once. */
  @Test
  void aDiskThatWasNotReachedIsAsItWas() throws Exception {
    Path first = random("a/disk.raw", 1, BLOCK);
    Path second = random("b/disk.raw", 2, BLOCK);
    Path copy = random("b/copy.raw", 3, BLOCK);
    ingest(vms);
    change(first, 4, 2 * BLOCK);
    change(second, 5, 64 << 20);
    Files.delete(copy);
    ingestUntil(new SignalAfter(2 * BLOCK), vms);
    assertThat(there())
        .hasSize(3)
        .contains("a/disk@" + start(1), "b/copy")
        .haveExactly(1, new Condition<>(name -> name.startsWith("b/disk"), "b/disk"));
  }

  /** A disk is followed at one place by runs that end early, and its copy stays as it is. */
  @Test
  void anEndedRunEndsNothingAtAnotherPlace() throws Exception {
    Path disk = random("a/one/disk.raw", 1, 3 * BLOCK);
    Path copy = random("c/one/disk.raw", 1, 3 * BLOCK);
    Files.setLastModifiedTime(copy, FileTime.from(Instant.parse("2026-11-28T22:00:00Z")));
    ingest(vms.resolve("a"));
    ingest(vms.resolve("c"));
    for (int night = 2; night <= 3; night++) {
      change(disk, night, 3 * BLOCK);
      ingestUntil(new SignalAtTheEnd(), vms.resolve("a"));
      assertThat(there()).hasSize(2).first().isEqualTo("one/disk");
      Set<String> both = new TreeSet<>(blocks(copy));
      both.addAll(blocks(disk));
      assertThat(stored("true")).isEqualTo(both).hasSize(6);
    }
    assertThat(ingest(vms.resolve("c")).err()).containsPattern("read +0 snapshots");
    assertThat(there()).hasSize(2);
    change(copy, 4, 2 * BLOCK);
    ingestUntil(new SignalAtTheEnd(), vms.resolve("c"));
    assertThat(there()).hasSize(2).doesNotContain("one/disk");
    assertThat(stored("true")).hasSize(3 + 2);
  }

  /**
   * A disk that is away for a night, while its copy at another place goes on, comes back as it was.
   */
  @Test
  void aDiskThatComesBackIsComparedWithWhatItWasThere() throws Exception {
    Path disk = random("a/one/disk.raw", 1, 3 * BLOCK);
    random("a/other/disk.raw", 9, BLOCK);
    Path copy = random("c/one/disk.raw", 1, 3 * BLOCK);
    Files.setLastModifiedTime(copy, FileTime.from(Instant.parse("2026-11-28T22:00:00Z")));
    ingest(vms.resolve("a"));
    ingest(vms.resolve("c"));
    Path away = folder.resolve("away");
    Files.move(disk.getParent(), away);
    ingest(vms.resolve("a"));
    change(copy, 2, 3 * BLOCK);
    ingest(vms.resolve("c"));
    assertThat(there()).hasSize(2).doesNotContain("one/disk");
    Files.move(away, disk.getParent());
    assertThat(ingest(vms.resolve("a")).err()).containsPattern("read +0 snapshots");
    assertThat(there()).hasSize(3).contains("one/disk");
  }

  @Test
  void aVersionIsNoVersionOfItsParentInTheManifest() throws Exception {
    random("one/a.raw", 1, BLOCK);
    Path second = random("one/b.raw", 2, BLOCK);
    Path manifest = vms.resolve("list.csv");
    Files.writeString(manifest, "vm,snapshot,path,parent\none,a,one/a.raw,\none,b,one/b.raw,a\n");
    ingest(manifest);
    random("one/b.raw", 3, BLOCK);
    Files.setLastModifiedTime(second, FileTime.from(Instant.parse("2026-11-28T22:00:00Z")));
    ingest(manifest);
    Files.writeString(manifest, "vm,snapshot,path,parent\none,b,one/b.raw,a\n");
    ingest(manifest);
    assertThat(changes()).containsExactly("gone one/a");
    Terminal.Line counts =
        rows(
                warehouse(),
                "SELECT counts['snapshots_gone'] AS gone, counts['snapshots_changed'] AS changed"
                    + " FROM run ORDER BY run_id")
            .get(2);
    assertThat(counts.count("gone")).isEqualTo(1);
    assertThat(counts.count("changed")).isZero();
  }

  @Test
  void aDiskThatMovedIsReadAgainOnlyIfItChanged() throws Exception {
    Path disk = random("a/one/disk.raw", 1, 3 * BLOCK);
    ingest(vms.resolve("a"));
    Path moved = vms.resolve("b/one/disk.raw");
    Files.createDirectories(moved.getParent());
    Files.move(disk, moved);
    Files.delete(disk.getParent());
    random("a/other/disk.raw", 2, BLOCK);
    ingest(vms.resolve("a"));
    assertThat(ingest(vms.resolve("b")).err()).containsPattern("read +0 snapshots");
    assertThat(there()).contains("one/disk");
    random("b/one/disk.raw", 3, 3 * BLOCK);
    ingest(vms.resolve("b"));
    assertThat(stored("vm = 'one'")).isEqualTo(blocks(moved));
  }

  @Test
  void aDiskThatChangedElsewhereAndCameBackIsTheReadingFromThere() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other"));
    Path disk = random("live/disk.raw", 1, 3 * BLOCK);
    random("still/disk.raw", 9, 2 * BLOCK);
    Path away = other.resolve("live");
    ingest(vms, other);
    Files.move(disk.getParent(), away);
    ingest(vms, other);
    Files.move(away, disk.getParent());
    random("live/disk.raw", 2, 3 * BLOCK);
    Files.setLastModifiedTime(disk, FileTime.from(Instant.parse("2026-11-28T22:00:00Z")));
    Files.move(disk.getParent(), away);
    ingest(vms, other);
    assertThat(there()).containsExactly("still/disk", "live/disk@" + start(2));
    Files.move(away, disk.getParent());
    assertThat(ingest(vms, other).err()).containsPattern("skipped +2 snapshots ");
    assertThat(changes()).isEmpty();
    assertThat(there()).containsExactly("still/disk", "live/disk@" + start(2));
    assertThat(stored("vm = 'live'")).isEqualTo(blocks(disk));
  }

  @Test
  void aCopyWithAnotherTimeIsNotReadWhileTheFirstPlaceIsThere() throws Exception {
    Path disk = random("a/one/disk.raw", 1, 3 * BLOCK);
    ingest(vms.resolve("a"));
    Path copy = random("c/one/disk.raw", 1, 3 * BLOCK);
    Files.setLastModifiedTime(copy, FileTime.from(Instant.parse("2026-11-28T22:00:00Z")));
    assertThat(ingest(vms.resolve("c")).err()).containsPattern("read +0 snapshots");
    assertThat(there()).containsExactly("one/disk");
    assertThat(
            rows(warehouse(), "SELECT location FROM snapshot_sighting WHERE gone_at IS NULL")
                .stream()
                .map(row -> row.text("location").replaceFirst("^file:/+", "/")))
        .containsExactlyInAnyOrder(disk.toString(), copy.toString());
    Files.delete(disk);
    assertThat(ingest(vms.resolve("c")).err()).containsPattern("read +1 snapshot:");
  }

  /** A live disk and an older copy of it, each ingested by runs of its own. */
  @Test
  void aDiskAndItsCopyAreFollowedEachByItself() throws Exception {
    Path disk = random("a/one/disk.raw", 1, 3 * BLOCK);
    Path copy = random("c/one/disk.raw", 1, 3 * BLOCK);
    Files.setLastModifiedTime(copy, FileTime.from(Instant.parse("2026-11-28T22:00:00Z")));
    Set<String> first = blocks(copy);
    ingest(vms.resolve("a"));
    ingest(vms.resolve("c"));
    random("a/one/disk.raw", 2, 3 * BLOCK);
    assertThat(ingest(vms.resolve("a")).err()).containsPattern("read +1 snapshot:");
    assertThat(ingest(vms.resolve("c")).err()).containsPattern("read +0 snapshots");
    assertThat(there()).hasSize(2).first().isEqualTo("one/disk");
    Set<String> both = new TreeSet<>(first);
    both.addAll(blocks(disk));
    assertThat(stored("true")).isEqualTo(both);

    random("c/one/disk.raw", 3, 3 * BLOCK);
    assertThat(ingest(vms.resolve("c")).err()).containsPattern("read +1 snapshot:");
    assertThat(there()).hasSize(2).doesNotContain("one/disk");
    both = blocks(copy);
    both.addAll(blocks(disk));
    assertThat(stored("true")).isEqualTo(both);
  }

  /**
   * A signal that comes once some bytes were read.
   *
   * @param bytes of disks
   */
  private record SignalAfter(long bytes) implements Reporter {
    private static final int SIGTERM = 15;

    @Override
    public void note(String line) {}

    @Override
    public Phase phase(String title, long totalBytes, LongSupplier doneBytes) {
      Thread thread =
          new Thread(
              () -> {
                while (doneBytes.getAsLong() <= bytes && !Thread.interrupted()) {
                  Thread.onSpinWait();
                }
                StopSignals.request(SIGTERM);
              });
      thread.start();
      return () -> {
        thread.interrupt();
        try {
          thread.join();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      };
    }

    @Override
    public void endsEarly(Kept kept, Kept left, Ending ending) {}
  }
}
