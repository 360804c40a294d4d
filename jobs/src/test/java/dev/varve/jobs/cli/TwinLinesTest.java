package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.LayoutOfBlobs;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Report duplicate-cause on images whose layers were made so that each cause is there, in bytes
 * that are known. Image a has what is first, b what is like it, c another base that is like a's.
 */
class TwinLinesTest {
  private static final int SHORT_BLOCK = 512;

  @TempDir private static Path folder;
  private static LayoutOfBlobs a;
  private static LayoutOfBlobs b;
  private static Path warehouse;

  /** A file of bytes that its content's name and size say. */
  private record Entry(String path, String content, int bytes, long time, int uid, int mode) {
    Entry(String path, String content, int bytes) {
      this(path, content, bytes, 1_000_000, 0, 0644);
    }

    Entry at(long seconds) {
      return new Entry(path, content, bytes, seconds, uid, mode);
    }

    Entry of(int owner) {
      return new Entry(path, content, bytes, time, owner, mode);
    }

    Entry mode(int bits) {
      return new Entry(path, content, bytes, time, uid, bits);
    }

    byte[] written() {
      byte[] written = new byte[bytes];
      new Random(content.hashCode()).nextBytes(written);
      return written;
    }
  }

  private static byte[] archive(int block, List<Entry> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, block)) {
      for (Entry one : entries) {
        TarArchiveEntry entry = new TarArchiveEntry(one.path());
        entry.setSize(one.bytes());
        entry.setModTime(one.time() * 1000);
        entry.setUserId(one.uid());
        if (!entry.isDirectory()) {
          entry.setMode(one.mode());
        }
        tar.putArchiveEntry(entry);
        tar.write(one.written());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static String add(LayoutOfBlobs image, byte[] archive) throws IOException {
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(blob)) {
      out.write(archive);
    }
    return image.layer(archive, blob.toByteArray());
  }

  private static String add(LayoutOfBlobs image, Entry... entries) throws IOException {
    return add(image, archive(SHORT_BLOCK, List.of(entries)));
  }

  /** Files of 10, 20, .. bytes. */
  private static Entry[] files(String name, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(one -> new Entry(name + "/" + one, name + one, 10 * one))
        .toArray(Entry[]::new);
  }

  /** With three files of its own, so that it is near to no other. */
  private static Entry[] apart(String name, Entry... entries) {
    List<Entry> all = new ArrayList<>(List.of(entries));
    all.addAll(List.of(files("own/" + name, 3)));
    return all.toArray(Entry[]::new);
  }

  private static Entry[] turned(Entry... entries) {
    List<Entry> turned = Arrays.asList(entries.clone());
    Collections.reverse(turned);
    return turned.toArray(Entry[]::new);
  }

  @BeforeAll
  static void ingest() throws Exception {
    a = new LayoutOfBlobs(Files.createDirectories(folder.resolve("images/a")));
    b = new LayoutOfBlobs(Files.createDirectories(folder.resolve("images/b")));
    LayoutOfBlobs c = new LayoutOfBlobs(Files.createDirectories(folder.resolve("images/c")));
    add(a, new Entry("base/1", "base", 5000), new Entry("base/2", "base2", 100));
    add(b, new Entry("other/1", "otherbase", 4000));
    add(c, new Entry("base/1", "base", 5000).at(7), new Entry("base/2", "base2", 100));
    for (LayoutOfBlobs both : List.of(a, b)) { // T0: 1 layer in two images
      add(both, new Entry("shared/1", "shared", 333));
    }
    // T1: 2 files, 3000 bytes
    byte[] packed =
        archive(
            SHORT_BLOCK,
            List.of(new Entry("z/1", "packed1", 1000), new Entry("z/2", "packed2", 2000)));
    add(a, packed);
    b.layer(packed, Zstd.compress(packed, 3));
    // T2, order: 3 files, 60 bytes; framing: 2 files, 30 bytes, and archives of nothing
    add(a, files("order", 3));
    add(b, turned(files("order", 3)));
    add(a, files("framing", 2));
    add(b, archive(20 * SHORT_BLOCK, List.of(files("framing", 2))));
    add(a, archive(SHORT_BLOCK, List.of()));
    add(b, archive(20 * SHORT_BLOCK, List.of()));
    // T3, times: 1 file, 400 bytes, and the base of c; order, times: 3 files, 60 bytes
    add(a, new Entry("times/1", "times1", 400));
    add(b, new Entry("times/1", "times1", 400).at(3));
    add(a, files("both", 3));
    add(b, turned(Arrays.stream(files("both", 3)).map(one -> one.at(5)).toArray(Entry[]::new)));
    // T4, owners: 700; modes: 50; times, modes: 60
    add(a, new Entry("owners/1", "owners1", 700));
    add(b, new Entry("owners/1", "owners1", 700).of(1000));
    add(a, new Entry("modes/1", "modes1", 50));
    add(b, new Entry("modes/1", "modes1", 50).mode(0755));
    add(a, new Entry("more/1", "more1", 60));
    add(b, new Entry("more/1", "more1", 60).mode(0755).at(9));
    // T5: 800, T6: 900
    add(a, new Entry("entries/1", "entries1", 800));
    add(b, new Entry("entries/", "", 0), new Entry("entries/1", "entries1", 800));
    add(a, new Entry("paths/1", "paths1", 900));
    add(b, new Entry("paths/2", "paths1", 900));
    // T7: 10 + .. + 90 = 450 of 10 contents, 9 of them in the other: 0.9
    add(a, files("near", 9));
    add(b, files("near", 10));
    // The rest: other base 600, same base 70, other path 80, same layer 2 x 50
    add(a, apart("1", new Entry("r/x", "elsewhere", 600), new Entry("r/y", "again", 70)));
    add(a, apart("2", new Entry("r/y", "again", 70), new Entry("r/p", "moved", 80)));
    add(b, apart("3", new Entry("r/x", "elsewhere", 600), new Entry("r/q", "moved", 80)));
    add(
        b,
        apart(
            "4",
            new Entry("r/1", "thrice", 50),
            new Entry("r/2", "thrice", 50),
            new Entry("r/3", "thrice", 50)));
    // Nothing but directories, and nothing but an empty file: like no other
    add(a, new Entry("bare/", "", 0));
    add(b, new Entry("empty/1", "", 0));
    a.finish();
    b.finish();
    c.finish();
    warehouse = folder.resolve("w");
    varve("ingest registry %s --warehouse %s", folder.resolve("images"), warehouse).done();
    varve("derive --warehouse %s", warehouse).done();
  }

  /** The tables above were derived by DuckDB, as there are few rows. */
  @Tag("thorough")
  @Test
  void sparkFindsTheSameTwins() throws Exception {
    Path other = SmallWorld.copy(warehouse, folder.resolve("spark"));
    varve("derive --warehouse %s --set engine.name=spark", other).done();
    for (String table : List.of("layer_twin", "layer_duplicate")) {
      assertThat(DuckDb.rows(other, table)).isEqualTo(DuckDb.rows(warehouse, table));
    }
  }

  private static List<String> causes(Path of) {
    return rows(
            of,
            """
            SELECT concat_ws(' ', cause, coalesce(differs, '-'), layers, files, bytes) AS line FROM (
              SELECT t.cause, t.differs, count(*) AS layers, sum(coalesce(d.files, 0)) AS files,
                sum(coalesce(d.bytes, 0)) AS bytes
              FROM layer_twin AS t LEFT JOIN layer_duplicate AS d USING (layer_digest, cause)
              WHERE t.cause IS NOT NULL GROUP BY t.cause, t.differs
              UNION ALL
              SELECT cause, NULL, count(*), sum(files), sum(bytes) FROM layer_duplicate
              WHERE cause IN ('same base', 'other base', 'other path', 'same layer') GROUP BY cause
            ) ORDER BY line
            """)
        .stream()
        .map(line -> line.text("line"))
        .toList();
  }

  @Test
  void everyDuplicateHasTheCauseThatWasPlanted() {
    assertThat(causes(warehouse))
        .containsExactly(
            "compression compression 1 2 3000",
            "entries entries 1 1 800",
            "near contents 1 9 450",
            "order framing 2 2 30",
            "order order 1 3 60",
            "other base - 1 1 600",
            "other path - 1 1 80",
            "owners modes 1 1 50",
            "owners owners 1 1 700",
            "owners times, modes 1 1 60",
            "paths paths 1 1 900",
            "same base - 1 1 70",
            "same layer - 1 2 100",
            "times order, times 1 3 60",
            "times times 2 3 5500");
  }

  @Test
  void theReportAddsUpToAllDuplicates() {
    List<String> lines =
        varve("report duplicate-cause --format csv --warehouse %s", warehouse)
            .done()
            .out()
            .lines()
            .toList();
    assertThat(lines)
        .hasSize(1 + 16)
        .anyMatch(line -> line.startsWith("T0,") && line.contains(",1,0,0,"));
    Line sums =
        row(
            warehouse,
            """
            SELECT (SELECT sum(bytes) FROM layer_duplicate) AS caused,
              (SELECT sum(bytes * (copies - 1)) FROM file_sharing) AS counted,
              (SELECT sum(file_bytes) FROM layer) - (SELECT sum(bytes) FROM file_sharing) AS again
            """);
    assertThat(List.of(sums.count("caused"), sums.count("counted"), sums.count("again")))
        .containsOnly(12_460L);
    varve("check --warehouse %s", warehouse).done();
  }

  /** c's base is a's with another time. */
  @Test
  void imagesThatCouldShareABaseAreNamed() {
    String csv = varve("report common-base --format csv --warehouse %s", warehouse).done().out();
    assertThat(csv.lines()).hasSize(2);
    assertThat(csv).contains(",times,times,1.0,1,1,c,1,").contains(",5100");
  }

  /** Sums and signatures do not depend on how rows are spread over tasks. */
  @Tag("thorough")
  @Test
  void manyPartsGiveTheSameRows(@TempDir Path other) {
    Path copy = SmallWorld.copy(warehouse, other.resolve("w"));
    varve(
            "derive --warehouse %s --set engine.name=spark --set spark.sql.shuffle.partitions=7",
            copy)
        .done();
    for (String table : List.of("layer_twin", "layer_duplicate")) {
      String all = "SELECT * FROM " + table + " ORDER BY ALL";
      assertThat(rows(copy, all)).isEqualTo(rows(warehouse, all));
    }
  }

  @Test
  void withoutComparingThereAreConventionsOnly(@TempDir Path other) {
    Path copy = SmallWorld.copy(warehouse, other.resolve("w"));
    varve(
            "derive --warehouse %s --set derive.twins.layers=none --set %s",
            copy, "derive.conventions=mine=/own/%")
        .done();
    assertThat(varve("report savings-by-convention --format csv --warehouse %s", copy).done().out())
        .contains("\nmine,12,");
    assertThat(rows(copy, "SELECT * FROM layer_twin")).isEmpty();
    assertThat(rows(copy, "SELECT * FROM layer_duplicate")).isEmpty();
    varve("check --warehouse %s", copy).done();
  }

  @Test
  void aConventionWithoutAPatternIsRefused() {
    assertThat(varve("derive --warehouse %s --set derive.conventions=docs", warehouse).err())
        .contains("derive.conventions is docs: it takes NAME=PATTERN");
  }
}
