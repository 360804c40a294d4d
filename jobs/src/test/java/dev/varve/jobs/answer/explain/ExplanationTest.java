package dev.varve.jobs.answer.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varve.jobs.answer.query.BothEngines;
import dev.varve.jobs.answer.query.Queries;
import dev.varve.jobs.engine.run.DuckDb;
import dev.varve.jobs.engine.run.NoInputException;
import dev.varve.jobs.warehouse.schema.Tables;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Things of the case that report-case/README.md works out, in Spark and in DuckDB. Here a
 * fingerprint comes four times, so that it has eight digits, and the entry at position p of a layer
 * takes 10 (p + 1) bytes of its blob; but what layer c0 takes is not known.
 */
class ExplanationTest {
  private static final String STORED =
      "SELECT * REPLACE (CASE WHEN fingerprint IS NOT NULL THEN unhex(repeat(lower(hex(fingerprint)), 4)) END"
          + " AS fingerprint, CASE WHEN layer_digest <> 'sha256:c0' THEN 10 * (position + 1) END"
          + "::BIGINT AS stored_bytes) FROM (%s)";

  /** Image i4 lists its base once more, as a manifest may. */
  private static final String TWICE =
      "%s UNION ALL SELECT * REPLACE (9 AS depth) FROM (%s)"
          + " WHERE image_digest = 'sha256:i4' AND layer_digest = 'sha256:01'";

  /** Contents of the case by the numbers of their layers: 01 22 50 90 c0. */
  private static final String BUNDLES =
      "SELECT unhex(repeat(f, 4)) AS bundle, n::BIGINT AS files, b::BIGINT AS bytes,"
          + " l::INTEGER[] AS layers, 5::BIGINT AS all_layers FROM (VALUES"
          + " ('e0', 2, 1000, [0, 1, 3]), ('f2', 1, 200, [0, 1]), ('f3', 1, 64, [1, 4]),"
          + " ('f4', 1, 300, [2, 3]), ('f5', 1, 8, [2]), ('f6', 1, 512, [4])) AS t (f, n, b, l)";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, Explanation> EXPLAINED = new HashMap<>();

  @TempDir private static Path warehouse;
  private static Queries inDuck;
  private static Queries inSpark;

  @BeforeAll
  static void load() throws Exception {
    Files.createDirectories(warehouse.resolve(".varve"));
    try (DuckDb duck = new DuckDb()) {
      for (String table : Tables.names()) {
        InputStream rows =
            ExplanationTest.class.getResourceAsStream("/report-case/" + table + ".sql");
        if (rows != null) {
          String sql = new String(rows.readAllBytes(), StandardCharsets.UTF_8);
          String form =
              switch (table) {
                case "layer_recipe" -> STORED;
                case "image_layer" -> TWICE;
                default -> "%s";
              };
          write(duck, table, form.formatted(sql, sql));
        }
      }
      write(duck, "file_bundle", BUNDLES);
    }
    inDuck = BothEngines.duck(warehouse, "engine.verify-pages=false");
    inSpark = BothEngines.spark(warehouse);
  }

  private static void write(DuckDb duck, String table, String sql) throws Exception {
    Path folder = Files.createDirectories(warehouse.resolve(table));
    duck.execute("COPY (%s) TO '%s/a.parquet' (FORMAT parquet)".formatted(sql, folder));
  }

  @AfterAll
  static void close() {
    inDuck.close();
  }

  /** Once; in the thorough run by both engines, which have the same facts and the same text. */
  private static Explanation explained(String thing) throws Exception {
    Explanation known = EXPLAINED.get(thing);
    if (known == null) {
      known = local(thing);
      if (Boolean.getBoolean("thorough")) {
        Explanation spark = Explanation.of(inSpark, thing);
        assertThat(spark.json()).isEqualTo(known.json());
        assertThat(spark.lines(100)).isEqualTo(known.lines(100));
      }
      EXPLAINED.put(thing, known);
    }
    return known;
  }

