package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.synthetic.disk.Qcow2Form;
import dev.varve.synthetic.disk.Qcow2Writer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains of the small world's disks, and synthetic ones against the published closed forms. */
class ChainLinesTest {
  private static final String SYNTHETIC =
      "simulate chains --warehouse %s --quiet --kinds real,grown,even,base --snapshots 0,10,100"
          + " --set chains.disk-bytes=1010MiB --requests 20000 --access uniform,zipf"
          + " --set chains.cache-bytes=8KiB --set chains.space=disk --caches per-file,shared";

  @TempDir private static Path folder;

  private static Path warehouse = Path.of("");

  @BeforeAll
  static void simulate() {
    warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("warehouse"));
    varve(SYNTHETIC, warehouse).done();
  }

  @Test
  void everyDiskOverABackingFileHasAMap() {
    assertThat(
            row(
                    warehouse,
                    "SELECT count(*) AS wrong FROM (SELECT vm, snapshot, sum(bytes) AS bytes"
                        + " FROM chain_map GROUP BY vm, snapshot) AS map"
                        + " JOIN snapshot USING (vm, snapshot) WHERE bytes <> virtual_bytes")
                .count("wrong"))
        .isZero();
    Line maps =
        row(warehouse, "SELECT count(DISTINCT vm) AS vms, max(depth) AS deepest FROM chain_file");
    assertThat(maps.count("vms")).isPositive();
    assertThat(maps.count("deepest")).isPositive();
  }

  @Test
  void probesAreThoseOfTheClosedForms() {
    List<Line> lines =
        rows(
            warehouse,
            "SELECT * FROM chain_result WHERE kind IN ('even', 'base') AND access = 'uniform'");
    assertThat(lines).hasSizeGreaterThan(12);
    for (Line line : lines) {
      double files = line.number("files");
      boolean direct = line.has("method", "direct");
      if (line.count("merged_files") == 0) {
        double wanted = direct ? 1 : line.has("kind", "base") ? files : (files + 1) / 2;
        // 1010 MiB are 16160 clusters, which 1 and 101 files divide, and 11 nearly.
        assertThat(line.number("expected_probes")).isBetween(wanted - 0.001, wanted + 0.001);
      }
      assertThat(line.number("probes") / line.number("lookups"))
          .isBetween(line.number("probes_low") - 1e-9, line.number("probes_high") + 1e-9);
    }
  }

  @Test
  void everyCheckHolds() {
    varve("check --warehouse %s", warehouse).done();
  }

  @Test
  void theSameSeedGivesTheSameRows() {
    Path own = folder.resolve("again");
    varve(SYNTHETIC.replace("real,", ""), own).done();
    String query =
        "SELECT * EXCLUDE (setting) FROM chain_result WHERE kind <> 'real' ORDER BY setting";
    assertThat(rows(own, query)).isEqualTo(rows(warehouse, query)).isNotEmpty();
  }

  @Test
  void aTraceIsReplayed() throws IOException {
    Path own = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("traced"));
    Path trace =
        Files.writeString(
            folder.resolve("reads.log"),
            "fio version 2 iolog\n/dev/sda add\n/dev/sda read 0 4096\n/dev/sda write 0 4096\n"
                + "/dev/sda read 9223372036854771712 4096\n");
    varve("simulate chains --warehouse %s --kinds real --trace %s --quiet", own, trace).done();
    assertThat(rows(own, "SELECT DISTINCT access, lookups, outside FROM chain_result"))
        .extracting(line -> line.cells().toString())
        .containsExactly("{\"access\":\"trace\",\"lookups\":1,\"outside\":1}");
  }

  @Test
  void whatCannotBeIsSaid() throws IOException {
    assertThat(refused("--kinds grown --set chains.cluster-bytes=65537", 2))
        .contains("must be a power of two");
    assertThat(refused("--kinds unreal", 2)).contains("chains.kinds is unreal; choose one of");
    Path bad = Files.writeString(folder.resolve("bad.log"), "fio version 2 iolog\nhello\n");
    assertThat(refused("--kinds grown --trace " + bad, 2)).contains("bad.log, line 2");
  }

  @Test
  void aChainOfSeveralClusterSizesHasNoSharedCache() throws IOException {
    Path vm = Files.createDirectories(folder.resolve("mixed/vm"));
    Qcow2Form base = Qcow2Form.alone(3, 16, 1 << 20);
    try (Qcow2Writer disk = new Qcow2Writer(vm.resolve("1.qcow2"), base)) {
      disk.write(3, new byte[1 << 16]);
    }
    Qcow2Form top = Qcow2Form.alone(3, 12, 1 << 20).over("1.qcow2", "qcow2");
    try (Qcow2Writer disk = new Qcow2Writer(vm.resolve("2.qcow2"), top)) {
      disk.write(7, new byte[1 << 12]);
    }
    Path own = folder.resolve("mixed-warehouse");
    varve("ingest snapshots %s --warehouse %s --quiet", folder.resolve("mixed"), own).done();
    Answer answer =
        varve(
            "simulate chains --warehouse %s --kinds real --access uniform --requests 100"
                + " --caches per-file,shared",
            own);
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.err()).containsOnlyOnce("no shared cache of vm 2");
    assertThat(rows(own, "SELECT DISTINCT caches FROM chain_result")).hasSize(1);
  }

  /** What qemu-img map says of these files: data where it was written, zeros in the holes. */
  @Test
  void holesOfARawBaseAreZeros() throws IOException {
    Path vm = Files.createDirectories(folder.resolve("sparse/vm"));
    try (FileChannel raw =
        FileChannel.open(
            vm.resolve("1.raw"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      raw.write(ByteBuffer.wrap(noise(1 << 16)), 1 << 20);
      raw.write(ByteBuffer.wrap(noise(1 << 16)), (1 << 20) + (1 << 18));
      raw.write(ByteBuffer.wrap(noise(1 << 12)), (8 << 20) - (1 << 12));
    }
    Qcow2Form top = Qcow2Form.alone(3, 16, 8 << 20).over("1.raw", "raw");
    try (Qcow2Writer disk = new Qcow2Writer(vm.resolve("2.qcow2"), top)) {
      disk.write(32, noise(1 << 16));
    }
    Path own = folder.resolve("sparse-warehouse");
    varve("ingest snapshots %s --warehouse %s --quiet", folder.resolve("sparse"), own).done();
    assertThat(
            rows(
                own,
                "SELECT guest_offset, bytes, depth, state FROM chain_map ORDER BY guest_offset"))
        .extracting(line -> line.cells().toString())
        .containsExactly(
            "{\"guest_offset\":0,\"bytes\":1048576,\"depth\":1,\"state\":\"zero\"}",
            "{\"guest_offset\":1048576,\"bytes\":65536,\"depth\":1,\"state\":\"data\"}",
            "{\"guest_offset\":1114112,\"bytes\":196608,\"depth\":1,\"state\":\"zero\"}",
            "{\"guest_offset\":1310720,\"bytes\":65536,\"depth\":1,\"state\":\"data\"}",
            "{\"guest_offset\":1376256,\"bytes\":720896,\"depth\":1,\"state\":\"zero\"}",
            "{\"guest_offset\":2097152,\"bytes\":65536,\"depth\":0,\"state\":\"data\"}",
            "{\"guest_offset\":2162688,\"bytes\":6221824,\"depth\":1,\"state\":\"zero\"}",
            "{\"guest_offset\":8384512,\"bytes\":4096,\"depth\":1,\"state\":\"data\"}");
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return noise;
  }

  @Test
  void aWarehouseWithoutMapsIsTold() {
    Path own = folder.resolve("none");
    varve(
            "ingest snapshots %s --warehouse %s --quiet --set ingest.chain-map=none",
            SmallWorld.disks(), own)
        .done();
    Answer answer = varve("simulate chains --warehouse %s --kinds real --quiet", own);
    assertThat(answer.code()).isEqualTo(4);
    assertThat(answer.err()).contains("has no chain_map").contains("--kinds grown");
  }

  private static String refused(String options, int code) {
    Answer answer = varve("simulate chains --warehouse %s --quiet " + options, warehouse);
    assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    return answer.err();
  }
}
