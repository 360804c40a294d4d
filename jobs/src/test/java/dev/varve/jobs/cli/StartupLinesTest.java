package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.commons.compress.archivers.tar.TarConstants.LF_LINK;
import static org.apache.commons.compress.archivers.tar.TarConstants.LF_NORMAL;
import static org.apache.commons.compress.archivers.tar.TarConstants.LF_SYMLINK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts in images of the small registry, against counts of its tables by SQL. */
class StartupLinesTest {
  private static final int CHAIN = 100;

  /** The files of the uppermost layer of each tagged image that was read whole: none is hidden. */
  private static final String TOP =
      " FROM (SELECT min(repository || ':' || tag) AS name, image_digest FROM image_tag"
          + " WHERE tag <> 'latest' GROUP BY image_digest) AS image"
          + " JOIN (SELECT image_digest, max(depth) AS depth, count(*) AS layers,"
          + " count(layer.layer_digest) AS held FROM image_layer LEFT JOIN layer USING (layer_digest)"
          + " GROUP BY image_digest) AS top USING (image_digest)"
          + " JOIN image_layer USING (image_digest, depth)"
          + " JOIN layer_recipe AS recipe USING (layer_digest)"
          + " WHERE top.layers = top.held AND recipe.kind = 'FILE' AND recipe.bytes > 0"
          + " AND recipe.path NOT LIKE '%\\%' AND image.name NOT LIKE 'coast/estuary%'";

  @TempDir private static Path folder;

  private static Path warehouse = Path.of("");
  private static List<Line> files = List.of();
  private static String image = "";

