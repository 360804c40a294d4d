package dev.varve.jobs.ingest.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.RunSummary;
import dev.varve.jobs.engine.run.Terminal;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.ingest.snapshot.DiskLayout.Member;
import dev.varve.model.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Disks inside of images give the rows that the same disks give as files. */
class DisksInImagesTest {
  /** Segments of 2 MiB, the last of which is a part of one. */
  private static final int BYTES = 5 * (1 << 20) + 123 * 512;

  private static final String VM = "team/vm";

  @TempDir private Path folder;

  /** Noise, text that compresses well, zeros, and noise again. */
  private static byte[] disk(int seed) {
    byte[] bytes = new byte[BYTES];
    RandomGenerator random = new Seed(seed).random();
    random.nextBytes(bytes);
    for (int at = 1 << 20; at < 3 << 20; at++) {
      bytes[at] = (byte) ("varve".charAt(at % 5) + (at >> 17));
    }
    Arrays.fill(bytes, 2 << 20, (2 << 20) + (1 << 19), (byte) 0);
    return bytes;
  }

  private RunSummary ingest(Path input, boolean inImages, String... settings) throws Exception {
    return ingest(input, inImages, List.of(input.toString()), settings);
  }

  private RunSummary ingest(Path first, boolean inImages, List<String> inputs, String... settings)
      throws Exception {
    SettingReader reader = TestEngine.settings(settings);
    IngestSnapshots ingest = new IngestSnapshots(SnapshotSettings.read(reader));
    String warehouse = warehouse(first).toString();
    return inImages
        ? ingest.runImages(TestEngine.runs(reader), inputs, warehouse)
        : ingest.run(TestEngine.runs(reader), inputs, warehouse);
  }

  private static Path warehouse(Path input) {
    return input.resolveSibling(input.getFileName() + "-warehouse");
  }

  private static List<String> rows(Path input, String table) throws Exception {
    return DuckDb.rows(
        warehouse(input),
        table,
        "run_id",
        "first_seen_at",
        "source",
        "file_state",
        "parent",
        "taken_at",
        "dirty",
        "file",
        "location");
  }

