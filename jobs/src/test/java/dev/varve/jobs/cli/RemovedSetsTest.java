package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random sets that are really deleted from a registry and from a folder of disks, which are then
 * ingested into warehouses of their own: what exclusive-bytes says is freed is what these hold
 * less. One of each, or as many as {@code -Dremoved.sets} says.
 */
@Tag("thorough")
class RemovedSetsTest {
  private static final int SETS = Integer.getInteger("removed.sets", 1);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void whatASetOfTagsFreesIsWhatARegistryWithoutItHoldsLess() throws Exception {
    Path whole = SmallWorld.ingested();
    List<String> tags = new ArrayList<>();
    for (Line line :
        rows(
            whole,
            "SELECT DISTINCT repository, tag FROM image_tag WHERE tag IS NOT NULL ORDER BY ALL")) {
      tags.add(
          "repository = '%s' and tag = '%s'".formatted(line.text("repository"), line.text("tag")));
    }
    Random random = new Random(SETS);
    for (int set = 0; set < SETS; set++) {
      Path registry = SmallWorld.copy(SmallWorld.registry(), folder.resolve("registry" + set));
      Path warehouse = folder.resolve("warehouse" + set);
      String condition = some(tags, random);
      Set<String> gone = new HashSet<>();
      for (Line line :
          rows(whole, "SELECT DISTINCT repository, tag FROM image_tag WHERE " + condition)) {
        gone.add(line.text("repository") + ":" + line.text("tag"));
      }
      remove(registry, gone);
      varve("ingest registry %s --warehouse %s", registry, warehouse).done();
      assertThat(freed(whole, condition, "layers as stored", "unique files"))
          .as(condition)
          .isEqualTo(
              differences(totals(whole), totals(warehouse), "layers as stored", "unique files"));
      delete(registry);
      delete(warehouse);
    }
  }

  @Test
  void whatASetOfVmsFreesIsWhatAFolderWithoutThemHoldsLess() throws Exception {
    Path whole = SmallWorld.ingested();
    List<String> vms = new ArrayList<>();
    rows(whole, "SELECT vm FROM vm ORDER BY vm")
        .forEach(line -> vms.add("vm = '%s'".formatted(line.text("vm"))));
    Random random = new Random(SETS);
    for (int set = 0; set < SETS; set++) {
      Path disks = SmallWorld.copy(SmallWorld.disks(), folder.resolve("disks" + set));
      Path warehouse = folder.resolve("vms" + set);
      String condition = some(vms, random);
      for (Line line : rows(whole, "SELECT vm FROM vm WHERE " + condition)) {
        delete(disks.resolve(line.text("vm")));
      }
      varve("ingest snapshots %s --warehouse %s", disks, warehouse).done();
      assertThat(freed(whole, condition, "unique chunks"))
          .as(condition)
          .isEqualTo(differences(totals(whole), totals(warehouse), "unique chunks"));
      delete(disks);
      delete(warehouse);
    }
  }

  /** Up to half of them. */
  private static String some(List<String> conditions, Random random) {
    List<String> chosen = new ArrayList<>();
    for (int left = 1 + random.nextInt(conditions.size() / 2); left > 0; left--) {
      chosen.add("(" + conditions.get(random.nextInt(conditions.size())) + ")");
    }
    return String.join(" or ", chosen);
  }

  private static List<Long> freed(Path warehouse, String condition, String... kinds) {
    List<Line> rows =
        varve(
                "report exclusive-bytes --warehouse %s --where %s --format json",
                warehouse, condition)
            .done()
            .rows();
    return figures(rows, "exclusive_bytes", kinds);
  }

  private static List<Line> totals(Path warehouse) {
    return varve("report exclusive-bytes --warehouse %s --format json", warehouse).done().rows();
  }

  private static List<Long> differences(List<Line> before, List<Line> after, String... kinds) {
    List<Long> differences = new ArrayList<>();
    List<Long> all = figures(before, "total_bytes", kinds);
    List<Long> left = figures(after, "total_bytes", kinds);
    for (int kind = 0; kind < kinds.length; kind++) {
      differences.add(all.get(kind) - left.get(kind));
    }
    return differences;
  }

  private static List<Long> figures(List<Line> rows, String column, String... kinds) {
    List<Long> figures = new ArrayList<>();
    for (String kind : kinds) {
      figures.add(
          rows.stream()
              .filter(row -> row.has("stored_as", kind))
              .mapToLong(row -> row.count(column))
              .sum());
    }
    return figures;
  }

  /** Deletes tags, and the revisions that only they led to. */
  private static void remove(Path registry, Set<String> gone) throws IOException {
    Path root = registry.resolve("docker/registry/v2/repositories");
    List<Path> manifests;
    try (Stream<Path> all = Files.walk(root)) {
      manifests = all.filter(path -> path.endsWith("_manifests")).toList();
    }
    for (Path of : manifests) {
      String repository = root.relativize(of.getParent()).toString();
      Set<String> left = new TreeSet<>();
      Set<String> dropped = new TreeSet<>();
      for (Path tag : list(of.resolve("tags"))) {
        boolean goes = gone.contains(repository + ":" + tag.getFileName());
        add(registry, Files.readString(tag.resolve("current/link")), goes ? dropped : left);
        if (goes) {
          delete(tag);
        }
      }
      dropped.removeAll(left);
      for (String digest : dropped) {
        delete(of.resolve("revisions/" + digest.replace(':', '/')));
      }
    }
  }

  /** A manifest, and those that an index lists. */
  private static void add(Path registry, String digest, Set<String> all) throws IOException {
    all.add(digest);
    String hex = digest.substring(digest.indexOf(':') + 1);
    Path blob =
        registry.resolve(
            "docker/registry/v2/blobs/sha256/%s/%s/data".formatted(hex.substring(0, 2), hex));
    if (Files.exists(blob)) {
      for (JsonNode child : JSON.readTree(blob.toFile()).path("manifests")) {
        add(registry, child.path("digest").asText(), all);
      }
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> all = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
      return all.sorted().toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
