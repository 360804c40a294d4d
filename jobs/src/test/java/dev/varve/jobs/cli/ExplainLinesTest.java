package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.jobs.cli.option.ExitCodes;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Things of a made registry and disks, as a user names them. */
class ExplainLinesTest {
  @TempDir private Path folder;

  private static String first(String sql) {
    return row(SmallWorld.packed(), sql + " LIMIT 1").text("name");
  }

  private static JsonNode json(String thing) {
    return varve("explain %s --warehouse %s --format json", thing, SmallWorld.packed())
        .done()
        .json();
  }

  @Test
  void everythingFitsOnAScreen() {
    List<String> things = new ArrayList<>();
    for (String sql :
        List.of(
            "SELECT layer_digest AS name FROM image_layer GROUP BY ALL ORDER BY count(*) DESC",
            "SELECT image_digest AS name FROM image ORDER BY layers DESC",
            "SELECT manifest_digest AS name FROM manifest WHERE kind = 'INDEX'",
            "SELECT config_digest AS name FROM image",
            "SELECT digest AS name FROM rejected_blob WHERE digest IS NOT NULL",
            "SELECT lower(hex(fingerprint)) AS name FROM file_sharing ORDER BY copies DESC",
            "SELECT lower(hex(fingerprint)) AS name FROM chunk_sharing WHERE NOT zero ORDER BY copies DESC",
            "SELECT path AS name FROM layer_recipe WHERE kind = 'FILE' GROUP BY path"
                + " ORDER BY count(DISTINCT fingerprint) DESC")) {
      things.add(first(sql));
    }
    things.add("/");
    for (String thing : things) {
      List<String> lines =
          varve("explain %s --warehouse %s", thing, SmallWorld.packed()).done().lines();
      assertThat(lines).as(thing).hasSizeBetween(3, 40);
      assertThat(lines).as(thing).allMatch(line -> line.length() <= 100);
    }
  }

  /** Against the degrees that derive counted. */
  @Test
  void copiesAreThoseOfDerive() {
    Line file =
        row(
            SmallWorld.packed(),
            "SELECT lower(hex(fingerprint)) AS name, * FROM file_sharing WHERE bytes > 0"
                + " ORDER BY copies DESC, fingerprint LIMIT 1");
    JsonNode content = json(file.text("name").substring(0, 16));
    for (String degree : List.of("bytes", "copies", "layers", "images", "repositories")) {
      assertThat(content.required(degree).asLong()).as(degree).isEqualTo(file.count(degree));
    }
    Line part =
        row(
            SmallWorld.packed(),
            "SELECT lower(hex(fingerprint)) AS name, * FROM chunk_sharing WHERE NOT zero"
                + " ORDER BY vms DESC, copies DESC, fingerprint LIMIT 1");
    JsonNode chunk = json(part.text("name"));
    for (String degree : List.of("bytes", "copies", "snapshots", "vms")) {
      assertThat(chunk.required(degree).asLong()).as(degree).isEqualTo(part.count(degree));
    }
  }

  /** What no other layer contains, by the recipes alone. */
  @Test
  void whatALayerContainsAloneIsThatOfItsRecipe() {
    String sql =
        "SELECT count(*) AS contents, sum(bytes)::BIGINT AS bytes FROM (SELECT DISTINCT fingerprint,"
            + " bytes FROM layer_recipe AS one WHERE layer_digest = '%s' AND kind = 'FILE' AND NOT"
            + " EXISTS (SELECT 1 FROM layer_recipe AS other WHERE other.layer_digest <> '%s'"
            + " AND other.fingerprint = one.fingerprint))";
    String digest = first("SELECT layer_digest AS name FROM layer ORDER BY files DESC");
    Line own = row(SmallWorld.packed(), sql.formatted(digest, digest));
    JsonNode layer = json(digest.substring(0, "sha256:".length() + 12));
    assertThat(layer.required("digest").asText()).isEqualTo(digest);
    assertThat(layer.required("own").required("contents").asLong())
        .isEqualTo(own.count("contents"))
        .isPositive();
    assertThat(layer.required("own").required("bytes").asLong()).isEqualTo(own.count("bytes"));
    String diffId =
        first("SELECT diff_id AS name FROM layer WHERE layer_digest = '" + digest + "'");
    assertThat(json(diffId)).isEqualTo(layer);
  }