  /** Compares the tables with those of the disks as files. */
  private void assertLikeFiles(Path layout, Map<String, byte[]> files) throws Exception {
    Path tree = folder.resolve("tree");
    Path vm = Files.createDirectories(tree.resolve("vm"));
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(vm.resolve(file.getKey()), file.getValue());
    }
    ingest(tree, false);
    for (String table : List.of("snapshot", "segment", "segment_recipe")) {
      assertThat(rows(layout, table).stream().map(row -> row.replace(VM, "vm")).toList())
          .as(table)
          .isEqualTo(rows(tree, table))
          .isNotEmpty();
    }
  }

  private static List<String> rejected(Path layout) throws Exception {
    return DuckDb.rows(warehouse(layout), "rejected_blob", "run_id", "digest", "offset");
  }

  @Test
  void rawDisksAreReadAsFromFiles() throws Exception {
    DiskLayout layout = new DiskLayout(folder.resolve("layout"));
    layout.image(VM + ":b", 1, List.of(layout.layer(new Member("./disk/vm.img", disk(1)))));
    layout.image(VM + ":a", 2, List.of(layout.layer(new Member("disk/vm.img", disk(2)))));
    layout.image("app:1", 0, List.of(layout.layer(new Member("etc/disk/x.img", disk(3)))));
    Path root = layout.finish();

    RunSummary run = ingest(root, true);

    assertThat(run.counts()).containsEntry("snapshots_read", 2L);
    assertThat(rejected(root)).isEmpty();
    assertThat(DuckDb.rows(warehouse(root), "snapshot", "run_id", "source"))
        .satisfiesExactly(
            row -> assertThat(row).startsWith(VM + "|a|1|null|").contains("raw"),
            row -> assertThat(row).startsWith(VM + "|b|0|null|").contains("raw"));
    // Named so that the order by name is that by time.
    DiskLayout renamed = new DiskLayout(folder.resolve("renamed"));
    renamed.image(VM + ":1", 1, List.of(renamed.layer(new Member("disk/vm.img", disk(1)))));
    renamed.image(VM + ":2", 2, List.of(renamed.layer(new Member("disk/vm.img", disk(2)))));
    Path second = renamed.finish();
    ingest(second, true);
    assertLikeFiles(second, Map.of("1.raw", disk(1), "2.raw", disk(2)));
    RunSummary again = ingest(second, true);
    assertThat(again.counts())
        .containsEntry("snapshots_skipped", 2L)
        .doesNotContainEntry("snapshots_read", 2L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "qcow2 | qcow2 | -c -o compression_type=zstd",
        "vmdk | vmdk | -o subformat=streamOptimized",
        "vpc | vhd | -o subformat=dynamic,force_size=on",
        "vpc | vhd | -o subformat=fixed,force_size=on",
        "vhdx | vhdx | -o subformat=dynamic",
        "vdi | vdi | -o static=off"
      })
  void disksOfQemuAreReadAsFromFiles(String form) throws Exception {
    String[] words = form.split(" \\| ");
    Path raw = Files.write(folder.resolve("raw"), disk(4));
    Path image = folder.resolve("image." + words[1]);
    List<String> command = new ArrayList<>(List.of("qemu-img", "convert", "-f", "raw", "-O"));
    command.add(words[0]);
    command.addAll(List.of(words[2].split(" ")));
    command.addAll(List.of(raw.toString(), image.toString()));
    assumeTrue(ran(command), "qemu-img is not installed");
    byte[] bytes = Files.readAllBytes(image);
    DiskLayout layout = new DiskLayout(folder.resolve("layout"));
    layout.image(VM + ":1", 1, List.of(layout.layer(new Member("disk/d", bytes))));
    Path root = layout.finish();

    ingest(root, true);

    boolean fixed = form.contains("fixed");
    assertLikeFiles(root, Map.of("1." + words[1], bytes));
    assertThat(rows(root, "snapshot")).allMatch(row -> row.contains(words[1]) || fixed);
  }

  private static boolean ran(List<String> command) throws Exception {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void disksOfALayoutWhoseIndexIsDamagedAreNotGone() throws Exception {
    DiskLayout layout = new DiskLayout(folder.resolve("layout"));
    layout.image(VM + ":1", 1, List.of(layout.layer(new Member("disk/a.img", disk(5)))));
    Path root = layout.finish();
    DiskLayout other = new DiskLayout(folder.resolve("other"));
    other.image(VM + ":2", 1, List.of(other.layer(new Member("disk/b.img", disk(6)))));
    Path sound = other.finish();
    Path warehouse = folder.resolve("both");
    for (String index : List.of(Files.readString(root.resolve("index.json")), "{")) {
      Files.writeString(root.resolve("index.json"), index);
      Terminal.varve(
              "ingest snapshots --disks-in-images %s %s --warehouse %s", root, sound, warehouse)
          .done();
    }
    assertThat(
            Terminal.rows(
                warehouse, "SELECT snapshot FROM snapshot_sighting WHERE gone_at IS NOT NULL"))
        .isEmpty();
  }

  @Test
  void upperLayersHideWhatIsBelow() throws Exception {
    DiskLayout layout = new DiskLayout(folder.resolve("layout"));
    Map<String, Object> base = layout.layer(new Member("disk/old.img", disk(5)));
    Map<String, Object> over = layout.layer(new Member("disk/old.img", disk(6)));
    Map<String, Object> other = layout.layer(new Member("disk/new.img", disk(6)));
    Map<String, Object> gone = layout.layer(new Member("disk/.wh.old.img"));
    Map<String, Object> all = layout.layer(new Member(".wh.disk"));
    Map<String, Object> both =
        layout.layer(new Member("disk/.wh..wh..opq"), new Member("disk/new.img", disk(6)));
    layout.image(VM + ":replaced", 1, List.of(base, over));
    layout.image(VM + ":removed", 2, List.of(base, gone, other));
    layout.image(VM + ":opaque", 3, List.of(base, both));
    layout.image(VM + ":again", 4, List.of(base, all, over));
    layout.image(VM + ":none", 5, List.of(base, all));
    layout.image(VM + ":two", 6, List.of(base, other));
    Path root = layout.finish();

    ingest(root, true);

    assertThat(rows(root, "snapshot")).hasSize(4);
    assertThat(rows(root, "segment").stream().map(row -> row.split("\\|", 3)[2]).distinct())
        .as("all are the disk of one seed")
        .hasSize(1 + BYTES / (2 << 20));
    assertThat(rejected(root).stream().map(row -> row.replaceAll("@sha256:\\w+", "@D")))
        .containsExactly(
            "file:%s#%s:two@D|UNSUPPORTED|there are several files below /disk, where one disk should be: new.img in layer %s, old.img in layer %s|"
                .formatted(root, VM, other.get("digest"), base.get("digest")));
  }

  @Test
  void piecesOfTartAreOneDisk() throws Exception {
    byte[] disk = disk(7);
    int cut = 3 << 20;
    byte[] first = Arrays.copyOf(disk, cut);
    byte[] second = Arrays.copyOfRange(disk, cut, disk.length);
    DiskLayout layout = new DiskLayout(folder.resolve("layout"));
    layout.tart(
        VM + ":1",
        1,
        List.of(
            layout.piece("v2", AppleFrames.pack(first), first.length, first),
            layout.piece("v2", AppleFrames.pack(second), second.length, second)));
    Path root = layout.finish();

    ingest(root, true);

    assertThat(rejected(root)).isEmpty();
    assertLikeFiles(root, Map.of("1.raw", disk));
  }

  @Test
  void imagesOfTheWarehouseAreKnownByTheirDigests() throws Exception {
    DiskLayout layout = new DiskLayout(folder.resolve("layout"));
    Map<String, Object> first = layout.layer(new Member("disk/d", disk(1)));
    layout.image(VM + ":latest", 1, List.of(first));
    layout.image(VM + ":1", 1, List.of(first));
    layout.image("other:latest", 1, List.of(first));
    Path root = layout.finish();
    assertThat(ingest(root, true).counts()).containsEntry("snapshots_read", 2L);
    assertThat(rows(root, "snapshot"))
        .satisfiesExactlyInAnyOrder(
            row -> assertThat(row).startsWith(VM + "|1|0|"),
            row -> assertThat(row).startsWith("other|latest|0|"));

    Files.delete(layout.place(first)); // nobody reads it again
    DiskLayout next = new DiskLayout(root);
    Map<String, Object> second = next.layer(new Member("disk/d", disk(2)));
    next.image(VM + ":stable", 1, List.of(first));
    next.image(VM + ":2", 2, List.of(second));
    next.image(VM + ":latest", 2, List.of(second));
    next.image("other:latest", 2, List.of(second));
    RunSummary run = ingest(next.finish(), true);

    assertThat(run.counts())
        .containsEntry("snapshots_read", 1L)
        .containsEntry("snapshots_skipped", 1L)
        .containsEntry("snapshots_rejected", 1L);
    assertThat(rows(root, "snapshot")).hasSize(3).anyMatch(row -> row.startsWith(VM + "|2|1|"));
    assertThat(rejected(root).stream().map(row -> row.replaceAll("@sha256:\\w+", "@D")))
        .containsExactly(
            "file:%1$s#other:latest@D|UNSUPPORTED|snapshot latest of other is of file:%1$s#other:latest@D already, and this is another image: give it a tag of its own, or read it into another warehouse|"
                .formatted(root));

    DiskLayout last = new DiskLayout(root);
    last.image(VM + ":3", 3, List.of(last.layer(new Member("disk/d", disk(3)))));
    ingest(last.finish(), true);
    assertThat(DuckDb.rows(warehouse(root), "snapshot"))
        .as("no image has a parent")
        .anyMatch(row -> row.startsWith(VM + "|3|2|null|"));
  }

  @Test
  void aCopyBeyondTheLimitIsRejectedAndNoneStays() throws Exception {
    byte[] image = qcow2(disk(4));
    DiskLayout layout = new DiskLayout(folder.resolve("layout"));
    layout.image(VM + ":1", 1, List.of(layout.layer(new Member("disk/d", image))));
    Path root = layout.finish();

    ingest(root, true, "limit.spool-bytes=" + (image.length - 1));

    assertThat(rejected(root))
        .singleElement(STRING)
        .contains(VM + ":1@sha256:", "|LIMIT|layer sha256:")
        .endsWith(
            ": a copy of its disk needs %d bytes, limit.spool-bytes allows %d: raise it, or pack the disk as raw, which is not copied|"
                .formatted(image.length, image.length - 1));
    ingest(root, true, "limit.spool-bytes=" + image.length);
    assertThat(rows(root, "snapshot")).hasSize(1);
    try (Stream<Path> all = Files.walk(warehouse(root))) {
      assertThat(all.filter(file -> file.toString().contains("varve-disk"))).isEmpty();
    }
  }

  private byte[] qcow2(byte[] disk) throws Exception {
    Path raw = Files.write(folder.resolve("raw"), disk);
    Path image = folder.resolve("image");
    boolean done =
        ran(List.of("qemu-img", "convert", "-O", "qcow2", raw.toString(), image.toString()));
    assumeTrue(done, "qemu-img is not installed");
    return Files.readAllBytes(image);
  }

  @ParameterizedTest
  @ValueSource(strings = {"absent", "other", "cut", "good"})
  void aPieceIsReadWhereItIsWhole(String first) throws Exception {
    byte[] disk = disk(7);
    byte[] packed = AppleFrames.pack(disk);
    Path bad = folder.resolve("a");
    Path good = folder.resolve("b");
    for (Path root : List.of(bad, good)) {
      DiskLayout layout = new DiskLayout(root);
      Map<String, Object> piece = layout.piece("v2", packed, disk.length, disk);
      layout.tart(VM + ":1", 1, List.of(piece));
      layout.finish();
      Path place = layout.place(piece);
      byte[] other = packed.clone();
      other[packed.length / 2]++;
      if (first.equals("absent") && root.equals(bad)) {
        Files.delete(place);
      } else if (root.equals(bad) ? first.equals("other") : first.equals("good")) {
        Files.write(place, other);
      } else if (first.equals("cut") && root.equals(bad)) {
        Files.write(place, Arrays.copyOf(packed, packed.length / 2));
      }
    }

    ingest(bad, true, List.of(bad.toString(), good.toString()));

    assertThat(rejected(bad)).isEmpty();
    assertLikeFiles(bad, Map.of("1.raw", disk));
  }

  @Test
  void badImagesAreRejectedByNameAndLayer() throws Exception {
    DiskLayout layout = new DiskLayout(folder.resolve("layout"));
    byte[] disk = disk(8);
    byte[] packed = AppleFrames.pack(disk);
    byte[] noEnd = Arrays.copyOf(packed, packed.length - 4);
    byte[] half = Arrays.copyOf(packed, packed.length / 2);
    byte[] zeros = new byte[1 << 20];
    byte[] bomb = AppleFrames.pack(zeros);
    byte[] shortBlock = AppleFrames.pack(Arrays.copyOf(disk, 4 << 20));
    shortBlock[4]++; // states a byte more
    byte[] noise = Arrays.copyOf(disk, packed.length);
    Map<String, Object> swapped = layout.layer(new Member("disk/a.img", disk));
    Map<String, Object> cut = layout.layer(new Member("disk/b.img", disk));
    Map<String, Object> another =
        layout.blob(DiskLayout.tar(new Member("disk/f.img", Arrays.copyOf(disk, 512))), TAR);
    layout.image("m:swapped", 1, List.of(swapped));
    layout.image("m:cut", 1, List.of(cut));
    layout.image("m:another", 1, List.of(another));
    layout.image("m:gz", 1, List.of(layout.layer(new Member("disk/c.gz", gzip(disk)))));
    layout.image("m:qcow2", 1, List.of(layout.layer(new Member("disk/d.qcow2", disk))));
    layout.tart("t:v1", 1, List.of(layout.piece("v1", packed, disk.length, disk)));
    layout.tart("t:end", 1, List.of(layout.piece("v2", noEnd, disk.length, disk)));
    layout.tart("t:half", 1, List.of(layout.piece("v2", half, disk.length, disk)));
    layout.tart("t:bomb", 1, List.of(layout.piece("v2", bomb, 512, zeros)));
    layout.tart("t:less", 1, List.of(layout.piece("v2", packed, disk.length + 512L, disk)));
    layout.tart("t:other", 1, List.of(layout.piece("v2", packed, disk.length, noise)));
    layout.tart("t:block", 1, List.of(layout.piece("v2", shortBlock, 4 << 20, disk)));
    layout.tart("t:noise", 1, List.of(layout.piece("v2", noise, disk.length, disk)));
    layout.tart("t:large", 1, List.of(layout.piece("v2", packed, 1L << 50, disk)));
    layout.tart("t:unsized", 1, List.of(layout.blob(packed, TART_DISK)));
    layout.image("m:good", 1, List.of(layout.layer(new Member("disk/e.img", disk))));
    Path root = layout.finish();
    byte[] bytes = Files.readAllBytes(layout.place(swapped));
    bytes[bytes.length / 2]++;
    Files.write(layout.place(swapped), bytes);
    bytes = Files.readAllBytes(layout.place(cut));
    Files.write(layout.place(cut), Arrays.copyOf(bytes, 1000));
    Files.write(layout.place(another), DiskLayout.tar(new Member("disk/f.img", new byte[512])));

    ingest(root, true);

    List<String> found =
        rejected(root).stream()
            .map(row -> row.substring(row.indexOf('#') + 1).replaceAll("sha256:\\w+", "D"))
            .map(row -> row.replaceAll("the CRC \\w+, the data has \\w+", "another CRC"))
            .toList();
    assertThat(found).containsExactlyInAnyOrder(EXPECTED.split("\n"));
    assertThat(rows(root, "snapshot")).hasSize(1).allMatch(row -> row.startsWith("m|good|"));
  }

  private static final String TAR = "application/vnd.oci.image.layer.v1.tar";
  private static final String TART_DISK = "application/vnd.cirruslabs.tart.disk.v2";

  private static final String EXPECTED =
      """
      m:another@D|DIGEST_MISMATCH|layer D: its bytes have the digest D|
      m:cut@D|TRUNCATED|layer D: the blob ends inside the gzip data|
      m:gz@D|UNSUPPORTED|layer D: /disk/c.gz: it is compressed by gzip inside of its layer: store it as it is|
      m:qcow2@D|CORRUPT|layer D: /disk/d.qcow2: not a qcow2 image, although its name says so: the magic is missing|
      m:swapped@D|CORRUPT|layer D: the gzip trailer states another CRC|
      t:block@D|CORRUPT|layer D: no block of LZ4 begins here, as Apple frames it|
      t:bomb@D|CORRUPT|layer D: its content has more than 512 bytes, its annotation states 512|
      t:end@D|TRUNCATED|layer D: the LZ4 data ends without its end mark|
      t:half@D|TRUNCATED|layer D: a block has another length than its header states|
      t:large@D|LIMIT|a disk of 1125899906842624 bytes, above limit.disk-bytes|
      t:less@D|CORRUPT|layer D: its content has 5305856 bytes, its annotation states 5306368|
      t:noise@D|CORRUPT|layer D: no block of LZ4 begins here, as Apple frames it|
      t:other@D|DIGEST_MISMATCH|layer D: its archive has the diffID D, configs declare D|
      t:unsized@D|CORRUPT|layer D: the piece has no blob, or no annotation of its uncompressed size and digest|
      t:v1@D|UNSUPPORTED|layer D: application/vnd.cirruslabs.tart.disk.v1 is not read (disk.v1 is LZFSE), disk.v2 is: push it by a newer tart|""";

  private static byte[] gzip(byte[] plain) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }
}