  @BeforeAll
  static void simulate() throws IOException {
    warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("warehouse"));
    files = rows(warehouse, "SELECT name, path, bytes" + TOP + " ORDER BY name, path");
    image = files.get(0).text("name");
    List<String> lines = new ArrayList<>(List.of("image,run,path,offset,length"));
    for (Line file : files) {
      lines.add(file.text("name") + ",a,/" + file.text("path") + ",,");
      lines.add(file.text("name") + ",b,./" + file.text("path") + ",0,1");
    }
    lines.add(image + ",a,/no/such,,");
    lines.add("nobody:1,a,/bin/sh,,");
    lines.add("coast/estuary:1.0,a,/bin/sh,,");
    lines.add(image + ",a,/x,-1,");
    Path list = Files.write(folder.resolve("starts.csv"), lines);
    Path categories =
        Files.writeString(folder.resolve("categories.csv"), "pattern,category\n*,everything\n");
    Path strace =
        Files.writeString(
            folder.resolve("one.strace"),
            "7 openat(AT_FDCWD, \"/"
                + files.get(0).text("path")
                + "\", O_RDONLY) = 3\n7 read(3, \"x\", 3) = 3\n?\n");
    varve(
            "simulate startup --warehouse %s --accesses %s --categories %s --latency-millis 10"
                + " --bytes-per-second 1MB --block-bytes 512B --strace "
                + image
                + "="
                + strace,
            warehouse,
            list,
            categories)
        .done();
  }

  @Test
  void whatStartsNeedIsWhatTheirTopLayersHold() {
    Line counted =
        row(
            warehouse,
            "SELECT count(*) AS files, sum(bytes) AS bytes, count(DISTINCT name) AS n" + TOP);
    Line whole =
        row(
            warehouse,
            "SELECT count(*) AS n, sum(needed_bytes) AS bytes,"
                + " max(needed_layers) AS layers, sum(lookups - paths) AS more,"
                + " sum(files) AS files FROM startup_result WHERE run = 'a'");
    assertThat(counted.count("files")).isEqualTo(files.size()).isGreaterThan(50);
    assertThat(whole.count("n")).isEqualTo(counted.count("n")).isGreaterThan(1);
    assertThat(whole.count("bytes")).isEqualTo(counted.count("bytes"));
    assertThat(whole.count("layers")).isEqualTo(1);
    assertThat(whole.count("more")).isZero();
    Line one =
        row(warehouse, "SELECT sum(needed_bytes) AS bytes FROM startup_result WHERE run = 'b'");
    assertThat(one.count("bytes")).as("a byte of each").isEqualTo(whole.count("files"));
  }

  @Test
  void whatMatchesNothingIsListed() {
    int first = 2 + 2 * files.size();
    assertThat(
            rows(
                warehouse,
                "SELECT line, reason FROM startup_drop WHERE list LIKE '%.csv' ORDER BY line"))
        .extracting(line -> line.count("line") - first + " " + line.text("reason"))
        .containsExactly("0 ABSENT", "1 UNKNOWN_IMAGE", "2 AMBIGUOUS_IMAGE", "3 BAD_LINE");
    Line list = row(warehouse, "SELECT * FROM startup_list WHERE list LIKE '%.csv'");
    assertThat(list.count("accesses")).isEqualTo(2L * files.size() + 4);
    assertThat(list.count("dropped")).isEqualTo(4);
  }

  /** 10 ms a file, 1 MB/s; a byte of each file is a block of each. */
  @Test
  void lazyTimesAreThoseOfTheFormula() {
    Line one =
        row(
            warehouse,
            "SELECT pull.requests, pull.bytes, result.needed_files, result.whole_bytes,"
                + " pull.seconds - pull.requests * 0.01 - pull.bytes / 1e6 AS rest"
                + " FROM startup_pull AS pull JOIN startup_result AS result"
                + " USING (image_digest, run) WHERE pull.mode = 'lazy-file' AND run = 'b'"
                + " ORDER BY image_digest LIMIT 1");
    assertThat(one.count("requests")).isEqualTo(one.count("needed_files"));
    assertThat(one.count("bytes")).isEqualTo(one.count("whole_bytes"));
    assertThat(Math.abs(one.number("rest"))).isLessThan(1e-9);
    Line blocks =
        row(
            warehouse,
            "SELECT sum(requests) AS requests FROM startup_pull"
                + " WHERE mode = 'lazy-block' AND run = 'b'");
    assertThat(blocks.count("requests"))
        .isEqualTo(
            row(warehouse, "SELECT sum(files) AS n FROM startup_result WHERE run = 'b'")
                .count("n"));
  }

  @Test
  void everyCheckHoldsAndEveryReportAnswers() {
    varve("check --warehouse %s", warehouse).done();
    Answer reports =
        varve(
                "report startup-need start-overlap lazy-pull depth-profile --format json"
                    + " --warehouse %s",
                warehouse)
            .done();
    assertThat(reports.rowsOf("start-overlap"))
        .anyMatch(line -> line.has("scope", "second run") && line.number("hit_ratio") == 1.0);
    assertThat(reports.rowsOf("startup-need")).anyMatch(line -> line.has("of", "everything"));
  }

  @Test
  void straceTextIsAList() {
    Line start =
        row(
            warehouse,
            "SELECT accesses, needed_bytes FROM startup_result WHERE run = 'one.strace'");
    assertThat(start.count("accesses")).isEqualTo(2);
    assertThat(start.count("needed_bytes")).isEqualTo(Math.min(3, files.get(0).count("bytes")));
    assertThat(rows(warehouse, "SELECT line FROM startup_drop WHERE list LIKE '%.strace'"))
        .extracting(line -> line.count("line"))
        .containsExactly(3L);
  }

  @Test
  void whatCannotBeIsSaid() throws IOException {
    assertThat(refused("--strace x.strace")).contains("write IMAGE=FILE");
    assertThat(refused("--block-bytes 0")).contains("it must be positive");
    assertThat(refused("--accesses " + folder.resolve("absent"))).contains("absent");
    Path odd = Files.writeString(folder.resolve("odd.csv"), "a,b\n");
    assertThat(refused("--categories " + odd)).contains("odd.csv: the first row is not");
  }

  private static String refused(String options) {
    Answer answer = varve("simulate startup --warehouse %s --quiet " + options, warehouse);
    assertThat(answer.code()).as(options).isNotZero();
    assertThat(answer.err().lines()).as(answer.err()).hasSizeLessThan(8);
    return answer.err();
  }

  /** What lies below a link is moved, and all is squashed again: whiteouts hold then as before. */
  @Test
  void whiteoutsHoldThoughOtherImagesUnpackThroughLinks(@TempDir Path own) throws Exception {
    LayoutOfBlobs layout = new LayoutOfBlobs(own.resolve("layout"));
    byte[] base = layer("srv/", "srv/f=first", "srv/g=second");
    byte[] deleting = layer("srv/.wh.f=");
    layout.layer(base, base);
    layout.layer(deleting, deleting);
    String plain = layout.endImage();
    byte[] linked = layer("real/", "real/old=x", "ln>real", "ln/two=ab");
    byte[] through = layer("ln/.wh.old=", "ln/three=abc");
    layout.layer(linked, linked);
    layout.layer(through, through);
    String moving = layout.endImage();
    layout.finish();
    Path warehouse = own.resolve("w");
    varve("ingest registry %s --warehouse %s", own.resolve("layout"), warehouse).done();
    Path accesses = own.resolve("accesses.csv");
    List<String> lines = new ArrayList<>(List.of("image,run,path"));
    for (String path : List.of("/srv/f", "/srv/g")) {
      lines.add(plain + ",a," + path);
    }
    for (String path : List.of("/real/old", "/real/two", "/ln/three")) {
      lines.add(moving + ",a," + path);
    }
    Files.write(accesses, lines);
    varve("simulate startup --warehouse %s --accesses %s", warehouse, accesses).done();
    assertThat(rows(warehouse, "SELECT path, reason FROM startup_drop ORDER BY path"))
        .extracting(row -> row.text("path") + " " + row.text("reason"))
        .containsExactly("/real/old ABSENT", "/srv/f ABSENT");
    assertThat(rows(warehouse, "SELECT path FROM startup_file ORDER BY path"))
        .extracting(row -> row.text("path"))
        .as("as their layers call them")
        .containsExactly("ln/three", "ln/two", "srv/g");
    assertThat(
            row(
                    warehouse,
                    "SELECT sum(hidden_files) AS hidden, sum(files) AS files FROM image_squash")
                .count("hidden"))
        .as("srv/f and real/old, not the whiteouts")
        .isEqualTo(2);
  }

  /** The bytes that umoci 0.4.7 unpacks there, or -1 where nothing is left. */
  @Test
  void targetsOfHardLinksLeadThroughLinks(@TempDir Path own) throws Exception {
    String base = "usr/lib/ usr/lib/x=aaaaa opt/ opt/x=bbb lib>usr/lib s>usr/lib/x";
    List<String> cases =
        List.of(
            "/opt/y 5: " + base + "; opt/y|lib/x",
            "/w 5: " + base + " l2>lib; l2/y|l2/x w|l2/y",
            "/usr/lib/y 5: " + base + " l2>lib; l2/y|/l2/x",
            "/y 3: " + base + "; lib/x=bbb; y|lib/x",
            "/y 3: " + base + "; lib>opt y|lib/x",
            "/y 5: " + base + "; y|lib/x lib>opt",
            "/y 2: " + base + "; .wh.lib= lib/x=cc y|lib/x",
            "/y 5: " + base + "; y|lib/x usr/lib/.wh.x=",
            "/h 5: " + base + "; h|s",
            "/usr/lib/n 2: " + base + "; l3|lib l3/n=cc",
            "/d 3: a=aaaaa c=bbb a|c d|a",
            "/usr/lib/x -1: " + base + "; lib/.wh.x=",
            "/usr/lib/x -1: " + base + "; lib/.wh..wh..opq= lib/k=cc",
            "/usr/lib/x 5: " + base + "; .wh.lib=");
    LayoutOfBlobs layout = new LayoutOfBlobs(own.resolve("layout"));
    List<String> lines = new ArrayList<>(List.of("image,run,path"));
    for (String one : cases) {
      for (String members : one.replaceFirst(".*: ", "").split("; ")) {
        byte[] archive = layer(members.split(" "));
        layout.layer(archive, archive);
      }
      // The run is the case, as images are not in its order.
      lines.add(layout.endImage() + "," + one.replaceFirst(" .*: ", ":") + "," + one.split(" ")[0]);
    }
    layout.finish();
    Path warehouse = own.resolve("w");
    varve("ingest registry %s --warehouse %s", own.resolve("layout"), warehouse).done();
    Path accesses = Files.write(own.resolve("accesses.csv"), lines);
    varve("simulate startup --warehouse %s --accesses %s", warehouse, accesses).done();
    assertThat(
            rows(
                warehouse,
                "SELECT run, needed_bytes AS bytes FROM startup_result WHERE needed_bytes > 0"
                    + " UNION ALL"
                    + " SELECT run, -1 FROM startup_drop WHERE reason = 'ABSENT'"))
        .extracting(row -> row.text("run").replaceFirst(":", " " + row.count("bytes") + ": "))
        .containsExactlyInAnyOrderElementsOf(cases);
  }

  /**
   * Members such as {@code folder/}, {@code link>target}, {@code hardlink|target} and {@code
   * file=text}.
   */
  private static byte[] layer(String... members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (String member : members) {
        String[] parts = member.split("[=>|]", -1);
        boolean isLink = member.contains(">") || member.contains("|");
        TarArchiveEntry entry =
            isLink
                ? new TarArchiveEntry(parts[0], member.contains(">") ? LF_SYMLINK : LF_LINK)
                : new TarArchiveEntry(parts[0]);
        byte[] content = member.contains("=") ? parts[1].getBytes(UTF_8) : new byte[0];
        if (isLink) {
          entry.setLinkName(parts[1]);
        }
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** A link to a link to a link: its content is that of the first, as it was then. */
  @Test
  void aLongChainOfHardLinksLeadsToItsContent(@TempDir Path own) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      for (int link = 0; link <= CHAIN + 1; link++) {
        boolean isFile = link == 0 || link > CHAIN;
        TarArchiveEntry entry =
            new TarArchiveEntry("c" + (link > CHAIN ? 0 : link), isFile ? LF_NORMAL : LF_LINK);
        if (isFile) {
          entry.setSize(link == 0 ? 5 : 7);
        } else {
          entry.setLinkName("c" + (link - 1));
        }
        tar.putArchiveEntry(entry);
        if (isFile) {
          tar.write((link == 0 ? "first" : "another").getBytes(UTF_8));
        }
        tar.closeArchiveEntry();
      }
    }
    LayoutOfBlobs layout = new LayoutOfBlobs(own.resolve("layout"));
    layout.layer(bytes.toByteArray(), bytes.toByteArray());
    String image = layout.endImage();
    layout.finish();
    Path warehouse = own.resolve("w");
    varve("ingest registry %s --warehouse %s", own.resolve("layout"), warehouse).done();
    Path accesses = own.resolve("accesses.csv");
    Files.write(
        accesses,
        List.of(
            "image,run,path",
            image + ",last,/c" + CHAIN,
            image + ",middle,/c" + CHAIN / 2,
            image + ",rewritten,/c0"));
    varve("simulate startup --warehouse %s --accesses %s", warehouse, accesses).done();
    assertThat(rows(warehouse, "SELECT run, bytes FROM startup_file ORDER BY run"))
        .extracting(row -> row.text("run") + " " + row.count("bytes"))
        .containsExactly("last 5", "middle 5", "rewritten 7");
    varve("check --warehouse %s", warehouse).done();
  }
}
