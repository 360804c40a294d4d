package dev.varve.jobs.catalog;

import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.store.hadoop.MotoServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verbs that write without the settings of the catalog in which the warehouse is registered. */
class CatalogLeftBehindTest {
  private static final String BEHIND = "is behind now";

  @TempDir private Path folder;

  private String hadoop() {
    return " --set catalog.type=hadoop --set catalog.warehouse=" + folder.resolve("catalog");
  }

  /** A warehouse that {@code publish iceberg} has registered. */
  private Path published() {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    varve("publish iceberg --warehouse %s" + hadoop(), warehouse).done();
    return warehouse;
  }

  private static Map<String, Long> files(Path warehouse) throws IOException {
    Map<String, Long> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(warehouse)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file.toString(), Files.size(file));
      }
    }
    return files;
  }

  /** Files of the newest snapshots of all tables, by Iceberg. */
  private void assertThatReadersFindTheirFiles() throws IOException {
    try (HadoopCatalog catalog =
        new HadoopCatalog(new Configuration(), folder.resolve("catalog").toString())) {
      for (TableIdentifier name : catalog.listTables(Namespace.of("varve"))) {
        Table table = catalog.loadTable(name);
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
          for (FileScanTask task : tasks) {
            assertThat(Path.of(URI.create(task.file().location())))
                .as(name.name())
                .hasSize(task.file().fileSizeInBytes());
          }
        }
      }
    }
  }

  @Test
  void compactNeedsTheCatalog() throws Exception {
    Path warehouse = published();
    Map<String, Long> before = files(warehouse);
    assertThat(varve("compact --before 0d --warehouse %s", warehouse).endsWith(2).err())
        .contains(
            "is registered in catalog varve.varve (hadoop, " + folder.resolve("catalog") + ")",
            "the same catalog.* settings",
            "--set catalog.type=none");
    assertThat(files(warehouse)).isEqualTo(before);
    assertThatReadersFindTheirFiles();
    assertThat(varve("compact --before 0d --warehouse %s" + hadoop(), warehouse).done().err())
        .doesNotContain(BEHIND);
    assertThatReadersFindTheirFiles();
    assertThat(
            varve("compact --before 0d --warehouse %s --set catalog.type=none", warehouse)
                .done()
                .err())
        .doesNotContain(BEHIND);
  }

  @Test
  void otherVerbsSayOnceThatTheCatalogIsBehind() throws Exception {
    Path warehouse = published();
    assertThat(varve("derive --warehouse %s", warehouse).done().err())
        .containsOnlyOnce(BEHIND)
        .contains(
            "catalog varve.varve (hadoop, " + folder.resolve("catalog") + ")",
            "varve publish iceberg --warehouse file:" + warehouse);
    assertThat(varve("derive --warehouse %s --set catalog.type=none", warehouse).done().err())
        .doesNotContain(BEHIND);
    assertThat(varve("derive --warehouse %s" + hadoop(), warehouse).done().err())
        .doesNotContain(BEHIND);
    assertThatReadersFindTheirFiles();
  }

  @Test
  void aWarehouseThatIsInNoCatalogIsLeftInPeace() {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    assertThat(varve("compact --before 0d --warehouse %s", warehouse).done().err())
        .doesNotContain("catalog");
  }

  @Test
  void aCopyIsInNoCatalogAndAMovedWarehouseStaysInIt() throws Exception {
    Path warehouse = published();
    Path copy = SmallWorld.copy(warehouse, folder.resolve("copy"));
    assertThat(varve("compact --before 0d --warehouse %s", copy).done().err())
        .doesNotContain("catalog");
    assertThatReadersFindTheirFiles();
    Path moved = Files.move(warehouse, folder.resolve("moved"));
    assertThat(varve("compact --before 0d --warehouse %s", moved).endsWith(2).err())
        .contains("catalog.type=none");
  }

  @Test
  void whoeverChangesTheCatalogIsToldOfTheFormerOnce() {
    Path warehouse = published();
    String other = " --set catalog.namespace=other" + hadoop();
    assertThat(varve("derive --warehouse %s" + other, warehouse).done().err())
        .contains("catalog varve.varve (hadoop", BEHIND);
    assertThat(varve("derive --warehouse %s" + other, warehouse).done().err())
        .doesNotContain(BEHIND);
  }

  @Test
  void aRepairIsFollowedToo() throws Exception {
    Path warehouse = published();
    for (String settings : List.of("", hadoop())) {
      try (Stream<Path> files = Files.list(warehouse.resolve("layer_recipe"))) {
        Files.write(files.sorted().toList().get(0), new byte[100]);
      }
      assertThat(
              varve("check --repair --warehouse %s" + settings, warehouse)
                  .endsWith(3)
                  .err()
                  .contains(BEHIND))
          .isEqualTo(settings.isEmpty());
      if (settings.isEmpty()) {
        varve("ingest registry %s --warehouse %s", SmallWorld.registry(), warehouse).done();
      }
    }
    assertThatReadersFindTheirFiles();
  }

  @Test
  void noSecretIsInTheWordsForACatalog() {
    assertThat(described("type", "rest", "uri", "http://host/x", "token", "hush"))
        .isEqualTo("varve.a.b (rest, http://host/x)");
    assertThat(described("type", "jdbc", "uri", "jdbc:postgresql://ann:hush@host/x"))
        .startsWith("varve.a.b (jdbc, ")
        .doesNotContain("hush");
    assertThat(described("catalog-impl", "org.example.X")).isEqualTo("varve.a.b (org.example.X)");
  }

  private static String described(String... properties) {
    Map<String, String> all = new TreeMap<>();
    for (int at = 0; at < properties.length; at += 2) {
      all.put(properties[at], properties[at + 1]);
    }
    return new CatalogSettings("varve", List.of("a", "b"), all).described();
  }

  @Test
  @Tag("thorough")
  void anObjectStoreRemembersTheCatalog() throws Exception {
    try (MotoServer server = MotoServer.start(folder.resolve("log"))) {
      Path settings = folder.resolve("s3.conf");
      Files.write(
          settings,
          server.settings().entrySet().stream()
              .map(one -> "varve.spark.\"%s\" = \"%s\"".formatted(one.getKey(), one.getValue()))
              .toList());
      String bucket = "s3a://%s/w".formatted(server.bucket());
      String end = " --warehouse %s --conf %s";
      varve("ingest registry %s" + end, SmallWorld.registry(), bucket, settings).done();
      varve("publish iceberg" + end + hadoop(), bucket, settings).done();
      assertThat(varve("derive" + end, bucket, settings).done().err()).containsOnlyOnce(BEHIND);
      assertThat(varve("compact --before 0d" + end, bucket, settings).endsWith(2).err())
          .contains("is registered in catalog varve.varve (hadoop");
      String other = " --set catalog.namespace=other" + hadoop();
      varve("publish iceberg" + end + other, bucket, settings).done();
      assertThat(varve("compact --before 0d" + end, bucket, settings).endsWith(2).err())
          .contains("is registered in catalog varve.other (hadoop");
      varve("compact --before 0d" + end + other, bucket, settings).done();
      String there = "--set catalog.type=hadoop --set catalog.warehouse=s3a://%s/c";
      assertThat(
              varve("publish iceberg" + end + " " + there, bucket, settings, server.bucket())
                  .endsWith(2)
                  .err())
          .contains("has no atomic renames");
    }
  }
}
