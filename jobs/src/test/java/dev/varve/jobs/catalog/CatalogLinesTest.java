package dev.varve.jobs.catalog;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal;
import dev.varve.jobs.store.hadoop.MotoServer;
import dev.varve.jobs.warehouse.row.ColumnType;
import dev.varve.jobs.warehouse.row.Columns;
import dev.varve.jobs.warehouse.schema.Tables;
import dev.varve.jobs.warehouse.table.WarehouseFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.rest.Endpoint;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables in an Iceberg catalog, read back by Iceberg, their files also by DuckDB. */
class CatalogLinesTest {
  @TempDir private Path folder;

  private String hadoop() {
    return "--set catalog.type=hadoop --set catalog.warehouse=" + folder.resolve("catalog");
  }

  private String publish(Path warehouse) {
    return varve("publish iceberg " + hadoop() + " --warehouse %s", warehouse).done().err();
  }

  private HadoopCatalog catalog() {
    return new HadoopCatalog(new Configuration(), folder.resolve("catalog").toString());
  }

  private static TableIdentifier name(String table) {
    return TableIdentifier.of("varve", table);
  }

  private Path copy(Path warehouse) {
    return SmallWorld.copy(warehouse, folder.resolve("w"));
  }

  private static Map<String, String> digests(Path warehouse) throws Exception {
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(warehouse)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.toString().contains("/locks/") && !file.endsWith(".varve/catalog")) {
          byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
          digests.put(file.toString(), HexFormat.of().formatHex(digest));
        }
      }
    }
    return digests;
  }

  /** The rows of a table by Iceberg's reader, each as a text, sorted. */
  private static List<String> rows(Table table) throws IOException {
    List<String> rows = new ArrayList<>();
    List<Columns.Column> columns = Tables.columns(table.name().replaceFirst(".*\\.", "")).all();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record each : records) {
        rows.add(
            columns.stream()
                .map(column -> text(each.getField(column.name())))
                .collect(Collectors.joining("|")));
      }
    }
    return rows.stream().sorted().toList();
  }

  private static String text(Object value) {
    if (value instanceof ByteBuffer bytes) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return HexFormat.of().withUpperCase().formatHex(copy);
    }
    if (value instanceof OffsetDateTime time) {
      long second = time.toEpochSecond();
      return String.valueOf(second * 1_000_000 + time.getNano() / 1000);
    }
    if (value instanceof Map<?, ?> map) {
      return new TreeMap<>(map).toString();
    }
    return String.valueOf(value);
  }

  /** SQL that makes a column, {@code %s}, a text as {@link #text} does. */
  private static String form(Columns.Column column) {
    if (column.type() instanceof ColumnType.MapOf) {
      return "'{' || array_to_string([k || '=' || %s[k] FOR k IN list_sort(map_keys(%s))], ', ') || '}'";
    }
    return column.type() == ColumnType.Scalar.BINARY
        ? "hex(%s)"
        : column.type() == ColumnType.Scalar.TIMESTAMP ? "epoch_us(%s)" : "%s";
  }

  /** The rows of a table's folder by DuckDB, in the same form. */
  private static List<String> rowsOfFolder(Path warehouse, String table) throws Exception {
    List<String> rows = new ArrayList<>();
    String columns =
        Tables.columns(table).all().stream()
            .map(column -> form(column).replace("%s", "\"" + column.name() + "\""))
            .collect(Collectors.joining(", "));
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement();
        ResultSet answer =
            statement.executeQuery(
                "SELECT %s FROM read_parquet('%s/*.parquet', union_by_name = true)"
                    .formatted(columns, warehouse.resolve(table)))) {
      int size = answer.getMetaData().getColumnCount();
      while (answer.next()) {
        List<String> row = new ArrayList<>();
        for (int at = 1; at <= size; at++) {
          row.add(String.valueOf(answer.getString(at)));
        }
        rows.add(String.join("|", row));
      }
    }
    return rows.stream().sorted().toList();
  }

  private static List<String> files(Table table, long snapshot) throws IOException {
    List<String> files = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks =
        table.newScan().useSnapshot(snapshot).planFiles()) {
      tasks.forEach(task -> files.add(task.file().location()));
    }
    return files;
  }

  /** Every snapshot that a table has names files that are there. */
  private void assertNoFileIsMissing() throws IOException {
    try (HadoopCatalog catalog = catalog()) {
      for (TableIdentifier name : catalog.listTables(Namespace.of("varve"))) {
        Table table = catalog.loadTable(name);
        for (Snapshot snapshot : table.snapshots()) {
          assertThat(files(table, snapshot.snapshotId()))
              .as("%s %s", name, snapshot)
              .allMatch(file -> Files.exists(Path.of(URI.create(file))));
        }
      }
    }
  }

  @Test
  void everyTableIsThereWithItsRowsAndNoFileIsChanged() throws Exception {
    Path warehouse = copy(SmallWorld.simulated());
    Map<String, String> before = digests(warehouse);
    assertThat(publish(warehouse)).contains("of them new");
    assertThat(digests(warehouse)).isEqualTo(before);
    try (HadoopCatalog catalog = catalog()) {
      assertThat(catalog.listTables(Namespace.of("varve")).stream().map(TableIdentifier::name))
          .containsExactlyInAnyOrderElementsOf(Tables.names());
      for (String name : Tables.names()) {
        boolean hasFiles = Files.exists(warehouse.resolve(name));
        assertThat(rows(catalog.loadTable(name(name))))
            .as(name)
            .isEqualTo(hasFiles ? rowsOfFolder(warehouse, name) : List.of());
      }
    }
    assertThat(publish(warehouse)).contains("0 of " + Tables.names().size() + " tables changed");
  }

  /** By the text of schemas/tables/segment_recipe.sql. */
  @Test
  void aTableHasItsCommentsItsOrderAndNotNull() throws Exception {
    publish(copy(SmallWorld.ingested()));
    try (HadoopCatalog catalog = catalog()) {
      Table table = catalog.loadTable(name("segment_recipe"));
      Types.NestedField ends = table.schema().findField("ends");
      assertThat(ends.isRequired()).isTrue();
      assertThat(ends.doc())
          .isEqualTo("where each chunk ends, in bytes from the segment's start; ascending");
      assertThat(ends.type().toString()).isEqualTo("list<int>");
      assertThat(table.properties().get("comment")).startsWith("One row a segment that is not all");
      assertThat(table.sortOrder().fields().stream().map(field -> field.sourceId()))
          .containsExactly(
              table.schema().findField("vm").fieldId(),
              table.schema().findField("snapshot").fieldId(),
              table.schema().findField("segment").fieldId());
      assertThat(table.properties()).containsEntry("gc.enabled", "false");
      Schema layer = catalog.loadTable(name("layer")).schema();
      assertThat(layer.findField("media_type").isOptional()).isTrue();
      assertThat(layer.findField("first_seen_at").type()).isEqualTo(Types.TimestampType.withZone());
    }
  }

  @Test
  void eachPublicationOfARunFollowsByItself() throws Exception {
    Path warehouse = folder.resolve("w");
    varve(
            "ingest registry %s " + hadoop() + " --warehouse %s --set catalog.token=hush",
            SmallWorld.registry(),
            warehouse)
        .done();
    try (HadoopCatalog catalog = catalog()) {
      assertThat(rows(catalog.loadTable(name("layer"))))
          .isEqualTo(rowsOfFolder(warehouse, "layer"));
      assertThat(rows(catalog.loadTable(name("run")))).hasSize(1);
      assertThat(rows(catalog.loadTable(name("file_sharing")))).isEmpty();
      long layers = catalog.loadTable(name("layer")).currentSnapshot().snapshotId();

      varve("derive " + hadoop() + " --warehouse %s", warehouse).done();
      varve("derive " + hadoop() + " --warehouse %s", warehouse).done();
      Table run = catalog.loadTable(name("run"));
      assertThat(rows(run)).hasSize(3).isEqualTo(rowsOfFolder(warehouse, "run"));
      assertThat(rows(catalog.loadTable(name("file_sharing"))))
          .isNotEmpty()
          .isEqualTo(rowsOfFolder(warehouse, "file_sharing"));
      assertThat(run.currentSnapshot().operation()).isEqualTo(DataOperations.OVERWRITE);
      assertThat(run.currentSnapshot().summary())
          .containsEntry(
              "varve.run-id", row(warehouse, "SELECT max(run_id) AS id FROM run").text("id"));
      assertThat(catalog.loadTable(name("layer")).currentSnapshot().snapshotId())
          .as("nothing has changed")
          .isEqualTo(layers);
    }
    assertNoFileIsMissing();
    assertThat(
            row(warehouse, "SELECT string_agg(settings['catalog.token'], '') AS told FROM run")
                .text("told"))
        .isEqualTo("(hidden)");
  }

  @Test
  void aTableOfAnEarlierVersionGetsTheColumnsThatItLacks() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    String identity = Files.readString(warehouse.resolve(".varve/identity")).strip();
    try (HadoopCatalog catalog = catalog()) {
      catalog.createTable(
          name("image_tag"),
          new Schema(Types.NestedField.required(1, "repository", Types.StringType.get())),
          PartitionSpec.unpartitioned(),
          Map.of("varve.warehouse", identity, "varve.location", "file:" + warehouse));
      publish(warehouse);
      assertThat(rows(catalog.loadTable(name("image_tag"))))
          .isNotEmpty()
          .isEqualTo(rowsOfFolder(warehouse, "image_tag"));
    }
  }

  @Test
  void aTableOfSomebodyElseIsLeftAlone() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    try (HadoopCatalog catalog = catalog()) {
      catalog.createTable(
          name("layer"), new Schema(Types.NestedField.required(1, "x", Types.StringType.get())));
      assertThat(
              varve("publish iceberg " + hadoop() + " --warehouse %s", warehouse).endsWith(1).err())
          .contains("varve.varve.layer is a table of somebody else");
      assertThat(catalog.listTables(Namespace.of("varve"))).hasSize(1);
      assertThat(catalog.loadTable(name("layer")).currentSnapshot()).isNull();
    }
  }

  @Test
  void aNamespaceBelongsToOneWarehouse() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    publish(warehouse);
    Path other = folder.resolve("other");
    varve("ingest registry %s --warehouse %s", SmallWorld.registry(), other).done();
    assertThat(varve("publish iceberg " + hadoop() + " --warehouse %s", other).endsWith(1).err())
        .contains("belongs to the warehouse file:" + warehouse);
    Path copy = SmallWorld.copy(warehouse, folder.resolve("copy"));
    assertThat(varve("publish iceberg " + hadoop() + " --warehouse %s", copy).endsWith(1).err())
        .contains("which this one is a copy of");
    assertThat(
            varve(
                    "publish iceberg " + hadoop() + " --set catalog.namespace=a.b --warehouse %s",
                    other)
                .done()
                .err())
        .contains("varve.a.b: ");
    Path moved = Files.move(warehouse, folder.resolve("moved"));
    publish(moved);
    assertNoFileIsMissing();
    try (HadoopCatalog catalog = catalog()) {
      assertThat(rows(catalog.loadTable(name("layer")))).isEqualTo(rowsOfFolder(moved, "layer"));
    }
  }

  @Test
  void aRunEndsWellWhileItsCatalogIsAway() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    String away = "--set catalog.type=rest --set catalog.uri=http://127.0.0.1:1";
    String told = varve("derive " + away + " --warehouse %s", warehouse).done().err();
    assertThat(told)
        .contains("varve.varve is behind", "varve publish iceberg --warehouse file:" + warehouse);
    assertThat(rowsOfFolder(warehouse, "file_sharing")).isNotEmpty();
    assertThat(varve("publish iceberg " + away + " --warehouse %s", warehouse).endsWith(1).err())
        .contains("catalog varve.varve: ");
    publish(warehouse);
    try (HadoopCatalog catalog = catalog()) {
      assertThat(rows(catalog.loadTable(name("file_sharing"))))
          .isEqualTo(rowsOfFolder(warehouse, "file_sharing"));
    }
  }

  @Test
  void aDatabaseMayBeTheCatalog() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    String jdbc =
        "--set catalog.type=jdbc --set catalog.uri=jdbc:sqlite:%s --set catalog.warehouse=%s"
            .formatted(folder.resolve("catalog.db"), folder.resolve("metadata"));
    assertThat(varve("publish iceberg " + jdbc + " --warehouse %s", warehouse).done().err())
        .contains("83 of them new".replace("83", String.valueOf(Tables.names().size())));
    varve("derive " + jdbc + " --warehouse %s", warehouse).done();
    try (Connection database =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
        Statement statement = database.createStatement();
        ResultSet tables =
            statement.executeQuery(
                "SELECT count(*) FROM iceberg_tables WHERE catalog_name = 'varve'"
                    + " AND table_namespace = 'varve'")) {
      assertThat(tables.getInt(1)).isEqualTo(Tables.names().size());
    }
    assertThat(varve("publish iceberg " + jdbc + " --warehouse %s", warehouse).done().err())
        .contains("0 of ");
  }

  /** Requests by the protocol's own names: one transaction, or one update a table without it. */
  @Test
  void aServerGetsTheTablesOfAPublicationInOneTransaction() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    int tables = Tables.names().size();
    try (RestServer server = new RestServer(folder.resolve("catalog"), "hush")) {
      String rest = "--set catalog.type=rest --set catalog.uri=" + server.uri();
      String refused =
          varve("derive " + rest + " --set catalog.token=wrong --warehouse %s", warehouse)
              .done()
              .err();
      assertThat(refused).contains("who are you?", "is behind").doesNotContain("wrong");
      assertThat(server.count("POST", "")).isZero();

      String own = rest + " --set catalog.token=hush --warehouse %s";
      assertThat(varve("publish iceberg " + own, warehouse).done().err())
          .contains(tables + " of them new");
      assertThat(server.count("POST", "/transactions/commit")).isEqualTo(1);
      assertThat(server.count("POST", "/tables")).isEqualTo(tables);
      server.requests.clear();
      varve("simulate backup --machines 4 --set backup.block-bytes=65536 " + own, warehouse).done();
      assertThat(server.count("POST", "/transactions/commit")).isEqualTo(1);
      assertThat(server.count("POST", "")).as("nothing else").isEqualTo(1);
      assertThat(server.count("GET", "/layer_recipe")).as("nothing new there").isEqualTo(1);
    }
    assertThatTheCatalogHas(warehouse, "run", "file_sharing", "layer");
    assertNoFileIsMissing();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerWithoutTransactionsGetsTableByTable(boolean saysSo) throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    try (RestServer server =
        new RestServer(folder.resolve("catalog"), "hush", Endpoint.V1_COMMIT_TRANSACTION)) {
      server.listsEndpoints = saysSo;
      varve(
              "publish iceberg --set catalog.type=rest --set catalog.token=hush"
                  + " --set catalog.uri=%s --warehouse %s",
              server.uri(), warehouse)
          .done();
      assertThat(server.count("POST", "/transactions/commit")).isEqualTo(saysSo ? 0 : 1);
      List<String> updated =
          server.requests.stream()
              .filter(request -> request.matches("POST .*/tables/.*"))
              .map(request -> request.replaceFirst(".*/", ""))
              .toList();
      assertThat(updated).hasSize(Tables.names().size()).endsWith("run");
      assertThat(updated.indexOf("layer_recipe")).isLessThan(updated.indexOf("layer"));
      assertThat(updated.indexOf("layer")).isLessThan(updated.indexOf("image"));
      assertThat(updated.indexOf("image")).isLessThan(updated.indexOf("image_tag"));
      assertThat(updated.indexOf("segment_recipe")).isLessThan(updated.indexOf("segment"));
      assertThat(updated.indexOf("segment")).isLessThan(updated.indexOf("snapshot"));
    }
    assertThatTheCatalogHas(warehouse, "run", "layer");
  }

  private void assertThatTheCatalogHas(Path warehouse, String... tables) throws Exception {
    try (HadoopCatalog catalog = catalog()) {
      for (String table : tables) {
        assertThat(rows(catalog.loadTable(name(table))))
            .as(table)
            .isEqualTo(rowsOfFolder(warehouse, table));
      }
    }
  }

  /** Rows that compact drops are gone from every snapshot. */
  @Test
  void rowsThatACompactionDropsAreGone() throws Exception {
    Path registry = SmallWorld.copy(SmallWorld.registry(), folder.resolve("registry"));
    Path warehouse = folder.resolve("w");
    String ingest = "ingest registry %s " + hadoop() + " --warehouse %s";
    varve(ingest, registry, warehouse).done();
    Path tags = registry.resolve("docker/registry/v2/repositories");
    try (Stream<Path> files = Files.walk(tags)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().contains("/_manifests/tags/")) {
          Files.delete(file);
        }
      }
    }
    varve(ingest, registry, warehouse).done();
    try (HadoopCatalog catalog = catalog()) {
      assertThat(catalog.loadTable(name("image")).snapshots()).isNotEmpty();
      varve("compact --before 0d " + hadoop() + " --warehouse %s", warehouse).done();
    }
    assertThatTheCatalogHas(warehouse, "image", "layer", "sighting", "run");
    assertNoFileIsMissing();
  }

  /** Manifests of dropped snapshots stay for readers until the next change, and not longer. */
  @Test
  void metadataOfDroppedSnapshotsIsDeletedByTheChangeAfterNext() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    publish(warehouse);
    Path metadata = folder.resolve("catalog/varve/run/metadata");
    List<Long> manifests = new ArrayList<>();
    for (int change = 0; change < 5; change++) {
      varve("derive " + hadoop() + " --warehouse %s", warehouse).done();
      try (Stream<Path> files = Files.list(metadata)) {
        manifests.add(files.filter(file -> file.toString().endsWith(".avro")).count());
      }
    }
    assertThat(manifests.get(4)).isEqualTo(manifests.get(1));
    assertNoFileIsMissing();
  }

  /** Each of these is what a user of the catalog can do to a table. */
  @Test
  void whatSomebodyElseDidToATableIsMended() throws Exception {
    Path warehouse = copy(SmallWorld.packed());
    publish(warehouse);
    try (HadoopCatalog catalog = catalog()) {
      catalog
          .loadTable(name("layer"))
          .newDelete()
          .deleteFromRowFilter(Expressions.alwaysTrue())
          .commit();
      deleteFirstRow(catalog.loadTable(name("image")));
      catalog.loadTable(name("vm")).updateSchema().deleteColumn("vm").commit();
      catalog
          .loadTable(name("snapshot"))
          .updateSchema()
          .addColumn("note", Types.StringType.get())
          .renameColumn("vm", "machine")
          .commit();
      catalog.dropTable(name("segment"));
      assertThat(rows(catalog.loadTable(name("layer")))).isEmpty();
      assertThat(rows(catalog.loadTable(name("image"))))
          .hasSize(rowsOfFolder(warehouse, "image").size() - 1);

      assertThat(publish(warehouse)).contains("tables changed, 1 of them new");
      assertThat(publish(warehouse)).contains("0 of " + Tables.names().size());
    }
    assertThatTheCatalogHas(warehouse, "layer", "image", "segment");
    assertNoFileIsMissing();
    // Iceberg's generic reader reads columns by their places in such files; engines by this
    // mapping.
    try (HadoopCatalog catalog = catalog()) {
      for (String table : List.of("vm", "snapshot")) {
        Table mended = catalog.loadTable(name(table));
        assertThat(
                NameMappingParser.fromJson(mended.properties().get("schema.name-mapping.default"))
                    .find("vm")
                    .id())
            .isEqualTo(mended.schema().findField("vm").fieldId());
      }
    }
  }

  private static void deleteFirstRow(Table table) throws IOException {
    String file = files(table, table.currentSnapshot().snapshotId()).get(0);
    PositionDeleteWriter<Record> deletes =
        Parquet.writeDeletes(table.io().newOutputFile(table.location() + "/deletes.parquet"))
            .withSpec(table.spec())
            .overwrite()
            .buildPositionWriter();
    try (deletes) {
      deletes.write(PositionDelete.<Record>create().set(file, 0L));
    }
    table.newRowDelta().addDeletes(deletes.toDeleteFile()).commit();
  }

  /** A server that takes connections and never answers. */
  @Test
  void aSilentCatalogIsLeftAloneForAWhile() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    List<String> warnings = new ArrayList<>();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      CatalogSettings settings =
          new CatalogSettings(
              "varve",
              List.of("varve"),
              Map.of(
                  "type",
                  "rest",
                  "uri",
                  "http://127.0.0.1:" + silent.getLocalPort(),
                  "rest.client.socket-timeout-ms",
                  "2000"));
      try (CatalogFollower follower = new CatalogFollower(settings, Map.of(), warnings::add)) {
        for (int publication = 0; publication < 5; publication++) {
          follower.published(WarehouseFiles.local(warehouse.toString()));
        }
      }
    }
    assertThat(warnings).singleElement().asString().contains("varve.varve is behind");
  }

  /** An identity that is read as missing would make all tables those of somebody else. */
  @Test
  void aWarehouseWithoutItsIdentityIsNotRegistered() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    Files.delete(warehouse.resolve(".varve/identity"));
    Path place = folder.resolve("catalog");
    CatalogSettings settings =
        new CatalogSettings(
            "varve", List.of("varve"), Map.of("type", "hadoop", "warehouse", place.toString()));
    try (CatalogFollower follower = new CatalogFollower(settings, Map.of(), line -> {})) {
      WarehouseFiles files = WarehouseFiles.local(warehouse.toString());
      assertThatThrownBy(() -> follower.register(files))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has no .varve/identity");
    }
    assertThat(place).doesNotExist();
  }

  /** A server whose answer has no end: each part comes in time. */
  @Test
  void aCatalogWhoseAnswerNeverEndsIsLeft() throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread endless = new Thread(() -> answerWithoutEnd(server));
      endless.start();
      CatalogSettings settings =
          new CatalogSettings(
              "varve",
              List.of("varve"),
              Map.of("type", "rest", "uri", "http://127.0.0.1:" + server.getLocalPort()));
      try (CatalogFollower follower = new CatalogFollower(settings, Map.of(), line -> {})) {
        WarehouseFiles files = WarehouseFiles.local(warehouse.toString());
        assertThatThrownBy(() -> follower.register(files, Duration.ofSeconds(2)))
            .isInstanceOf(IOException.class)
            .hasMessage("catalog varve.varve: not registered within 2 s, and left alone");
      }
    }
  }

  private static void answerWithoutEnd(ServerSocket server) {
    try (Socket client = server.accept()) {
      OutputStream answer = client.getOutputStream();
      answer.write(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      while (!server.isClosed()) {
        answer.write("1\r\n \r\n".getBytes(StandardCharsets.US_ASCII));
        answer.flush();
        TimeUnit.MILLISECONDS.sleep(50);
      }
    } catch (IOException | InterruptedException e) {
      return; // the client, or the test, has ended
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type=rest uri=SERVER token=hush",
        "type=rest uri=SERVER credential=varve:hush/hush",
        "type=rest uri=SERVER credential=hush",
        "type=rest uri=SERVER header.Authorization=Bearer@hush",
        "type=rest uri=SERVER header.Cookie=session=hush",
        "type=rest uri=SERVER header.X-Api-Key=hush",
        "type=rest uri=SERVER header.X-Any=hush",
        "type=rest uri=SERVER rest.auth.type=basic rest.auth.basic.username=ann rest.auth.basic.password=hush",
        "type=rest uri=http://ann:hush@127.0.0.1:1",
        "type=rest uri=SERVER oauth2-server-uri=http://127.0.0.1:1/t?key=hush credential=varve:hush",
        "type=jdbc warehouse=/nowhere uri=jdbc:sqlite:/nowhere/x?password=hush",
        "type=jdbc warehouse=/nowhere uri=jdbc:none://ann:hush@host/x jdbc.user=ann jdbc.password=hush",
        "type=jdbc warehouse=/nowhere uri=jdbc:oracle:thin:ann/hush@//host/x",
        "type=hadoop warehouse=CATALOG s3.secret-access-key=hush adls.connection-string.x=hush",
      })
  void noSecretIsShownOrKept(String properties) throws Exception {
    Path warehouse = copy(SmallWorld.ingested());
    Path events = folder.resolve("events");
    List<String> shown = new ArrayList<>();
    try (RestServer server = new RestServer(folder.resolve("served"), "right")) {
      String all =
          properties
              .replace("SERVER", server.uri())
              .replace("CATALOG", folder.resolve("catalog").toString());
      Path file = folder.resolve("catalog.conf");
      StringBuilder text = new StringBuilder();
      StringBuilder line = new StringBuilder(" --set lineage.to=" + events);
      for (String each : all.split(" ", -1)) {
        String[] parts = each.replace("@hush", " hush").split("=", 2);
        if (each.contains(":hush@") || each.contains("/hush@")) {
          parts = each.split("=", 2);
        }
        text.append("catalog.\"%s\" = \"%s\"\n".formatted(parts[0], parts[1]));
        line.append(" --set catalog.%s=%s".formatted(parts[0], parts[1].replace(" ", "+")));
      }
      Files.writeString(file, text);
      shown.add(printed(varve("derive --warehouse %s" + line, warehouse)));
      shown.add(printed(varve("derive --warehouse %s --conf %s", warehouse, file)));
      shown.add(printed(varve("publish iceberg --warehouse %s" + line, warehouse)));
      shown.add(
          String.valueOf(varve("sql --warehouse %s --conf %s %s", warehouse, file, "FROM run")));
      Files.writeString(file, "catalog.token = hush hush\ncatalog.type = rest }\n");
      shown.add(printed(varve("derive --warehouse %s --conf %s", warehouse, file)));
      Files.writeString(file, "catalog {\n token hush\n}\n");
      shown.add(printed(varve("derive --warehouse %s --conf %s", warehouse, file)));
    }
    shown.add(varve("derive --warehouse %s --set %s", warehouse, "catalog.token hush").err());
    assertThat(shown).noneMatch(text -> text.contains("hush"));
    assertThat(Files.readString(events)).contains("derive").doesNotContain("hush");
    assertThat(
            row(warehouse, "SELECT string_agg(CAST(settings AS VARCHAR)) AS told FROM run")
                .text("told"))
        .contains("catalog.type")
        .doesNotContain("hush");
    try (Stream<Path> files = Files.walk(folder.resolve("catalog"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".json")).toList()) {
        assertThat(Files.readString(file)).doesNotContain("hush");
      }
    } catch (NoSuchFileException e) {
      assertThat(properties).doesNotContain("CATALOG");
    }
  }

  private static String printed(Terminal.Answer answer) {
    return answer.out() + answer.err();
  }

  /** In an object store a replaced file can be read until it is compacted away. */
  @Test
  @Tag("thorough")
  void snapshotsOfReplacedFilesStayInAnObjectStoreUntilACompaction() throws Exception {
    try (MotoServer server = MotoServer.start(folder.resolve("log"))) {
      Path settings = folder.resolve("s3.conf");
      Files.write(
          settings,
          server.settings().entrySet().stream()
              .map(one -> "varve.spark.\"%s\" = \"%s\"".formatted(one.getKey(), one.getValue()))
              .toList());
      String bucket = "s3a://%s/w".formatted(server.bucket());
      Configuration hadoop = new Configuration();
      server
          .settings()
          .forEach((key, value) -> hadoop.set(key.replaceFirst("^spark[.]hadoop[.]", ""), value));
      String end = " --warehouse %s --conf %s " + hadoop();
      varve("ingest registry %s" + end, SmallWorld.registry(), bucket, settings).done();
      try (HadoopCatalog catalog =
          new HadoopCatalog(hadoop, folder.resolve("catalog").toString())) {
        List<Long> ids = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
          varve("derive" + end, bucket, settings).done();
          ids.add(catalog.loadTable(name("run")).currentSnapshot().snapshotId());
        }
        Table runs = catalog.loadTable(name("run"));
        for (int run = 0; run < 3; run++) {
          try (CloseableIterable<Record> records =
              IcebergGenerics.read(runs).useSnapshot(ids.get(run)).build()) {
            assertThat(records).as("rows as of run %d", run).hasSize(run + 2);
          }
        }
        varve("compact --before 0d" + end, bucket, settings).done();
        runs = catalog.loadTable(name("run"));
        for (TableIdentifier name : catalog.listTables(Namespace.of("varve"))) {
          Table table = catalog.loadTable(name);
          for (Snapshot snapshot : table.snapshots()) {
            for (String file : files(table, snapshot.snapshotId())) {
              org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file);
              assertThat(path.getFileSystem(hadoop).exists(path)).as(file).isTrue();
            }
          }
        }
        assertThat(runs.snapshot(ids.get(0))).isNull();
        assertThat(rows(catalog.loadTable(name("run")))).hasSize(5);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'';publish iceberg needs a catalog",
        "catalog.uri=http://x;catalog.uri is set, but no catalog.type",
        "catalog.type=reste;there is no type reste",
        "catalog.type=rest;catalog.uri: a catalog of type rest needs it",
        "catalog.type=hadoop;catalog.warehouse: a catalog of type hadoop needs it",
        "catalog.type=none;publish iceberg needs a catalog",
        "catalog.type=hadoop --set catalog.warehouse=s3a://nowhere/c;has no atomic renames",
        "catalog.type=hive;class org.apache.iceberg.hive.HiveCatalog is not on the class path",
        "catalog.catalog-impl=no.such.Class;class no.such.Class is not on the class path",
      })
  void whatIsNoCatalogIsWrongUse(String setting, String told) {
    String set = setting.isEmpty() ? "" : " --set " + setting;
    assertThat(varve("publish iceberg --warehouse /nowhere" + set).endsWith(2).err())
        .contains(told);
  }

  @Test
  void aMissingDriverSaysHowItIsAdded() {
    String jdbc = "--set catalog.type=jdbc --set catalog.uri=jdbc:none://host/x";
    assertThat(
            varve(
                    "publish iceberg --set catalog.warehouse=/nowhere %s --warehouse %%s"
                        .formatted(jdbc),
                    copy(SmallWorld.ingested()))
                .endsWith(1)
                .err())
        .contains("No suitable driver", "VARVE_CLASSPATH");
  }

  /** ISO 8601, worked by hand. */
  @Test
  void timesAreMicroseconds() {
    assertThat(text(OffsetDateTime.of(1970, 1, 1, 0, 0, 1, 2000, ZoneOffset.UTC)))
        .isEqualTo("1000002");
  }
}