  private static JsonNode facts(String thing) throws Exception {
    return JSON.readTree(explained(thing).json());
  }

  /** By the local engine; other tests put the same questions, one of each kind, to both. */
  private static Explanation local(String thing) throws Exception {
    return Explanation.of(inDuck, thing);
  }

  private static JsonNode localFacts(String thing) throws Exception {
    return JSON.readTree(local(thing).json());
  }

  private static JsonNode json(String singleQuoted) throws Exception {
    return JSON.readTree(singleQuoted.replace('\'', '"'));
  }

  /** n1 lists i3; s1 without a tag refers to i2; r2 has i3 without a tag; nothing leads to c0. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sha256:01 | layer    | r1:v1 r1:v2 r2:v1 |",
        "sha256:22 | layer    | r1:v1 r2:v1 |",
        "sha256:50 | layer    | r1:v2 |",
        "sha256:90 | layer    | r3:x | r2",
        "sha256:c0 | layer    | |",
        "sha256:i1 | image    | r1:v1 r2:v1 |",
        "sha256:i3 | image    | r3:x | r2",
        "sha256:i4 | image    | |",
        "sha256:n1 | manifest | r3:x |",
        "sha256:s1 | manifest | r1:v2 |",
        "sha256:b1 | blob     | r1:v2 |",
        "sha256:k1 | blob     | r1:v1 r2:v1 |",
        "sha256:dd | blob     | r1:v2 |",
        "sha256:ee | blob     | |",
        "r1:v2        | image    | r1:v2 |",
        "r3:x         | manifest | r3:x |",
        "r1@sha256:s1 | manifest | r1:v2 |",
        "f1f1f1f1  | content  | r1:v1 r1:v2 r2:v1 r3:x | r2",
        "f5f5f5f5  | content  | r1:v2 |",
        "f6f6f6f6  | content  | |"
      })
  void tagsThatKeepAThing(String thing, String kind, String tags, String untagged)
      throws Exception {
    JsonNode facts = localFacts(thing);
    assertThat(facts.required("kind").asText()).isEqualTo(kind);
    JsonNode kept = facts.required("kept_by");
    assertThat(texts(kept.required("tags"))).isEqualTo(tags == null ? "" : tags);
    assertThat(texts(kept.required("untagged_in"))).isEqualTo(untagged == null ? "" : untagged);
    assertThat(kept.required("tag_count").asInt()).isEqualTo(kept.required("tags").size());
  }

  private static String texts(JsonNode array) {
    StringBuilder texts = new StringBuilder();
    array.forEach(text -> texts.append(' ').append(text.asText()));
    return texts.toString().strip();
  }

  /** Layer 50 has f4 twice, which 90 has too, and f5 at position 2, which no other has. */
  @Test
  void aLayer() throws Exception {
    JsonNode facts = facts("sha256:50");
    assertThat(facts)
        .isEqualTo(
            json(
                "{'kind':'layer','digest':'sha256:50','diff_id':'sha256:d3','media_type':'tar+zstd',"
                    + "'compression':'zstd','stored_bytes':400,'archive_bytes':5120,'files':3,"
                    + "'file_bytes':608,'first_seen_at':'2024-01-01T00:00:00Z','builds':"
                    + "[{'created_by':'COPY data','depth':1,'images':1}],'images':"
                    + "[{'digest':'sha256:i2','os':'linux','architecture':'amd64'}],"
                    + "'own':{'contents':1,'bytes':8},'twin':null,'duplicates':"
                    + "[{'cause':'same layer','files':1,'bytes':300}],'kept_by':"
                    + "{'known':true,'tag_count':1,'tags':['r1:v2'],'untagged_in':[]}}"));
    assertThat(explained("sha256:50").lines(80))
        .containsExactly(
            "Layer sha256:50",
            "  stores      400 B, zstd; archive 5.0 KiB, 3 files of 608 B",
            "  since       the ingest that began at 2024-01-01T00:00:00Z",
            "  its own     1 content of 8 B, in no other layer",
            "  built by    COPY data",
            "  images      1 image: sha256:i2 linux/amd64",
            "  duplicates  kept elsewhere: 1 file of 300 B (same layer)",
            "  kept by     1 tag: r1:v2",
            "  to free it  remove this tag and collect garbage: 400 B");
  }

