package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import dev.varve.jobs.engine.run.OddFiles;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Inputs that hold what is no regular file, names that are no text, and links in circles: each is a
 * row of {@code rejected_blob}, and the rest is read.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 240, threadMode = SEPARATE_THREAD)
class OddFilesTest {
  private static final String REASONS =
      "SELECT source, coalesce(digest, '') AS digest, reason, message FROM rejected_blob";

  @TempDir private Path folder;
  private OddFiles odd;
  private Path warehouse;

  @BeforeEach
  void place() {
    odd = new OddFiles(folder);
    warehouse = folder.resolve("w");
  }

  /** The one row of a source; its reason and what its message must hold. */
  private static void assertRow(List<Line> rows, String sourceEnd, String reason, String words) {
    assertThat(rows)
        .filteredOn(row -> row.text("source").endsWith(sourceEnd))
        .as(sourceEnd)
        .singleElement()
        .satisfies(row -> assertThat(row.text("reason")).isEqualTo(reason))
        .satisfies(row -> assertThat(row.text("message")).contains(words));
  }

  @Test
  void disksAreRegularFiles() throws Exception {
    Path disk = Files.write(folder.resolve("disk"), new byte[5000]);
    odd.copy(disk, "vms/a/good.raw");
    odd.copy(disk, "vms/bad\\xff/a.raw");
    odd.copy(disk, "vms/a/bad\\xfe.raw");
    odd.copy(disk, "vms/a/two/bad\\xfd.raw");
    odd.fifo("vms/a/fifo.raw");
    odd.fifo("vms/b/d/fifo");
    odd.socket("vms/a/socket.raw");
    odd.fifo("vms/list.csv");
    odd.link("vms/a/zero.raw", "/dev/zero");
    odd.link("vms/a/to-fifo.qcow2", "fifo.raw");
    odd.link("vms/a/up", "..");
    odd.link("vms/back", "..");
    odd.link("vms/alias", "a");
    odd.link("vms/a/c/lost", "nowhere");
    odd.link("vms/a/alias.raw", "good.raw");
    odd.fifo("one");
    Files.writeString(
        folder.resolve("two.csv"),
        "vm,snapshot,path\nm,1,one\nm,2,/dev/zero\nm,3,vms/a/good.raw\n");
    varve(
            "ingest snapshots %s %s %s --warehouse %s",
            folder.resolve("vms"), folder.resolve("one"), folder.resolve("two.csv"), warehouse)
        .done();
    assertThat(rows(warehouse, "SELECT vm, snapshot FROM snapshot ORDER BY vm, snapshot"))
        .extracting(row -> row.text("vm") + "/" + row.text("snapshot"))
        .containsExactly("a/alias", "a/good", "m/3");
    List<Line> rejected = rows(warehouse, REASONS);
    assertRow(rejected, "/a/fifo.raw", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/b/d/fifo", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/a/socket.raw", "UNSUPPORTED", "a socket");
    assertRow(rejected, "/a/zero.raw", "UNSUPPORTED", "a character device");
    assertRow(rejected, "/a/to-fifo.qcow2", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/vms/list.csv", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/one", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/vms/bad%FF", "UNSUPPORTED", "no text in UTF-8");
    assertRow(rejected, "/a/bad%FE.raw", "UNSUPPORTED", "no text in UTF-8");
    assertRow(rejected, "/two/bad%FD.raw", "UNSUPPORTED", "no text in UTF-8");
    assertRow(rejected, "/a/up", "UNSUPPORTED", "a link back to ");
    assertRow(rejected, "/vms/back", "UNSUPPORTED", "a link back to ");
    assertRow(rejected, "/vms/alias", "UNSUPPORTED", "a link to ");
    assertRow(rejected, "/c/lost", "ABSENT", "a link without a target");
    assertThat(rejected)
        .filteredOn(row -> row.text("source").endsWith("/two.csv"))
        .extracting(row -> row.text("message"))
        .containsExactlyInAnyOrder(
            "line 2: a FIFO, where a file should be",
            "line 3: a character device, where a file should be");
  }

  @Test
  void blobsTagsAndRepositoriesAreFilesAndFolders() throws Exception {
    Path registry = SmallWorld.copy(SmallWorld.registry(), folder.resolve("r"));
    String tree = "r/docker/registry/v2/";
    List<String> blobs =
        rows(
                SmallWorld.ingested(),
                "SELECT layer_digest, compressed_bytes FROM layer ORDER BY layer_digest LIMIT 5")
            .stream()
            .map(row -> row.text("layer_digest"))
            .toList();
    List<String> places =
        blobs.stream()
            .map(digest -> digest.substring(7))
            .map(hex -> tree + "blobs/sha256/" + hex.substring(0, 2) + "/" + hex + "/data")
            .toList();
    for (String place : places.subList(0, 4)) {
      Files.delete(folder.resolve(place));
    }
    odd.fifo(places.get(0));
    odd.socket(places.get(1));
    odd.link(places.get(2), "/dev/zero");
    odd.link(places.get(3), folder.resolve(places.get(0)).toString());
    odd.lengthen(places.get(4), 1L << 42);
    String silt = tree + "repositories/lake/silt/_manifests/";
    odd.fifo(silt + "tags/fifo/current/link");
    odd.folder(silt + "tags/bad\\xff/current");
    odd.folder(tree + "repositories/bad\\xfe/_manifests/tags");
    odd.folder(tree + "repositories/lake/bad\\xfd/_manifests/tags");
    odd.fifo(tree + "repositories/lake/odd/_manifests");
    odd.socket(tree + "repositories/socket");
    odd.link(tree + "repositories/lake/up", "..");
    odd.link(tree + "repositories/lake/up-again", "../../..");
    odd.link(tree + "repositories/alias", "lake");
    odd.link(tree + "repositories/lost", "nowhere");
    varve("ingest registry %s --warehouse %s", registry, warehouse).done();
    List<Line> rejected = rows(warehouse, REASONS);
    String[][] ofBlobs = {
      {"UNSUPPORTED", "a FIFO"},
      {"UNSUPPORTED", "a socket"},
      {"UNSUPPORTED", "a character device"},
      {"UNSUPPORTED", "a FIFO"},
      {"DIGEST_MISMATCH", "the blob is longer than the "}
    };
    for (int at = 0; at < places.size(); at++) {
      assertRow(rejected, places.get(at), ofBlobs[at][0], ofBlobs[at][1]);
    }
    assertRow(rejected, "/tags/fifo/current/link", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/tags/bad%FF", "UNSUPPORTED", "no text in UTF-8");
    assertRow(rejected, "/repositories/bad%FE", "UNSUPPORTED", "no text in UTF-8");
    assertRow(rejected, "/lake/bad%FD", "UNSUPPORTED", "no text in UTF-8");
    assertRow(rejected, "/odd/_manifests", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/repositories/socket", "UNSUPPORTED", "a socket");
    assertRow(rejected, "/lake/up", "UNSUPPORTED", "a link back to ");
    assertRow(rejected, "/lake/up-again", "UNSUPPORTED", "a link back to ");
    assertRow(rejected, "/repositories/alias", "UNSUPPORTED", "a link to ");
    assertRow(rejected, "/repositories/lost", "UNSUPPORTED", "a link without a target");
    String layers = "SELECT count(*) AS n FROM layer";
    assertThat(rows(warehouse, layers).get(0).count("n"))
        .isEqualTo(SmallWorld.registrySummary().layers() - 1 - places.size());
    String tags = "SELECT count(*) AS n FROM image_tag";
    assertThat(rows(warehouse, tags)).isEqualTo(rows(SmallWorld.ingested(), tags));
  }

  @Test
  void layoutsAndArchivesAreRegularFiles() throws Exception {
    odd.fifo("in/layout/index.json");
    odd.link("in/zero/index.json", "/dev/zero");
    odd.fifo("in/fifo.tar");
    odd.socket("in/socket.tar");
    odd.link("in/zero.tar", "/dev/zero");
    odd.folder("in/bad\\xff");
    odd.link("in/up", "..");
    odd.fifo("in/no-archive");
    odd.fifo("named");
    varve(
            "ingest registry %s %s --warehouse %s",
            folder.resolve("in"), folder.resolve("named"), warehouse)
        .done();
    List<Line> rejected = rows(warehouse, REASONS);
    assertRow(rejected, "/layout/index.json", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/zero/index.json", "UNSUPPORTED", "a character device");
    assertRow(rejected, "/fifo.tar", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/socket.tar", "UNSUPPORTED", "a socket");
    assertRow(rejected, "/zero.tar", "UNSUPPORTED", "a character device");
    assertRow(rejected, "/in/bad%FF", "UNSUPPORTED", "no text in UTF-8");
    assertRow(rejected, "/named", "UNSUPPORTED", "a FIFO");
    assertRow(rejected, "/in/up", "UNSUPPORTED", "a link back to ");
    assertThat(rejected).hasSize(8);
  }

  @Test
  void settingsAreRegularFiles() throws Exception {
    odd.fifo("fifo.conf");
    odd.link("zero.conf", "/dev/zero");
    for (String name : List.of("fifo.conf", "zero.conf")) {
      assertThat(varve("derive --warehouse w --conf %s", folder.resolve(name)).endsWith(2).err())
          .contains("there is no such file");
    }
    Path large = Files.createFile(folder.resolve("large.conf"));
    odd.lengthen("large.conf", 1L << 40);
    assertThat(varve("derive --warehouse w --conf %s", large).endsWith(2).err())
        .contains("are no settings");
  }
}
