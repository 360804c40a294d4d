package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.jobs.engine.run.Terminal.Line;
import dev.varve.model.Seed;
import dev.varve.synthetic.registry.RegistryWorld;
import dev.varve.synthetic.registry.WorldSize;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Squashed views against the trees that umoci unpacks of the same images. */
@Tag("thorough")
class UnpackedImagesTest {
  @TempDir private static Path folder;

  /** Every file of a tree is found with its content, and nothing else of the layers is. */
  @Test
  void viewsAreWhatUmociUnpacks() throws Exception {
    assumeTrue(
        Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "umoci"))),
        "umoci is not installed");
    Path layout = folder.resolve("layout");
    RegistryWorld.writeLayout(new Seed(5), WorldSize.small(), layout);
    Path warehouse = folder.resolve("warehouse");
    varve("ingest registry %s --warehouse %s", layout, warehouse).done();
    List<Line> images =
        rows(
            warehouse,
            "SELECT image_digest, min(repository || ':' || tag) AS name, sum(whiteouts) AS marks"
                + " FROM image_tag JOIN image_layer USING (image_digest)"
                + " LEFT JOIN layer USING (layer_digest)"
                + " WHERE repository NOT LIKE '%estuary' AND image_layer.media_type LIKE '%oci%'"
                + " GROUP BY image_digest"
                + " HAVING count(*) = count(layer.layer_digest)"
                + " AND count(CASE WHEN compression = 'zstd' THEN 1 END) = 0 ORDER BY marks DESC, name LIMIT 4");
    assertThat(images.get(0).count("marks")).as("whiteouts").isPositive();
    List<String> list = new ArrayList<>(List.of("image,run,path"));
    Map<String, String> expected = new TreeMap<>();
    for (Line image : images) {
      String digest = image.text("image_digest");
      Path tree = unpacked(layout, image.text("name"));
      TreeSet<String> there = new TreeSet<>();
      for (Path file : files(tree)) {
        String path = tree.relativize(file).toString();
        there.add(path);
        // Without root, umoci makes empty files of devices.
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && !path.startsWith("dev/")) {
          list.add(digest + "," + path + ",/" + path);
          expected.put(digest + " " + path, sha256(file) + " " + Files.size(file));
        }
      }
      for (Line gone : rows(warehouse, paths(digest))) {
        if (!there.contains(gone.text("path"))) {
          list.add(digest + ",gone,/" + gone.text("path"));
        }
      }
    }
    assertThat(list).filteredOn(line -> line.contains(",gone,")).isNotEmpty();
    varve(
            "simulate startup --warehouse %s --accesses %s",
            warehouse, Files.write(folder.resolve("all.csv"), list))
        .done();
    Map<String, String> found = new TreeMap<>();
    for (Line file :
        rows(
            warehouse,
            "SELECT image_digest, run, lower(hex(fingerprint)) AS f, bytes FROM startup_file")) {
      found.put(
          file.text("image_digest") + " " + file.text("run"),
          file.text("f") + " " + file.count("bytes"));
    }
    assertThat(found).isEqualTo(expected).hasSizeGreaterThan(20);
    assertThat(
            rows(warehouse, "SELECT * FROM startup_drop WHERE run <> 'gone' OR reason <> 'ABSENT'"))
        .isEmpty();
    varve("check --warehouse %s", warehouse).done();
  }

  /** Paths of an image's layers that unpacking makes, and that need no escape. */
  private static String paths(String digest) {
    return "SELECT DISTINCT path FROM layer_recipe JOIN image_layer USING (layer_digest)"
        + " WHERE kind NOT IN ('WHITEOUT', 'OPAQUE', 'METADATA') AND path <> '.'"
        + " AND path NOT LIKE '%\\%' AND image_digest = '"
        + digest
        + "'";
  }

  private static Path unpacked(Path layout, String tag) throws Exception {
    Path bundle = folder.resolve(tag.replaceAll("\\W", "-"));
    Process umoci =
        new ProcessBuilder(
                "umoci", "unpack", "--rootless", "--image", layout + ":" + tag, bundle.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("umoci.log").toFile())
            .start();
    assertThat(umoci.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(umoci.exitValue()).as(Files.readString(folder.resolve("umoci.log"))).isZero();
    return bundle.resolve("rootfs");
  }

  private static List<Path> files(Path tree) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      // A name that is no UTF-8 cannot be written into a list from here.
      return all.filter(path -> !path.equals(tree) && path.toString().indexOf('\ufffd') < 0)
          .toList();
    }
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }
}
