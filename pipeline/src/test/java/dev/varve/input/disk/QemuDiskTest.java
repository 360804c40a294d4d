package dev.varve.input.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images that QEMU wrote, read as QEMU reads them. */
class QemuDiskTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void qemuIsInstalled() throws Exception {
    Qemu.assumeInstalled();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compat=0.10,cluster_size=512",
        "compat=0.10,cluster_size=4k",
        "compat=0.10",
        "compat=0.10,cluster_size=2M",
        "compat=1.1,cluster_size=512",
        "compat=1.1,cluster_size=1k",
        "compat=1.1,cluster_size=2k",
        "compat=1.1,cluster_size=4k",
        "compat=1.1,cluster_size=8k",
        "compat=1.1,cluster_size=16k",
        "compat=1.1,cluster_size=32k",
        "compat=1.1",
        "compat=1.1,cluster_size=128k,refcount_bits=1",
        "compat=1.1,cluster_size=256k,refcount_bits=64",
        "compat=1.1,cluster_size=512k,lazy_refcounts=on",
        "compat=1.1,cluster_size=1M",
        "compat=1.1,cluster_size=2M",
        "compat=1.1,cluster_size=4k,compression_type=zstd",
        "compat=1.1,compression_type=zstd",
        "compat=1.1,cluster_size=2M,compression_type=zstd",
        "compat=1.1,extended_l2=on,cluster_size=16k",
        "compat=1.1,extended_l2=on",
        "compat=1.1,extended_l2=on,cluster_size=2M,compression_type=zstd"
      })
  void chainsOfThreeAreReadAndMappedAsByQemu(String options) throws Exception {
    Seed seed = new Seed(4).at(options);
    Path base = folder.resolve("base-" + options.hashCode() + ".qcow2");
    Path middle = folder.resolve("middle-" + options.hashCode() + ".qcow2");
    Path top = folder.resolve("top-" + options.hashCode() + ".qcow2");
    boolean zeroMarks = !options.contains("0.10");
    Qemu.img("create -q -f qcow2 -o " + options, base, Path.of("7M"));
    Qemu.io(base, writes(seed.at(0), 7 << 20, zeroMarks));
    String backed = "create -q -F qcow2 -f qcow2 -o " + options + " -b ";
    Qemu.img(backed + base.getFileName(), middle, Path.of("5000000"));
    Qemu.io(middle, writes(seed.at(1), 4_999_680, zeroMarks));
    Qemu.img(backed + middle.getFileName(), top, Path.of("9M"));
    Qemu.io(top, writes(seed.at(2), 9 << 20, zeroMarks));
    for (Path image : List.of(base, middle, top)) {
      try (Disk disk = Disks.open(image)) {
        List<Extent> map = Qemu.map(image);
        assertThat(Disks.content(disk, 300_007)).isEqualTo(Qemu.convert(image));
        assertThat(Disks.map(disk)).isEqualTo(map);
        assertThat(disk.allocatedBytes()).isEqualTo(Disks.allocated(map));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"512,zlib", "4k,zlib", "64k,zlib", "2M,zlib", "4k,zstd", "64k,zstd", "2M,zstd"})
  void compressedImagesInflateToWhatWasCompressed(String cluster, String compression)
      throws Exception {
    Path raw = folder.resolve("mixed-" + cluster + compression + ".raw");
    Files.write(raw, mixed(5_000_192));
    Path image = folder.resolve("compressed-" + cluster + compression + ".qcow2");
    String options = "cluster_size=" + cluster + ",compression_type=" + compression;
    Qemu.img("convert -c -f raw -O qcow2 -o " + options, raw, image);
    assertThat(Qemu.img("check", image)).containsPattern("[1-9][0-9.]*% compressed");
    try (Disk disk = Disks.open(image)) {
      assertThat(Disks.content(disk, 300_007)).isEqualTo(Files.readAllBytes(raw));
      assertThat(Disks.content(disk, 1 << 21)).isEqualTo(Files.readAllBytes(raw));
      assertThat(Disks.map(disk)).isEqualTo(Qemu.map(image));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "base.raw",
        "./base.raw",
        "../%F/base.raw",
        "%D/base.raw",
        "file:%D/base.raw",
        "json:{\"driver\":\"raw\",\"file.filename\":\"%D/base.raw\"}",
        "json:{\"driver\":\"raw\",\"file\":{\"driver\":\"file\",\"filename\":\"%D/base.raw\"}}",
        "json:{\"file\":{\"driver\":\"file\",\"filename\":\"%D/base.raw\"}}"
      })
  void aBackingFileIsFoundByEveryFormOfItsName(String form) throws Exception {
    Path home = Files.createTempDirectory(folder, "names");
    Files.write(home.resolve("base.raw"), mixed(1_000_448));
    String name = form.replace("%D", home.toString()).replace("%F", "" + home.getFileName());
    Path image = home.resolve("overlay.qcow2");
    Qemu.run("qemu-img", "create", "-f", "qcow2", "-u", "-F", "raw", "-b", name, "" + image, "2M");
    Qemu.io(image, List.of("write -P 9 128k 64k"));
    try (Disk disk = Disks.open(image)) {
      assertThat(Disks.content(disk, 99_991)).isEqualTo(Qemu.convert(image));
    }
  }

  @Test
  void aFormatNamedInJsonIsHeeded() throws Exception {
    Path home = Files.createTempDirectory(folder, "json");
    Path base = home.resolve("base");
    Qemu.img("create -q -f qcow2", base, Path.of("1M"));
    Qemu.io(base, List.of("write -P 5 0 128k"));
    Path image = home.resolve("overlay.qcow2");
    String as = "json:{\"driver\":\"%s\",\"file\":{\"driver\":\"file\",\"filename\":\"" + base;
    for (String driver : List.of("qcow2", "raw")) {
      String name = String.format(as, driver) + "\"}}";
      Qemu.run(
          "qemu-img", "create", "-f", "qcow2", "-u", "-F", driver, "-b", name, "" + image, "1M");
      try (Disk disk = Disks.open(image)) {
        byte[] content = Disks.content(disk, 1 << 20);
        assertThat(content).isEqualTo(Qemu.convert(image));
        assertThat(content[0]).isEqualTo((byte) (driver.equals("raw") ? 'Q' : 5));
      }
    }
  }

  @Test
  void internalSnapshotsAreDisksOfTheirOwn() throws Exception {
    Path image = folder.resolve("internal.qcow2");
    Qemu.img("create -q -f qcow2", image, Path.of("3M"));
    List<byte[]> states = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      Qemu.io(image, writes(new Seed(17).at(round), 3 << 20, true));
      Qemu.img("snapshot -c day-" + round, image);
      states.add(Qemu.convert(image));
    }
    Qemu.img("resize -q", image, Path.of("5M"));
    Qemu.io(image, writes(new Seed(18), 5 << 20, true));
    DiskOpener opener = Disks.opener(image);
    List<InternalSnapshot> found = opener.head(FolderStore.uri(image), null).snapshots();
    assertThat(found).extracting(InternalSnapshot::name).containsExactly("day-0", "day-1", "day-2");
    assertThat(found).extracting(InternalSnapshot::virtualBytes).containsOnly(3L << 20);
    for (int round = 0; round < 3; round++) {
      for (String key : List.of("day-" + round, found.get(round).id())) {
        try (Disk disk = opener.open(FolderStore.uri(image), null, key)) {
          assertThat(Disks.content(disk, 70_001)).isEqualTo(states.get(round));
        }
      }
      // qemu-img gives a snapshot the length that the disk has now
      byte[] foreign = Qemu.convert(image, "-l", "day-" + round);
      assertThat(Arrays.copyOf(foreign, 3 << 20)).isEqualTo(states.get(round));
    }
    try (Disk disk = Disks.open(image)) {
      assertThat(Disks.content(disk, 70_001)).isEqualTo(Qemu.convert(image));
      assertThat(Disks.map(disk)).isEqualTo(Qemu.map(image));
    }
  }

  /** Sixteen clusters, of which one, none and then two are written anew: nineteen in the file. */
  @ParameterizedTest
  @ValueSource(strings = {"", " -c", " -o extended_l2=on"})
  void theStatesOfAFileAddUpToItsClusters(String options) throws Exception {
    Path full = folder.resolve("full.qcow2");
    Qemu.img("create -q -f qcow2", full, Path.of("4M"));
    Qemu.io(full, List.of("write -P 1 0 1M"));
    Path image = folder.resolve("states.qcow2");
    Qemu.img("convert -O qcow2" + options, full, image);
    Qemu.img("snapshot -c a", image);
    Qemu.io(image, List.of("write -P 2 0 64k"));
    Qemu.img("snapshot -c b", image);
    Qemu.img("snapshot -c c", image);
    Qemu.io(image, List.of("write -P 3 64k 128k"));
    List<Long> clusters = new ArrayList<>();
    for (String state : List.of("a", "b", "c")) {
      try (Disk disk = Disks.opener(image).open(FolderStore.uri(image), null, state)) {
        clusters.add(disk.allocatedBytes() >> 16);
      }
    }
    try (Disk disk = Disks.open(image)) {
      clusters.add(disk.allocatedBytes() >> 16);
    }
    assertThat(clusters).containsExactly(1L, 0L, 2L, 16L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"metadata", "falloc", "full"})
  void preallocatedClustersAreZerosUntilTheyAreWritten(String preallocation) throws Exception {
    Path image = folder.resolve("preallocated-" + preallocation + ".qcow2");
    Qemu.img("create -q -f qcow2 -o preallocation=" + preallocation, image, Path.of("3000320"));
    Qemu.io(image, List.of("write -P 3 100k 300k"));
    try (Disk disk = Disks.open(image)) {
      assertThat(Disks.content(disk, 70_001)).isEqualTo(Qemu.convert(image));
    }
  }

  @Test
  void aSparseDiskOfTwoTerabytesIsMappedAndReadAtOnce() throws Exception {
    Path image = folder.resolve("large.qcow2");
    Qemu.img("create -q -f qcow2", image, Path.of("2T"));
    Qemu.io(image, List.of("write -P 1 0 64k", "write -P 2 1T 1M", "write -P 3 2047G 64k"));
    try (Disk disk = Disks.open(image)) {
      assertThat(Disks.map(disk)).isEqualTo(Qemu.map(image)).hasSize(6);
      assertThat(disk.allocatedBytes()).isEqualTo(2 * (64 << 10) + (1 << 20));
      byte[] piece = new byte[4];
      disk.read((1L << 40) - 2, piece, 0, 4);
      assertThat(piece).containsExactly(0, 0, 2, 2);
    }
  }

  /** Writes of patterns at places that seldom are a cluster's start, zero marks, and discards. */
  static List<String> writes(Seed seed, int bytes, boolean zeroMarks) {
    RandomGenerator random = seed.random();
    List<String> commands = new ArrayList<>();
    for (int round = 0; round < 60; round++) {
      int length = 512 * (1 + random.nextInt(random.nextInt(8) == 0 ? 1500 : 60));
      int at = 512 * random.nextInt((bytes - length) / 512);
      int kind = random.nextInt(10);
      String range = " " + at + " " + length;
      if (kind < 6) {
        commands.add("write -P " + (1 + random.nextInt(255)) + range);
      } else if (kind < 8 && zeroMarks) {
        commands.add("write -z" + (kind == 7 ? " -u" : "") + range);
      } else if (kind == 8 && zeroMarks) {
        commands.add("discard" + range);
      }
    }
    return commands;
  }

  /** Half noise, half words that compress, some zeros. */
  static byte[] mixed(int bytes) {
    byte[] mixed = new byte[bytes];
    RandomGenerator random = new Seed(bytes).random();
    for (int at = 0; at < bytes; ) {
      int length = Math.min(bytes - at, 1 + random.nextInt(200_000));
      int kind = random.nextInt(4);
      for (int end = at + length; at < end; at++) {
        mixed[at] =
            (byte)
                (kind == 0
                    ? random.nextInt()
                    : kind < 3
                        ? "varve and layer ".charAt(at % 16 * 7 % 16)
                            + (random.nextInt(9) == 0 ? 1 : 0)
                        : 0);
      }
    }
    return mixed;
  }
}