  @Test
  void anImageThatListsALayerTwiceIsOneImage() throws Exception {
    JsonNode images = localFacts("sha256:01").required("images");
    assertThat(images.findValuesAsText("digest"))
        .containsExactly("sha256:i1", "sha256:i2", "sha256:i4");
  }

  @Test
  void aLayerThatIsLikeAnother() throws Exception {
    JsonNode twin = facts("sha256:22").required("twin");
    assertThat(twin)
        .isEqualTo(
            json(
                "{'cause':'times','twin_digest':'sha256:50','differs':'order, times',"
                    + "'shared_bytes':1264,'similarity':1.0}"));
    assertThat(local("sha256:c0").lines(80))
        .contains(
            "  images      no image lists it",
            "  kept by     no tag leads to it",
            "  to free it  garbage collection would remove it: 10.0 KiB");
  }

  /** 01 is in i1 and i4 as well. dd is missing: 100 bytes, as declared. 01, 50 and dd have 2000. */
  @Test
  void anImage() throws Exception {
    JsonNode facts = facts("sha256:i2");
    assertThat(facts.required("exclusive_bytes").asInt()).isEqualTo(500);
    assertThat(facts.required("sharing_images").asInt()).isEqualTo(2);
    assertThat(facts.required("stored_bytes").asInt()).isEqualTo(2000);
    assertThat(facts.required("layers"))
        .isEqualTo(
            json(
                "[{'depth':0,'digest':'sha256:01','stored_bytes':1500,'was_read':true,"
                    + "'created_by':'ADD base','other_images':2},"
                    + "{'depth':1,'digest':'sha256:50','stored_bytes':400,'was_read':true,"
                    + "'created_by':'COPY data','other_images':0},"
                    + "{'depth':2,'digest':'sha256:dd','stored_bytes':100,'was_read':false,"
                    + "'created_by':null,'other_images':0}]"));
    assertThat(local("sha256:i3").lines(100))
        .contains(
            "  platform    linux/arm64",
            "  stores      700 B in 1 layer; 700 B in layers that no other image lists",
            "  since       not known, as an earlier version read it",
            "  to free it  remove this tag and collect garbage, with untagged manifests of r2: 700 B of layers");
  }

  @Test
  void otherBlobs() throws Exception {
    assertThat(explained("sha256:n1").lines(100))
        .startsWith("Index sha256:n1")
        .contains("  lists       manifest sha256:i3");
    assertThat(local("sha256:s1").lines(100)).contains("  refers to   sha256:i2");
    assertThat(explained("sha256:k1").lines(100))
        .contains("  is          a config", "  images      1 image: sha256:i1 linux/amd64");
    assertThat(local("sha256:dd").lines(100))
        .contains("  is          a layer that was not read", "  stores      100 B, as declared");
    assertThat(explained("sha256:ee").lines(100))
        .contains("  rejected    TRUNCATED at a/blobs/ee, byte 100: ends inside a member");
    assertThat(local("sha256:k9").lines(100))
        .contains("  is          named by no manifest that was read", "  stores      not known");
    assertThat(localFacts("sha256:a1").required("artifacts"))
        .isEqualTo(json("[{'kind':'ATTESTATION','media_type':'in-toto','bytes':50}]"));
  }

