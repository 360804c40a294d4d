package dev.varve.simulation.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.disk.Disk;
import dev.varve.input.disk.Disks;
import dev.varve.input.disk.Extent;
import dev.varve.input.disk.Qemu;
import dev.varve.model.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps of chains that QEMU made, against those of {@code qemu-img map}. */
class ChainMapTest {
  private static final int BYTES = 6 << 20;

  @TempDir private static Path folder;

  @BeforeAll
  static void qemuIsInstalled() throws Exception {
    Qemu.assumeInstalled();
  }

  /** Forms of the base, the middle and the active file, and their lengths. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster_size=64k 6M;cluster_size=64k 6M;cluster_size=64k 6M",
        "cluster_size=512 6M;cluster_size=64k 6M;cluster_size=4k 6M",
        "cluster_size=2M 6M;cluster_size=4k 6M;cluster_size=64k 6M",
        "extended_l2=on 6M;cluster_size=64k 6M;extended_l2=on,cluster_size=16k 6M",
        "cluster_size=64k 6M;cluster_size=64k 4000256;cluster_size=64k 6M",
        "cluster_size=4k 4000256;cluster_size=4k 7M;cluster_size=4k 6M",
        "compat=0.10 6M;compat=0.10 5M;compat=1.1 9M",
        "raw 6M;cluster_size=64k 6M;cluster_size=4k 6M",
        "raw 4M;cluster_size=64k 6M;extended_l2=on 6M",
      })
  void aMapIsThatOfQemu(String forms) throws Exception {
    Path image = folder; // nothing below
    String[] files = forms.split(";");
    for (int file = 0; file < files.length; file++) {
      String[] words = files[file].split(" ");
      String name = "%d-%d".formatted(Integer.toUnsignedLong(forms.hashCode()), file);
      image =
          words[0].equals("raw") ? raw(name, words[1]) : overlay(name, image, words[0], words[1]);
      if (!words[0].equals("raw")) {
        boolean zeroMarks = !words[0].contains("0.10");
        Qemu.io(image, writes(new Seed(9).at(forms).at(file), bytes(words[1]), zeroMarks));
      }
      check(image);
    }
  }

  @Test
  void aPackedBaseIsMapped() throws Exception {
    Path raw = raw("packed", "6M");
    Path base = folder.resolve("packed.qcow2");
    Qemu.img("convert -c -f raw -O qcow2", raw, base);
    Path top = overlay("packed-top", base, "cluster_size=64k", "6M");
    Qemu.io(top, writes(new Seed(10), BYTES, true));
    check(base);
    check(top);
    assertThat(runs(top)).anyMatch(run -> run.state() == ChainRun.State.COMPRESSED);
  }

  @Test
  void aChainOfFiftyFilesIsMapped() throws Exception {
    Path image = folder; // nothing below
    for (int file = 0; file < 50; file++) {
      image = overlay("fifty-" + file, image, "cluster_size=4k", "6M");
      Qemu.io(image, writes(new Seed(11).at(file), BYTES, true).subList(0, file == 0 ? 40 : 5));
    }
    check(image);
    assertThat(runs(image).stream().mapToInt(ChainRun::depth).max()).hasValue(49);
  }

  /** Windows of 512 MiB: a run goes over their ends, and there are four thousand of them. */
  @Test
  void aSparseDiskOfTwoTerabytesIsFewRuns() throws Exception {
    Path base = overlay("large", folder, "cluster_size=64k", "2T");
    Qemu.io(base, List.of("write -P 1 0 64k", "write -P 2 536838144 64M", "write -P 3 2047G 64k"));
    Path top = overlay("large-top", base, "cluster_size=64k", "2T");
    Qemu.io(top, List.of("write -z 1T 1G"));
    check(top);
    assertThat(runs(top)).hasSize(8);
  }

  private static void check(Path image) throws Exception {
    List<Extent> extents = new ArrayList<>();
    List<ChainRun> runs = runs(image);
    for (ChainRun run : runs) {
      Extent.Kind kind =
          switch (run.state()) {
            case DATA, COMPRESSED -> Extent.Kind.DATA;
            case ZERO -> Extent.Kind.ZERO;
            case UNALLOCATED -> Extent.Kind.ABSENT;
          };
      extents.add(new Extent(run.offset(), run.bytes(), kind, Math.max(0, run.depth())));
    }
    assertThat(Disks.merged(extents)).as(image.toString()).isEqualTo(Qemu.map(image));
    for (int run = 1; run < runs.size(); run++) {
      assertThat(runs.get(run - 1).isContinuedBy(runs.get(run))).as("joined").isFalse();
    }
  }

  private static List<ChainRun> runs(Path image) throws Exception {
    List<ChainRun> runs = new ArrayList<>();
    try (Disk disk = Disks.open(image)) {
      ChainMap map = new ChainMap(disk);
      for (ChainRun run = map.next(); run != null; run = map.next()) {
        runs.add(run);
      }
    }
    return runs;
  }

  private static Path raw(String name, String length) throws Exception {
    byte[] noise = new byte[bytes(length)];
    new Seed(5).random().nextBytes(noise);
    for (int at = 0; at < noise.length; at++) { // every other cluster compresses
      noise[at] = (at >> 16) % 2 == 0 ? noise[at] : (byte) (at % 7);
    }
    return Files.write(folder.resolve(name + ".raw"), noise);
  }

  private static Path overlay(String name, Path below, String options, String length)
      throws Exception {
    Path image = folder.resolve(name + ".qcow2");
    String backed =
        below.equals(folder)
            ? ""
            : " -F "
                + (below.toString().endsWith(".raw") ? "raw" : "qcow2")
                + " -b "
                + below.getFileName();
    Qemu.img("create -q -f qcow2 -o " + options + backed, image, Path.of(length));
    return image;
  }

  private static int bytes(String length) {
    return length.endsWith("M")
        ? Integer.parseInt(length.replace("M", "")) << 20
        : Integer.parseInt(length);
  }

  private static List<String> writes(Seed seed, int bytes, boolean zeroMarks) {
    RandomGenerator random = seed.random();
    List<String> commands = new ArrayList<>();
    for (int round = 0; round < 40; round++) {
      int length = 512 * (1 + random.nextInt(random.nextInt(8) == 0 ? 1500 : 60));
      int at = 512 * random.nextInt((bytes - length) / 512);
      boolean zero = zeroMarks && random.nextInt(4) == 0;
      commands.add(
          "write %s %d %d"
              .formatted(zero ? "-z -u" : "-P " + (1 + random.nextInt(255)), at, length));
    }
    return commands;
  }
}
