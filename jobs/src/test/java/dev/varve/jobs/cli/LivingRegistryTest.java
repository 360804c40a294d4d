package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.input.digest.Digests;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.run.Runs;
import dev.varve.jobs.engine.run.SignalAtTheEnd;
import dev.varve.jobs.engine.run.StoppedRunException;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.ingest.registry.IngestRegistry;
import dev.varve.jobs.ingest.registry.RegistrySettings;
import dev.varve.jobs.store.registry.RegistryServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A storage tree in which tags are pushed, moved and deleted, garbage is collected and a backup is
 * restored, ingested after each of these. What the warehouse says is there is compared with what
 * lies in the folder.
 */
class LivingRegistryTest {
  @TempDir private Path folder;

  private final Map<String, Integer> sizes = new HashMap<>();
  private final Map<String, String> layerOf = new LinkedHashMap<>();
  private final Map<String, String> configOf = new HashMap<>();
  private final List<String> runs = new ArrayList<>();
  private final List<Set<String>> tagsThen = new ArrayList<>();
  private final List<Set<String>> layersThen = new ArrayList<>();
  private final List<String> answersThen = new ArrayList<>();
  private boolean remembers;

  private Path input() {
    return folder.resolve("registry");
  }

  private Path tree() {
    return input().resolve("docker/registry/v2");
  }

  private Path warehouse() {
    return folder.resolve("warehouse");
  }

  private Path place(String digest) {
    String hex = digest.substring(7);
    return tree().resolve("blobs/sha256/" + hex.substring(0, 2) + "/" + hex);
  }

  private String blob(byte[] bytes) throws IOException {
    String digest = Digests.of("sha256", bytes);
    Files.write(Files.createDirectories(place(digest)).resolve("data"), bytes);
    sizes.put(digest, bytes.length);
    return digest;
  }

  /** An image of one layer, an archive of so many blocks of zeros; returns its manifest. */
  private String image(int blocks) throws IOException {
    return image(blocks, "");
  }

  /** Likewise, another image for each build. */
  private String image(int blocks, String build) throws IOException {
    return image(build, new byte[512 * blocks]);
  }

  /** An image of these archives, the lowest first; returns its manifest. */
  private String image(String build, byte[]... archives) throws IOException {
    List<String> layers = new ArrayList<>();
    for (byte[] archive : archives) {
      layers.add(blob(archive));
    }
    String config =
        blob(
            "{\"os\":\"linux\",\"author\":\"%s\",\"architecture\":\"amd64\",\"rootfs\":{\"diff_ids\":[\"%s\"]}}"
                .formatted(build, String.join("\",\"", layers))
                .getBytes(StandardCharsets.UTF_8));
    String listed =
        layers.stream()
            .map(layer -> "{\"digest\":\"%s\",\"size\":%d}".formatted(layer, sizes.get(layer)))
            .collect(Collectors.joining(","));
    String manifest =
        blob(
            "{\"schemaVersion\":2,\"config\":{\"digest\":\"%s\",\"size\":%d},\"layers\":[%s]}"
                .formatted(config, sizes.get(config), listed)
                .getBytes(StandardCharsets.UTF_8));
    layerOf.put(manifest, layers.get(layers.size() - 1));
    configOf.put(manifest, config);
    return manifest;
  }

  private Path manifests(String repository) {
    return tree().resolve("repositories/" + repository + "/_manifests");
  }

  private void push(String repository, String tag, String manifest) throws IOException {
    Path link = manifests(repository).resolve("tags/" + tag + "/current");
    Files.writeString(Files.createDirectories(link).resolve("link"), manifest);
    Path revision = manifests(repository).resolve("revisions/" + manifest.replace(':', '/'));
    Files.writeString(Files.createDirectories(revision).resolve("link"), manifest);
  }