  @Test
  void namesThatAreTooShortOrNotThere() {
    List<Line> layers =
        rows(SmallWorld.packed(), "SELECT layer_digest AS name FROM layer ORDER BY layer_digest");
    String line = "explain %s --warehouse %s";
    assertThat(varve(line, "sha256:", SmallWorld.packed()).endsWith(ExitCodes.NO_INPUT).err())
        .contains("no tag, digest, snapshot or path sha256:;");
    String letter = layers.get(0).text("name").substring(0, "sha256:".length() + 1);
    assertThat(varve(line, letter, SmallWorld.packed()).endsWith(ExitCodes.USAGE).err())
        .contains("several things begin with " + letter, "layer " + layers.get(0).text("name"));
    String four = layers.get(0).text("name").substring(0, "sha256:".length() + 6);
    assertThat(varve(line, four, SmallWorld.packed()).endsWith(ExitCodes.USAGE).err())
        .contains(four + " is too short: name at least 8 digits");
    assertThat(varve(line, "no/such", SmallWorld.packed()).endsWith(ExitCodes.NO_INPUT).err())
        .contains("no digest, fingerprint, snapshot or path no/such; varve sql");
    assertThat(varve(line, "sha256:00", folder).endsWith(ExitCodes.NO_INPUT).err())
        .contains("there is no warehouse at ");
  }

  /** Before derive all is there but what it counts. */
  @Test
  void withoutDerive() {
    String digest = first("SELECT layer_digest AS name FROM layer ORDER BY files DESC");
    JsonNode derived = json(digest);
    JsonNode layer =
        varve("explain %s --warehouse %s --format json", digest, SmallWorld.ingested())
            .done()
            .json();
    assertThat(layer.required("own").isNull()).isTrue();
    assertThat(layer.required("duplicates").isNull()).isTrue();
    assertThat(layer.required("kept_by")).isEqualTo(derived.required("kept_by"));
    assertThat(varve("explain %s --warehouse %s", digest, SmallWorld.ingested()).done().out())
        .contains("  its own     varve derive counts it", "  duplicates  varve derive counts it");
    String content =
        first("SELECT lower(hex(fingerprint)) AS name FROM file_sharing ORDER BY copies DESC");
    JsonNode found =
        varve("explain %s --warehouse %s --format json", content, SmallWorld.ingested())
            .done()
            .json();
    assertThat(found.required("layer_causes").isNull()).isTrue();
    assertThat(found.required("first_paths")).isEqualTo(json(content).required("first_paths"));
  }

  /** Against tables snapshot and repository_manifest. */
  @Test
  void snapshotsAndManifestsOfARepositoryByTheBeginOfTheirDigest() {
    Line disk = row(SmallWorld.packed(), "SELECT * FROM snapshot ORDER BY vm, position LIMIT 1");
    JsonNode snapshot = json(disk.text("vm") + "/" + disk.text("snapshot"));
    assertThat(snapshot.required("kind").asText()).isEqualTo("snapshot");
    assertThat(snapshot.required("there").asBoolean()).isTrue();
    assertThat(snapshot.required("virtual_bytes").asLong()).isEqualTo(disk.count("virtual_bytes"));
    Line manifest =
        row(
            SmallWorld.packed(),
            "SELECT repository, manifest_digest FROM repository_manifest WHERE tag IS NOT NULL"
                + " ORDER BY manifest_digest LIMIT 1");
    String digest = manifest.text("manifest_digest");
    String begin = digest.substring(0, "sha256:".length() + 12);
    assertThat(json(manifest.text("repository") + "@" + begin).required("digest").asText())
        .isEqualTo(digest);
  }

  @Test
  void aFileGetsTheText() throws Exception {
    Path out = folder.resolve("made/explained.txt");
    String line = "explain / --warehouse %s";
    varve(line + " --out %s", SmallWorld.packed(), out).done();
    assertThat(Files.readString(out))
        .startsWith("Directory /\n")
        .isEqualTo(varve(line, SmallWorld.packed()).done().out());
  }
}
