package dev.varve.jobs.cli;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.rows;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.input.digest.Digests;
import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The storage tree of a registry with things that no image needs, against sizes by hand. */
class StorageTreeLinesTest {
  @TempDir private Path folder;

  private final Map<String, Integer> sizes = new HashMap<>();

  private Path tree() {
    return folder.resolve("tree/docker/registry/v2");
  }

  private String blob(byte[] bytes) throws IOException {
    String digest = Digests.of("sha256", bytes);
    String hex = digest.substring(7);
    Path blob = tree().resolve("blobs/sha256/" + hex.substring(0, 2) + "/" + hex);
    Files.write(Files.createDirectories(blob).resolve("data"), bytes);
    sizes.put(digest, bytes.length);
    return digest;
  }

  private String blob(String text) throws IOException {
    return blob(text.getBytes(StandardCharsets.UTF_8));
  }

  /** An image of one layer, an archive of zeros. */
  private String image(String layer, String name) throws IOException {
    String config =
        blob(
            "{\"os\":\"linux\",\"architecture\":\"%s\",\"rootfs\":{\"diff_ids\":[\"%s\"]}}"
                .formatted(name, layer));
    return blob(
        "{\"schemaVersion\":2,\"config\":{\"digest\":\"%s\",\"size\":%d},\"layers\":[{\"digest\":\"%s\",\"size\":%d}]}"
            .formatted(config, sizes.get(config), layer, sizes.get(layer)));
  }

  private void link(String repository, String path, String digest) throws IOException {
    Path at = tree().resolve("repositories/" + repository + "/_manifests/" + path);
    Files.writeString(Files.createDirectories(at).resolve("link"), digest);
  }

  private void tag(String repository, String tag, String digest) throws IOException {
    link(repository, "tags/" + tag + "/current", digest);
  }

  private void revision(String repository, String digest) throws IOException {
    link(repository, "revisions/" + digest.replace(':', '/'), digest);
  }

  @Test
  void whatNoImageNeedsIsSaidAndWhatARefusedManifestListsIsKept() throws IOException {
    String shared = blob(new byte[1024]);
    String image = image(shared, "amd64");
    tag("team/app", "1", image);
    revision("team/app", image);
    String old =
        blob("{\"schemaVersion\":1,\"fsLayers\":[{\"blobSum\":\"%s\"}]}".formatted(shared));
    tag("team/old", "1", old);
    revision("team/old", old);
    int needed = sizes.values().stream().mapToInt(Integer::intValue).sum();
    tag("team/app", "gone", image(blob(new byte[2048]), "arm64"));
    int all = sizes.values().stream().mapToInt(Integer::intValue).sum();
    Path upload = tree().resolve("repositories/team/app/_uploads/1");
    Files.writeString(Files.createDirectories(upload).resolve("data"), "half a blob");

    Path warehouse = folder.resolve("warehouse");
    Answer ingest =
        varve("ingest registry %s --warehouse %s", folder.resolve("tree"), warehouse).done();
    assertThat(ingest.out() + ingest.err())
        .contains("left over 3 blobs that no manifest names, ")
        .contains("; 1 upload not finished, 11 B");
    assertThat(
            rows(
                warehouse,
                "SELECT counts['leftover_blob_bytes'] AS blobs,"
                    + " counts['leftover_upload_bytes'] AS uploads FROM run"))
        .extracting(one -> one.count("blobs") + " " + one.count("uploads"))
        .containsExactly((all - needed) + " 11");
    assertThat(varve("report coverage --format csv --warehouse %s", warehouse).done().out())
        .contains("blob,left over,named by no manifest,3," + (all - needed))
        .contains("upload,left over,not finished,1,11");

    Path tags = Files.writeString(folder.resolve("tags.txt"), "team/app:1\n");
    Answer retention = varve("simulate retention --warehouse %s --tags %s", warehouse, tags).done();
    assertThat(retention.err()).contains("manifests of kinds that are not read: 1");
    assertThat(
            row(
                warehouse,
                "SELECT CAST(sum(stored_bytes) AS BIGINT) AS stored,"
                    + " CAST(sum(freed_bytes) AS BIGINT) AS freed FROM retention_result"))
        .returns((long) needed, one -> one.count("stored"))
        .returns((long) needed - 1024 - sizes.getOrDefault(old, 0), one -> one.count("freed"));
  }

  /** An ingest of one storage folder says nothing of what another has left over. */
  @Test
  void whatIsLeftOverInEachInputIsKnownUntilItIsLookedThroughAgain() throws IOException {
    String image = image(blob(new byte[1024]), "amd64");
    tag("team/app", "1", image);
    revision("team/app", image);
    Path first = folder.resolve("tree");
    Path second = SmallWorld.copy(first, folder.resolve("tree2"));
    Path upload = upload(first, "half a blob");
    upload(second, "a part");
    Path warehouse = folder.resolve("warehouse");
    varve("ingest registry %s --warehouse %s", first, warehouse).done();
    varve("ingest registry %s --warehouse %s", second, warehouse).done();
    assertThat(uploads(warehouse)).containsExactly("2 17");
    assertThat(varve("report opportunities --format csv --warehouse %s", warehouse).done().out())
        .contains("\nunfinished uploads,17,");
    Files.delete(upload);
    Files.delete(upload.getParent());
    varve("ingest registry %s %s --warehouse %s", second, first, warehouse).done();
    assertThat(uploads(warehouse)).containsExactly("1 6");
  }

  private static Path upload(Path tree, String bytes) throws IOException {
    Path folder = tree.resolve("docker/registry/v2/repositories/team/app/_uploads/1");
    return Files.writeString(Files.createDirectories(folder).resolve("data"), bytes);
  }

  private static List<String> uploads(Path warehouse) {
    return varve("report coverage --format json --warehouse %s", warehouse).done().rows().stream()
        .filter(row -> row.has("thing", "upload"))
        .map(row -> row.count("count") + " " + row.count("bytes"))
        .toList();
  }
}