  /** f1: 01 at positions 1 and 2, 22 at 3, 90 at 0: 20 + 30 + 40 + 10. Of f3, 22 at 2, and c0. */
  @Test
  void aContent() throws Exception {
    JsonNode facts = facts("f1f1f1f1");
    String figures = "bytes copies layers images repositories stored_bytes paths";
    StringBuilder found = new StringBuilder();
    for (String name : figures.split(" ")) {
      found.append(facts.required(name).asInt()).append(' ');
    }
    assertThat(found.toString().strip()).isEqualTo("1000 4 3 4 3 100 4");
    assertThat(facts.required("first_layers").get(0))
        .isEqualTo(
            json(
                "{'layer_digest':'sha256:01','first_seen_at':'2024-01-01T00:00:00Z',"
                    + "'layer_copies':2,'layer_stored_bytes':50}"));
    assertThat(facts.required("first_paths").get(3))
        .isEqualTo(json("{'path':'srv/copy.bin','copies':1}"));
    assertThat(facts.required("layer_causes"))
        .isEqualTo(json("[{'cause':'near','layers':1},{'cause':'times','layers':1}]"));
    assertThat(explained("f1f1f1f1").lines(100))
        .contains(
            "  duplicates  1 within a layer, 2 in other layers; layers that are like another: near 1, times 1");
    assertThat(local("F3F3F3F3").lines(100))
        .contains("  stores      30 B of blobs, without 1 entry of unknown size");
    assertThat(local("f6f6f6f6").lines(100))
        .contains("  stores      as many bytes of blobs as an earlier version did not record");
  }

  /** f2 is in 01 at position 5 and in 22 at 0; the other bin/tool is f5 of 50, at 2. */
  @Test
  void aPath() throws Exception {
    assertThat(explained("/etc/conf.txt").lines(100))
        .containsExactly(
            "Path etc/conf.txt",
            "  contains    1 content, in 2 layers",
            "  stores      70 B of blobs",
            "  most layers f2f2f2f2 200 B in 2 layers, 3 images, 70 B of blobs",
            "  to free it  varve explain FINGERPRINT says which tags keep a content");
    JsonNode tool = localFacts("./bin/tool");
    assertThat(tool.required("contents").asInt()).isEqualTo(2);
    assertThat(tool.required("all_stored_bytes").asInt()).isEqualTo(50);
    assertThat(tool.required("first_found").get(1))
        .isEqualTo(
            json(
                "{'kind':'FILE','fingerprint':'f5f5f5f5','link_target':null,'bytes':8,"
                    + "'layers':1,'images':1,'stored_bytes':30}"));
    assertThat(local("latest").lines(100))
        .contains("  most layers symlink to bin/tool in 1 layer, 1 image, 40 B of blobs");
  }

  /** etc has conf.txt twice, empty and empty2: 60 + 70 + 10 + 20 bytes of blobs. */
  @Test
  void aDirectory() throws Exception {
    assertThat(facts("etc/"))
        .isEqualTo(
            json(
                "{'kind':'directory','path':'etc/','files':4,'bytes':400,'stored_bytes':160,"
                    + "'files_of_unknown_stored_bytes':0,'distinct_contents':2,"
                    + "'distinct_bytes':200}"));
    assertThat(localFacts("etc")).isEqualTo(localFacts("etc/"));
  }

  @Test
  void everything() throws Exception {
    JsonNode all = facts("/");
    assertThat(all.required("files").asInt()).isEqualTo(16);
    assertThat(all.required("bytes").asInt()).isEqualTo(5948);
    assertThat(all.required("distinct_bytes").asInt()).isEqualTo(2084);
    assertThat(all.required("files_of_unknown_stored_bytes").asInt()).isEqualTo(2);
  }

  @Test
  void whatIsNotThere() {
    assertThatThrownBy(() -> explained("usr/tool"))
        .isInstanceOf(NoInputException.class)
        .hasMessageContaining("path usr/tool; did you mean bin/tool?");
    assertThatThrownBy(() -> explained("opt/l"))
        .isInstanceOf(NoInputException.class)
        .hasMessageContaining("varve sql");
    assertThatThrownBy(() -> explained("sha256:77"))
        .isInstanceOf(NoInputException.class)
        .hasMessageContaining("no tag, digest, snapshot or path sha256:77");
  }
}