  private static void delete(Path path) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    }
  }

  private void delete(String repository, String tag, String manifest) throws IOException {
    delete(manifests(repository).resolve("tags/" + tag));
    delete(manifests(repository).resolve("revisions/" + manifest.replace(':', '/')));
  }

  /** Ingests, and compares what is there with what lies in the folder. */
  private void night() throws IOException {
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    runs.add(rows(warehouse(), "SELECT max(run_id) AS run FROM run").get(0).text("run"));
    if (remembers) {
      answersThen.add(answers(""));
    }
    tagsThen.add(tags());
    layersThen.add(layers());
    assertThat(
            there("SELECT concat(repository, ':', tag, ' ', image_digest) AS one FROM image_tag"))
        .isEqualTo(tagsThen.get(tagsThen.size() - 1));
    assertThat(there("SELECT layer_digest AS one FROM layer"))
        .isEqualTo(layersThen.get(layersThen.size() - 1));
  }

  private Set<String> there(String sql) throws IOException {
    Set<String> there = new TreeSet<>();
    rows(warehouse(), sql).forEach(row -> there.add(row.text("one")));
    return there;
  }

  /** The tags in the folder, and the images without one. */
  private Set<String> tags() throws IOException {
    Set<String> tags = new TreeSet<>();
    try (Stream<Path> all = Files.walk(tree().resolve("repositories"))) {
      for (Path link : all.filter(one -> one.endsWith("current/link")).toList()) {
        // REPOSITORY/_manifests/tags/TAG/current/link
        Path names = tree().resolve("repositories").relativize(link);
        Path tag = names.getName(names.getNameCount() - 3);
        tags.add(names.getName(0) + ":" + tag + " " + Files.readString(link));
      }
    }
    return tags;
  }

  private Set<String> layers() {
    Set<String> layers = new TreeSet<>();
    for (String layer : layerOf.values()) {
      if (Files.exists(place(layer))) {
        layers.add(layer);
      }
    }
    return layers;
  }

  /** The warning of a report whose derived tables are older than the last ingest; empty if none. */
  private String stale() {
    return varve("report sharing-histogram --warehouse %s", warehouse()).done().err();
  }

  private List<String> changes(String options) throws IOException {
    return varve(
            "report changes --format csv --columns change,thing,name --warehouse %s " + options,
            warehouse())
        .done()
        .out()
        .lines()
        .skip(1)
        .toList();
  }

  private void live() throws IOException {
    String first = image(2);
    String second = image(4);
    push("app", "1", first);
    push("app", "2", second);
    push("web", "1", image(6));
    night();
    assertThat(changes("")).containsExactly("new,tag,app:1", "new,tag,app:2", "new,tag,web:1");

    // A tag moves, and the manifest that it led to is deleted.
    delete("app", "2", second);
    String third = image(8);
    push("app", "2", third);
    night();
    assertThat(changes("")).containsExactly("moved,tag,app:2");

    delete("app", "1", first);
    night();
    assertThat(changes("")).containsExactly("gone,tag,app:1");

    varve("derive --warehouse %s --set derive.twins.layers=none", warehouse()).done();
    assertThat(stale()).isEmpty();

    // The collection of garbage frees what the two images had alone.
    int freed = 0;
    for (String manifest : List.of(first, second)) {
      for (String digest : List.of(manifest, configOf.get(manifest), layerOf.get(manifest))) {
        freed += sizes.getOrDefault(digest, 0);
        delete(place(digest));
      }
    }
    night();
    assertThat(stale()).contains("file_sharing");
    assertThat(changes("")).isEmpty();
    assertThat(changes("--since " + runs.get(0)))
        .containsExactly("gone,tag,app:1", "moved,tag,app:2");
    assertThat(varve("report freed --format csv --warehouse %s", warehouse()).done().out().lines())
        .last()
        .asString()
        .startsWith(",6," + freed + ",0");
  }

  /** Answers of reports that need no table of a later verb. */
  private String answers(String options) {
    return varve(
            "report changes freed history coverage exclusive-bytes unused-images --format csv"
                + " --warehouse %s "
                + options,
            warehouse())
        .done()
        .out();
  }

  @Tag("thorough")
  @Test
  void asOfANightReportsAreWhatTheyWere() throws IOException {
    remembers = true;
    live();
    free(image(2));
    push("app", "1", image(2));
    night();
    for (int time = 0; time < runs.size(); time++) {
      String asOf = "--as-of " + runs.get(time);
      assertThat(answers(asOf)).as(asOf).isEqualTo(answersThen.get(time));
    }
    String spark = "report changes freed --format csv --warehouse %s --engine spark --as-of %s";
    assertThat(answersThen.get(2))
        .contains(varve(spark, warehouse(), runs.get(2)).done().out().strip());
  }

  /** An archive of two files, the second of which builds should delete. */
  private static byte[] files(long second, int user) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      for (String name : List.of("srv/app", "var/lib/apt/lists/list")) {
        byte[] content = name.repeat(100).getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        entry.setModTime(1000 * second);
        entry.setUserId(user);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    }
    return out.toByteArray();
  }

  private long size(String digest) {
    return sizes.getOrDefault(digest, 0);
  }

  /** Bytes of each opportunity that is known. */
  private Map<String, Long> opportunities() {
    String report = "report opportunities --format json --warehouse " + warehouse();
    Map<String, Long> bytes = new TreeMap<>();
    varve(report)
        .done()
        .rows()
        .forEach(
            row -> {
              if (!row.has("bytes", "null")) {
                bytes.put(row.text("opportunity"), row.count("bytes"));
              }
            });
    return bytes;
  }

  /** Three builds of one layer, of which one is deleted: the one that a duplicate is a copy of. */
  @Test
  void whatWaitsForACollectionCountsOnceAndInNoOtherSaving() throws IOException {
    Map<String, String> byLayer = new TreeMap<>();
    for (int build = 1; build <= 3; build++) {
      String manifest = image("", files(build, 0));
      push("app", "" + build, manifest);
      byLayer.put(requireNonNull(layerOf.get(manifest)), manifest + " " + build);
    }
    night();
    varve("derive --warehouse %s", warehouse()).done();
    // Blobs are not compressed and of one size, so the first digest is kept.
    String kept = byLayer.keySet().iterator().next();
    long layer = size(kept);
    Map<String, Long> before = opportunities();
    assertThat(before)
        .containsEntry("rebuilt layers", 2 * layer)
        .containsEntry("unnamed blobs", 0L)
        .doesNotContainKey("waiting layers");

    String[] deleted = requireNonNull(byLayer.get(kept)).split(" ");
    delete("app", deleted[1], deleted[0]);
    night();
    varve("derive --warehouse %s", warehouse()).done();
    long others = size(deleted[0]) + size(requireNonNull(configOf.get(deleted[0])));
    Map<String, Long> waiting = opportunities();
    assertThat(waiting)
        .containsEntry("waiting layers", layer)
        .containsEntry("unnamed blobs", others)
        .containsEntry("rebuilt layers", layer)
        .containsEntry("repeated files", before.getOrDefault("repeated files", 0L) / 2)
        .containsEntry("removable files", before.getOrDefault("removable files", 0L) * 2 / 3);
    assertThat(
            varve("report removable-files --format csv --warehouse %s", warehouse()).done().out())
        .doesNotContain(kept);
    assertThat(varve("report freed --format csv --warehouse %s", warehouse()).done().out())
        .endsWith(",0,0,%d,\n".formatted(layer + others));
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .contains("in 1 layer wait for a collection of garbage");
    assertThat(varve("check --warehouse %s", warehouse()).done().out()).contains("checks pass");
    String both = "report freed removable-files --format csv --warehouse " + warehouse();
    assertThat(varve(both + " --engine spark").done().out()).isEqualTo(varve(both).done().out());

    free(deleted[0]);
    night();
    varve("derive --warehouse %s", warehouse()).done();
    waiting.remove("waiting layers");
    waiting.put("unnamed blobs", 0L);
    assertThat(opportunities()).isEqualTo(waiting);
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .doesNotContain("wait for a collection of garbage");
  }

  @Test
  void aLayerThatTheImageHasWithOtherOwnersIsNoMatterOfReproducibleBuilds() throws IOException {
    push("app", "1", image("", files(1, 0), files(1, 1000)));
    push("app", "2", image("", files(2, 0)));
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    varve("derive --warehouse %s", warehouse()).done();
    long layer = files(1, 0).length;
    assertThat(opportunities())
        .containsEntry("owner changes", layer)
        .containsEntry("rebuilt layers", layer);
  }

  /** Of two tags of one age the name decides which is newer. */
  @Tag("thorough")
  @Test
  void aPromiseStaysWhenItIsSimulatedAgainAndWhatWasDoneIsNoSaving() throws IOException {
    String old = image(2);
    push("app", "1", old);
    push("app", "2", image(4));
    night();
    String simulate = "simulate retention --keep-newest 1 --untagged --warehouse " + warehouse();
    varve(simulate).done();
    long freed =
        size(old)
            + size(requireNonNull(configOf.get(old)))
            + size(requireNonNull(layerOf.get(old)));
    assertThat(opportunities()).containsEntry("old images", freed);

    delete("app", "1", old);
    free(old);
    night();
    assertThat(opportunities()).containsEntry("old images", 0L);
    String row = "keep 1, untagged\",3,%d,0,%d\n".formatted(freed, freed);
    String report = "report freed --format csv --warehouse " + warehouse();
    assertThat(varve(report).done().out()).endsWith(row);
    varve(simulate).done();
    assertThat(varve(report).done().out()).endsWith(row);
    night();
    assertThat(varve(report).done().out()).endsWith("\n,0,0,0,\n");
    assertThat(varve(report + " --since " + runs.get(0)).done().out()).endsWith(row);
    assertThat(varve(report + " --engine spark --since " + runs.get(0)).done().out()).endsWith(row);
  }

  /**
   * An ingest reads the layer of the image that a tag has moved to, and is ended before its images
   * and tags: the tag leads where it led. The image is deleted with its layer before another ingest
   * sees it.
   */
  @Test
  void anEndedIngestMovesNoTagAndWhatItReadGoesWithTheFolder() throws IOException {
    String first = image(2);
    push("app", "1", first);
    night();
    delete("app", "1", first);
    String second = image(4);
    push("app", "1", second);
    push("web", "1", image(6));
    SettingReader settings = TestEngine.settings();
    IngestRegistry ingest = new IngestRegistry(RegistrySettings.read(settings));
    List<String> inputs = List.of(input().toString());
    assertThatThrownBy(
            () ->
                ingest.run(
                    Runs.open("test", settings, new SignalAtTheEnd()),
                    inputs,
                    warehouse().toString()))
        .isInstanceOf(StoppedRunException.class);
    assertThat(there("SELECT concat(tag, ' ', image_digest) AS one FROM image_tag"))
        .containsExactly("1 " + first);
    assertThat(there("SELECT image_digest AS one FROM image")).containsExactly(first);
    assertThat(there("SELECT layer_digest AS one FROM layer")).isEqualTo(layers()).hasSize(3);
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .contains("Unfinished")
        .contains("Read 1 image in 1 repository: 3 layers")
        .doesNotContain("wait for a collection of garbage");

    delete("app", "1", second);
    free(second);
    push("app", "1", first);
    night();
    assertThat(layers()).hasSize(2);
    night();
    assertThat(varve("check --warehouse %s", warehouse()).done().out()).contains("checks pass");
    varve("compact --warehouse %s --before 0d", warehouse()).done();
    assertThat(there("SELECT layer_digest AS one FROM every_layer")).isEqualTo(layers());
  }

  @Test
  void whatIsThereIsWhatTheFolderHas() throws IOException {
    live();
    Path away = folder.resolve("away");
    Files.move(input(), away);
    Files.createDirectories(input());
    varve("ingest registry %s --warehouse %s", input(), warehouse()).endsWith(4);
    Files.delete(input());
    Files.move(away, input());
    assertThat(there("SELECT layer_digest AS one FROM layer")).isEqualTo(layers());

    // A backup is restored: nothing is read again.
    push("app", "1", image(2));
    night();
    assertThat(changes("")).containsExactly("new,tag,app:1");
    assertThat(
            rows(
                warehouse(),
                "SELECT coalesce(counts['blobs_read'], 0) AS read FROM run ORDER BY run_id DESC"))
        .first()
        .returns(0L, row -> row.count("read"));
    assertThat(varve("check --warehouse %s", warehouse()).done().out()).contains("checks pass");
    for (int time = 0; time < runs.size(); time++) {
      String coverage =
          varve(
                  "report coverage --format csv --warehouse %s --as-of %s",
                  warehouse(), runs.get(time))
              .done()
              .out();
      assertThat(coverage)
          .as("night %d", time)
          .contains("image,read,-," + tagsThen.get(time).size() + ",")
          .containsPattern(
              "layer,ingested,listed by an image," + distinct(tagsThen.get(time)) + ",");
    }
  }

  @Tag("thorough")
  @Test
  void whatWasGoneLongAgoIsDroppedWithAllThatDependsOnIt() throws IOException {
    live();
    long before = stored("layer_recipe");
    varve("compact --warehouse %s --before %s", warehouse(), runs.get(2)).done();
    assertThat(stored("layer")).isEqualTo(4);
    varve("compact --warehouse %s --before last", warehouse()).done();
    assertThat(stored("layer")).isEqualTo(2);
    assertThat(stored("image")).isEqualTo(2);
    assertThat(stored("manifest")).isEqualTo(2);
    assertThat(stored("layer_recipe")).isLessThanOrEqualTo(before);
    assertThat(there("SELECT layer_digest AS one FROM layer")).isEqualTo(layers());
    assertThat(varve("check --files --warehouse %s", warehouse()).done().out())
        .contains("files are as published", "checks pass");
    assertThat(
            varve("report coverage --warehouse %s --as-of %s", warehouse(), runs.get(0))
                .done()
                .err())
        .contains("varve compact dropped it");
    push("app", "1", image(2));
    night();
  }

  /** Explanations after the events of live; gone is what the run noticed that followed. */
  @Test
  void whatIsGoneIsExplainedWithWhatWasKnown() throws IOException {
    live();
    String first = image(2);
    free(first);
    String layer = requireNonNull(layerOf.get(first));
    for (String engine : TestEngine.engines()) {
      JsonNode tag = explained("app:1", engine);
      assertThat(tag.required("kind").asText()).isEqualTo("tag");
      assertThat(tag.required("digest").asText()).isEqualTo(first);
      assertThat(tag.required("digest_is_there").asBoolean()).isFalse();
      assertThat(tag.required("gone_at").asText()).isEqualTo(startOf(2));
      assertThat(tag.required("stored_bytes").asInt()).isEqualTo(sizes.get(layer));
      JsonNode gone = explained(layer.substring(0, 20), engine);
      assertThat(gone.required("kind").asText()).isEqualTo("layer");
      assertThat(gone.required("digest").asText()).isEqualTo(layer);
      assertThat(gone.required("stored_bytes").asInt()).isEqualTo(sizes.get(layer));
      assertThat(gone.required("gone_at").asText()).isEqualTo(startOf(3));
      assertThat(gone.required("had_tags").toString()).isEqualTo("[\"app:1\"]");
      assertThat(explained(first, engine).required("kind").asText()).isEqualTo("image");
      assertThat(
              explained(requireNonNull(configOf.get(first)), engine).required("gone_at").asText())
          .isEqualTo(startOf(3));
    }
    assertThat(varve("explain app:1 --warehouse %s", warehouse()).done().out())
        .contains("is gone     since the ingest that began at ", "which is    gone too");
    for (String none : List.of("app:s", "app:sha256", "app@sha256:" + first.substring(7, 9))) {
      varve("explain %s --warehouse %s", none, warehouse()).endsWith(4);
    }
    assertThat(
            varve("explain app@%s --warehouse %s", first.substring(0, 19), warehouse())
                .done()
                .out())
        .contains(first);
    assertThat(varve("sql --warehouse %s %s", warehouse(), "SHOW TABLES").done().lines())
        .contains("image", "waiting_layer");
    Path archive = folder.resolve("restored.tar");
    varve("restore %s --warehouse %s --out %s", layer, warehouse(), archive).done();
    assertThat(archive)
        .as("an archive without files needs no blob")
        .hasBinaryContent(new byte[1024]);
    varve("compact --warehouse %s --before last", warehouse()).done();
    assertThat(varve("explain %s --warehouse %s", layer, warehouse()).endsWith(4).err())
        .contains("no tag, digest, snapshot or path", "was dropped by varve compact");
  }

  private JsonNode explained(String thing, String engine) {
    return varve("explain %s --warehouse %s --format json --engine %s", thing, warehouse(), engine)
        .done()
        .json();
  }

  private String startOf(int run) throws IOException {
    return rows(warehouse(), "SELECT started_at FROM run WHERE run_id = '" + runs.get(run) + "'")
        .get(0)
        .text("started_at");
  }

  private void free(String manifest) throws IOException {
    for (String digest : List.of(manifest, configOf.get(manifest), layerOf.get(manifest))) {
      delete(place(digest));
    }
  }

  @Test
  void aManifestThatLosesItsTagIsNeitherNewNorGone() throws IOException {
    String first = image(2);
    push("app", "1", first);
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    push("app", "1", image(4));
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    assertThat(changes("")).containsExactly("moved,tag,app:1");
    assertThat(changes("--engine spark")).containsExactly("moved,tag,app:1");
    delete(manifests("app").resolve("revisions/" + first.replace(':', '/')));
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    assertThat(changes("")).containsExactly("gone,manifest,app@" + first);
    assertThat(changes("--engine spark")).containsExactly("gone,manifest,app@" + first);
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .contains("Gone since the ingest before: 0 tags, 1 manifest without a tag, 0 blobs of 0 B");
    push("app", "2", first);
    delete(manifests("app").resolve("tags/2"));
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    push("app", "2", first);
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .doesNotContain("Gone since");
    delete("app", "2", first);
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    assertThat(varve("report --warehouse %s", warehouse()).done().out())
        .contains("Gone since the ingest before: 1 tag, 0 manifests without a tag, 0 blobs of 0 B");
  }

  @Test
  void derivedTablesAreStaleOnceLayersAreFreedOrRestored() throws IOException {
    push("app", "1", image(2));
    String second = image(4);
    push("app", "2", second);
    night();
    delete("app", "2", second);
    night();
    varve("derive --warehouse %s", warehouse()).done();
    String stale = "missing, or older than what was ingested";
    assertThat(varve("report dedup-summary --warehouse %s", warehouse()).done().err())
        .doesNotContain(stale);
    free(second);
    night();
    assertThat(varve("report dedup-summary --warehouse %s", warehouse()).done().err())
        .contains(stale);
    varve("derive --warehouse %s", warehouse()).done();
    assertThat(varve("report dedup-summary --warehouse %s", warehouse()).done().err())
        .doesNotContain(stale);
    image(4);
    night();
    assertThat(varve("report dedup-summary --warehouse %s", warehouse()).done().err())
        .contains(stale);
  }

  @Test
  void aLayerThatWasGoneIsGoneAsOfThenEvenIfALaterImageHasIt() throws IOException {
    push("app", "1", image(2));
    String second = image(4);
    push("app", "2", second);
    night();
    delete("app", "2", second);
    free(second);
    night();
    push("app", "3", image(4, "later"));
    night();
    assertThat(
            varve(
                    "report coverage --format csv --warehouse %s --as-of %s",
                    warehouse(), runs.get(1))
                .done()
                .out())
        .contains("layer,ingested,listed by an image,1,", "layer,ingested,in no image,0,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "repositories/app/_manifests/tags",
        "repositories/app/_manifests/revisions",
        "repositories/app/_manifests/revisions/sha256",
        "blobs/sha256"
      })
  void whatAFolderThatIsNoneShouldContainIsNotGone(String part) throws IOException {
    push("app", "1", image(2));
    night();
    Path place = tree().resolve(part);
    Path away = folder.resolve("away");
    Files.move(place, away);
    Files.createSymbolicLink(place, folder.resolve("nowhere"));
    ingestAndKeepAll(true);
    Files.delete(place);
    Files.writeString(place, "no folder");
    ingestAndKeepAll(true);
    Files.delete(place);
    if (part.startsWith("blobs")) {
      ingestAndKeepAll(true);
    }
    Files.move(away, place);
    night();
    ingestAndKeepAll(false);
  }

  private void ingestAndKeepAll(boolean isFaulty) throws IOException {
    varve("ingest registry %s --warehouse %s", input(), warehouse()).done();
    // While tags cannot be listed, their manifests seem to have none.
    assertThat(
            rows(
                warehouse(),
                "SELECT 1 AS one FROM sighting WHERE gone_at IS NOT NULL"
                    + " AND (tag IS NOT NULL OR kind = 'BLOB')"))
        .isEmpty();
    assertThat(
            rows(warehouse(), "SELECT 1 AS one FROM rejection_sighting WHERE gone_at IS NULL")
                .isEmpty())
        .isEqualTo(!isFaulty);
  }

  @Test
  void compactDropsNothingBeforeATimeThatIsYetToCome() throws IOException {
    push("app", "1", image(2));
    night();
    assertThat(varve("compact --warehouse %s --before 2999-01-01", warehouse()).endsWith(2).err())
        .contains("--before 2999-01-01 is in the future");
    assertThat(varve("report coverage --warehouse %s --as-of last", warehouse()).done().err())
        .doesNotContain("varve compact dropped it");
    varve("compact --warehouse %s --before 0d", warehouse()).done();
  }

  /** Names of repositories that look like parts of another one in the API's paths. */
  @Test
  void anIngestOfARepositoryEndsNothingOfAnother() throws IOException {
    push("team", "1", image(2));
    push("team/tags", "1", image(4));
    push("team/blobs/x", "1", image(6));
    try (RegistryServer server = new RegistryServer(input())) {
      String host = "docker://" + server.host();
      varve("ingest registry %s --warehouse %s", host, warehouse()).done();
      varve("ingest registry %s/team --warehouse %s", host, warehouse()).done();
      String all = "SELECT concat(repository, ':', tag) AS one FROM image_tag";
      assertThat(there(all)).containsExactly("team/blobs/x:1", "team/tags:1", "team:1");
      push("team/tags", "2", image(8));
      delete(manifests("team/tags").resolve("tags/1"));
      varve("ingest registry %s/team/tags --warehouse %s", host, warehouse()).done();
      assertThat(there(all)).containsExactly("team/blobs/x:1", "team/tags:2", "team:1");
    }
  }

  @Test
  void whatCameBackWasGoneStillAfterCompact() throws IOException {
    push("app", "1", image(2));
    String second = image(4);
    push("app", "2", second);
    night();
    delete("app", "2", second);
    free(second);
    night();
    push("app", "2", image(4));
    night();
    varve("compact --warehouse %s --before %s", warehouse(), runs.get(1)).done();
    assertThat(
            varve(
                    "report coverage --format csv --warehouse %s --as-of %s",
                    warehouse(), runs.get(1))
                .done()
                .out())
        .contains("image,read,-,1,", "layer,ingested,listed by an image,1,");
  }

  private long stored(String table) throws IOException {
    return rows(warehouse(), "SELECT count(*) AS stored FROM every_" + table)
        .get(0)
        .count("stored");
  }

  private static long distinct(Set<String> tags) {
    return tags.stream().map(tag -> tag.substring(tag.indexOf(' '))).distinct().count();
  }

  /** A manifest that is no image, as a signature is. */
  private String signature() throws IOException {
    return blob(
        "{\"schemaVersion\":2,\"artifactType\":\"x/y\",\"blobs\":[]}"
            .getBytes(StandardCharsets.UTF_8));
  }

  /** Ingests by the API; returns the tags and manifests that are there afterwards. */
  private Set<String> nightByApi(RegistryServer server) throws IOException {
    return nightByApi(server, "");
  }

  private Set<String> nightByApi(RegistryServer server, String options) throws IOException {
    varve("ingest registry docker://%s --warehouse %s" + options, server.host(), warehouse())
        .done();
    return there(
        "SELECT concat(kind, ' ', repository, ':', coalesce(tag, '')) AS one FROM sighting"
            + " WHERE gone_at IS NULL");
  }

  /** A fault: requests whose address matches are answered with a status. */
  private static RegistryServer.Fault answer(String pattern, int status) {
    return exchange -> {
      boolean isIt = exchange.getRequestURI().toString().matches(pattern);
      if (isIt) {
        exchange.getResponseHeaders().add("Retry-After", status == 429 ? "7200" : "1");
        exchange.sendResponseHeaders(status, -1);
      }
      return isIt;
    };
  }

  /** Status 404 alone says that there is no such manifest (RFC 9110, section 15.5.5). */
  @Test
  void aFaultOfTheRegistryMakesNothingGone() throws IOException {
    String first = image(2);
    push("app", "1", first);
    push("app", "2", image(4));
    push("web", "1", image(6));
    String signature = signature();
    try (RegistryServer server = new RegistryServer(input()).referrers(first, signature)) {
      Set<String> all = nightByApi(server);
      assertThat(all)
          .containsExactlyInAnyOrder(
              "IMAGE app:1",
              "IMAGE app:2",
              "IMAGE web:1",
              "MANIFEST app:",
              "MANIFEST app:1",
              "MANIFEST app:2",
              "MANIFEST web:1");
      for (int status : List.of(400, 401, 403, 500)) {
        server.fault(answer(".*/app/manifests/1", status));
        assertThat(nightByApi(server)).as("status %d of a tag", status).isEqualTo(all);
      }
      server.fault(answer(".*/app/referrers/.*", 500));
      assertThat(nightByApi(server)).as("status 500 of referrers").isEqualTo(all);

      // What the fault does not hide is judged.
      delete(manifests("app").resolve("tags/2"));
      all.removeAll(Set.of("IMAGE app:2", "MANIFEST app:2"));
      assertThat(nightByApi(server)).as("a tag deleted meanwhile").isEqualTo(all);
      server.fault(answer(".*/app/manifests/1", 404));
      assertThat(nightByApi(server)).containsExactly("IMAGE web:1", "MANIFEST web:1");
    }
  }

  /** The list of repositories was read before; the tags of web are not requested any more. */
  @Test
  void whatIsNotRequestedFromAHostGivenUpIsNotGone() throws IOException {
    String first = image(2);
    push("app", "1", first);
    push("web", "1", image(6));
    try (RegistryServer server = new RegistryServer(input()).referrers(first, signature())) {
      Set<String> all = nightByApi(server);
      server.fault(answer(".*/manifests/.*", 429));
      assertThat(nightByApi(server)).isEqualTo(all).contains("MANIFEST app:");
    }
  }

  /** A fault: requests whose path matches are answered with a body, and a link to a next page. */
  private static RegistryServer.Fault answer(String pattern, int status, String body, String link) {
    return exchange -> {
      boolean isIt = exchange.getRequestURI().getPath().matches(pattern);
      if (isIt) {
        if (!link.isEmpty()) {
          exchange.getResponseHeaders().add("Link", "<" + link + ">; rel=\"next\"");
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
          exchange.getResponseBody().write(bytes);
        }
      }
      return isIt;
    };
  }

  /**
   * Distribution specification 1.1, "Listing Tags" and "Listing Referrers": status 200 and an
   * object with an array. A null is what Go writes for an array without entries.
   */
  @Test
  void anAnswerThatIsNoListMakesNothingGone() throws IOException {
    String first = image(2);
    push("app", "1", first);
    push("web", "1", image(6));
    String listed = "{\"tags\":[],\"repositories\":[\"web\"],\"manifests\":[]}";
    try (RegistryServer server = new RegistryServer(input()).referrers(first, signature())) {
      Set<String> all = nightByApi(server);
      assertThat(all).contains("MANIFEST app:", "IMAGE app:1");
      for (String body :
          List.of(
              "",
              "{}",
              "[1,2]",
              "{\"tags\":\"x\",\"manifests\":{}}",
              "{\"errors\":[{\"code\":\"UNAVAILABLE\"}]}",
              listed.replace("{", "{\"errors\":[{}],"))) {
        server.fault(answer("/v2/app/tags/list", 200, body, ""));
        assertThat(nightByApi(server)).as("tags %s", body).isEqualTo(all);
        server.fault(answer("/v2/app/referrers/.*", 200, body, ""));
        assertThat(nightByApi(server)).as("referrers %s", body).isEqualTo(all);
      }
      server.fault(answer("/v2/app/tags/list", 206, listed, ""));
      assertThat(nightByApi(server)).as("a part of the tags").isEqualTo(all);
      server.fault(answer("/v2/app/tags/list", 200, listed, "/v2/app/tags/list?n=1"));
      assertThat(nightByApi(server)).as("a circle of tags").isEqualTo(all);
      assertThat(
              rows(
                  warehouse(),
                  "SELECT source FROM rejected_blob WHERE message LIKE '%lead in a circle%'"))
          .singleElement()
          .returns("docker://" + server.host() + "/app", row -> row.text("source"));
      for (RegistryServer.Fault fault :
          List.of(
              answer("/v2/_catalog", 200, listed, "/v2/_catalog?n=1"),
              answer("/v2/_catalog", 200, listed.replace("{", "{\"errors\":[{}],"), ""))) {
        server.fault(fault);
        varve("ingest registry docker://%s --warehouse %s", server.host(), warehouse()).endsWith(4);
      }
      server.fault(answer("/v2/app/tags/list", 200, "{\"name\":\"app\",\"tags\":null}", ""));
      assertThat(nightByApi(server)).containsExactly("IMAGE web:1", "MANIFEST web:1");
    }
  }

  /** Distribution specification 1.1: a registry without the list answers 404 to its requests. */
  @Test
  void aRegistryWithoutAListOfReferrersJudgesNone() throws IOException {
    String first = image(2);
    push("app", "1", first);
    push("web", "1", image(6));
    try (RegistryServer server = new RegistryServer(input()).referrers(first, signature())) {
      Set<String> all = nightByApi(server);
      for (int status : List.of(400, 404, 405)) {
        server.fault(answer(".*/referrers/.*", status));
        assertThat(nightByApi(server)).isEqualTo(all).contains("MANIFEST app:");
      }
      assertThat(there("SELECT run_id AS one FROM source"))
          .isEqualTo(there("SELECT max(run_id) AS one FROM run"));
    }
  }

  /** An ingest of the newest tags does not look for what refers to the others. */
  @Test
  void theNewestTagsAloneJudgeNoReferrers() throws IOException {
    String first = image(2);
    push("app", "1", first);
    push("app", "2", image(4));
    String signature = signature();
    try (RegistryServer server = new RegistryServer(input()).referrers(first, signature)) {
      Set<String> all = nightByApi(server);
      assertThat(nightByApi(server, " --newest 1")).isEqualTo(all).contains("MANIFEST app:");
    }
  }

  /** Derived tables and reports over what is there, by the other engine than in the other tests. */
  @Test
  @Tag("thorough")
  void theOtherEngineLeavesOutWhatIsGoneToo() throws IOException {
    live();
    varve("derive --warehouse %s --set engine.name=spark", warehouse()).done();
    assertThat(
            varve("report coverage --format csv --engine spark --warehouse %s", warehouse())
                .done()
                .out())
        .contains("image,read,-,2,", "layer,ingested,listed by an image,2,");
    assertThat(changes("--engine spark --since " + runs.get(0)))
        .containsExactly("gone,tag,app:1", "moved,tag,app:2");
  }
}
