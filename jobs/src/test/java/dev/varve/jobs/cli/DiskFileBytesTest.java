package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Column {@code file_bytes} of table {@code snapshot}, against {@code du}. */
class DiskFileBytesTest {
  /** Blocks of file systems, by which {@code du} counts more than a file's last byte. */
  private static final int BLOCK = 4096;

  @TempDir private Path folder;

  @Test
  void filesTakeWhatDuSays() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/qemu-img")), "qemu-img is not installed");
    Path disks = Files.createDirectories(folder.resolve("disks"));
    Path chain = Files.createDirectories(disks.resolve("chain"));
    Path base = chain.resolve("base.qcow2");
    run("qemu-img", "create", "-q", "-f", "qcow2", base.toString(), "64M");
    write(base, "write -P 7 0 3M");
    run("qemu-img", "snapshot", "-c", "first", base.toString());
    write(base, "write -P 8 1M 3M");
    run("qemu-img", "snapshot", "-c", "second", base.toString());
    Path top = chain.resolve("top.qcow2");
    run(
        "qemu-img",
        "create",
        "-q",
        "-f",
        "qcow2",
        "-F",
        "qcow2",
        "-b",
        "base.qcow2",
        top.toString());
    write(top, "write -P 9 32M 1M");
    Path raw = Files.createDirectories(disks.resolve("sparse")).resolve("1.raw");
    try (RandomAccessFile file = new RandomAccessFile(raw.toFile(), "rw")) {
      file.setLength(64 << 20);
      for (long at : new long[] {0, 10 << 20, 63 << 20}) {
        file.seek(at);
        file.write("data".repeat(BLOCK).getBytes(StandardCharsets.US_ASCII));
      }
    }
    convert("qcow2 -c", base, disks.resolve("packed/1.qcow2"));
    convert("vpc -o subformat=dynamic", base, disks.resolve("old/1.vhd"));
    convert("vmdk -o subformat=monolithicFlat", base, disks.resolve("flat/1.vmdk"));

    Path warehouse = folder.resolve("w");
    varve("ingest snapshots %s --warehouse %s", disks, warehouse).done();
    List<Path> files;
    try (Stream<Path> all = Files.walk(disks)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    long used = 0;
    for (Path file : files) {
      used += du(file);
    }
    Line line =
        rows(
                warehouse,
                "SELECT sum(file_bytes) AS bytes, sum(CASE WHEN source LIKE '%.qcow2#%' THEN"
                    + " file_bytes END) AS inner_bytes, count(*) AS snapshots FROM snapshot")
            .get(0);
    assertThat(line.count("snapshots")).isEqualTo(8);
    assertThat(line.count("inner_bytes")).isZero();
    assertThat(line.count("bytes")).isBetween(used - (long) BLOCK * files.size(), used);
    assertThat(
            varve("report chunk-dedup-summary --warehouse %s --format csv", warehouse)
                .done()
                .lines())
        .anyMatch(
            row ->
                row.startsWith("disk files,,")
                    && row.contains("," + line.count("bytes") + ",disk bytes,"));
  }

  private static void convert(String to, Path from, Path into) throws Exception {
    Files.createDirectories(into.getParent());
    List<String> words = new ArrayList<>(List.of("qemu-img", "convert", "-O"));
    words.addAll(List.of(to.split(" ")));
    words.addAll(List.of(from.toString(), into.toString()));
    run(words.toArray(String[]::new));
  }

  private static void write(Path image, String command) throws Exception {
    run("qemu-io", "-f", "qcow2", "-c", command, image.toString());
  }

  private static long du(Path file) throws Exception {
    return Long.parseLong(run("du", "--block-size=1", file.toString()).split("\\s", 2)[0]);
  }

  private static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
