package dev.varve.jobs.serve;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.Terminal.Line;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A served warehouse as Arrow's own JDBC driver shows it. */
class ServeTest {
  private static final String ENDLESS =
      "SELECT count(*) FROM range(100000000000) a, range(100000000000) b WHERE a.range % 7 = 8";

  @TempDir private Path folder;
  private static Served served;
  private static Connection client;

  @BeforeAll
  static void connect() throws Exception {
    served = new Served(SmallWorld.packed());
    client = served.connect();
  }

  @AfterAll
  static void close() throws Exception {
    client.close();
    served.close();
  }

  @Test
  void aReportIsAViewWithTheRowsOfTheReport() throws SQLException {
    List<String> expected = new ArrayList<>();
    for (Line line :
        varve("report sharing-histogram --format json --warehouse %s", SmallWorld.packed())
            .done()
            .rows()) {
      expected.add(line.text("degree") + " " + line.text("things"));
    }
    List<String> found = new ArrayList<>();
    for (List<@Nullable Object> row :
        Served.rows(client, "SELECT degree, things FROM memory.main.sharing_histogram")) {
      found.add(row.get(0) + " " + row.get(1));
    }
    assertThat(found).isNotEmpty().isEqualTo(expected);
  }

  @Test
  void tablesAndTheirColumnsAreListed() throws SQLException {
    List<String> named = new ArrayList<>();
    try (ResultSet tables = client.getMetaData().getTables(null, "ma%", "backup\\_time%", null)) {
      while (tables.next()) {
        named.add(tables.getString("TABLE_NAME") + " " + tables.getString("TABLE_TYPE"));
      }
    }
    assertThat(named).containsExactly("backup_time TABLE", "backup_time_report VIEW");
    try (ResultSet none =
        client.getMetaData().getTables(null, null, "backup_time", new String[] {"VIEW"})) {
      assertThat(none.next()).isFalse();
    }
    List<String> columns = new ArrayList<>();
    try (ResultSet all = client.getMetaData().getColumns(null, "main", "layer", "l%")) {
      while (all.next()) {
        columns.add(all.getString("COLUMN_NAME") + " " + all.getString("TYPE_NAME"));
      }
    }
    assertThat(columns).containsExactly("layer_digest VARCHAR");
  }

  /** Patterns of SQL LIKE; a search that tries every way would need years for the last of them. */
  @ParameterizedTest
  @CsvSource({
    "layer, layer",
    "LAY_R, layer",
    "l%%e%r, layer",
    "%backup%t%me, backup_time",
    "layer%x, ''",
    "'', ''",
    "layer\\%, ''",
    "layer_, ''",
    "%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%_%!, ''"
  })
  void aPatternIsThatOfSql(String pattern, String name) throws SQLException {
    List<String> named = new ArrayList<>();
    try (ResultSet tables =
        client.getMetaData().getTables(null, null, pattern, new String[] {"TABLE"})) {
      while (tables.next()) {
        named.add(tables.getString("TABLE_NAME"));
      }
    }
    assertThat(named).isEqualTo(name.isEmpty() ? List.of() : List.of(name));
  }

  /** More than the stack of a usual thread takes. */
  @Test
  void aLongChainIsPlanned() throws SQLException {
    StringBuilder chain = new StringBuilder("WITH c0 AS (SELECT 5)");
    for (int at = 1; at < 300; at++) {
      chain.append(", c%d AS (SELECT * FROM c%d)".formatted(at, at - 1));
    }
    assertThat(Served.rows(client, chain + " SELECT * FROM c299")).isEqualTo(List.of(List.of(5)));
  }

  @Test
  void aFaultHasItsReason() {
    StringBuilder files = new StringBuilder("SELECT * FROM '/0.csv'");
    for (int at = 1; at < 400; at++) {
      files.append(", '/%d.csv'".formatted(at));
    }
    assertThatThrownBy(() -> Served.rows(client, files.toString()))
        .hasStackTraceContaining("/0.csv is a file");
    assertThatThrownBy(() -> Served.rows(client, "SELECT error('why')"))
        .hasStackTraceContaining("why");
    assertThatThrownBy(() -> Served.rows(client, "SELECT '" + "x".repeat(300 << 10) + "'"))
        .hasStackTraceContaining("exceeds maximum size");
  }

  /**
   * Tables, views and reports are listed; that the text of each is a view is tested with the texts.
   */
  @Test
  void whatIsListedCanBeRead() throws SQLException {
    List<String> named = new ArrayList<>();
    try (ResultSet tables = client.getMetaData().getTables(null, null, "%", null)) {
      while (tables.next()) {
        named.add(tables.getString("TABLE_NAME"));
      }
    }
    assertThat(named).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    for (int place = 0; place < named.size(); place += 9) {
      String name = named.get(place);
      assertThat(Served.rows(client, "SELECT * FROM " + name + " LIMIT 0")).as(name).isEmpty();
    }
  }

  @Test
  void everyTypeIsWhatItIs() throws SQLException {
    try (Statement statement = client.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT true, (-128)::TINYINT, 9223372036854775807, 0.1::DOUBLE,"
                    + " 12345678901234567890.123456789012345678::DECIMAL(38, 18),"
                    + " 'Gr\u00fcn\u202e', '\\x00\\xFF'::BLOB, DATE '0001-01-01',"
                    + " sum(9223372036854775807), NULL, CAST(NULL AS INT), [1, NULL]")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBoolean(1)).isTrue();
      assertThat(rows.getByte(2)).isEqualTo((byte) -128);
      assertThat(rows.getLong(3)).isEqualTo(9223372036854775807L);
      assertThat(rows.getDouble(4)).isEqualTo(0.1);
      assertThat(rows.getBigDecimal(5))
          .isEqualByComparingTo(new BigDecimal("12345678901234567890.123456789012345678"));
      assertThat(rows.getString(6)).isEqualTo("Gr\u00fcn\u202e");
      assertThat(rows.getBytes(7)).containsExactly(0x00, 0xff);
      assertThat(rows.getDate(8).toLocalDate()).hasToString("0001-01-01");
      assertThat(rows.getBigDecimal(9)).isEqualByComparingTo("9223372036854775807");
      assertThat(rows.getObject(10)).isNull();
      assertThat(rows.getInt(11)).isZero();
      assertThat(rows.wasNull()).isTrue();
      assertThat(rows.getString(12)).isEqualTo("[1,null]");
      assertThat(rows.next()).isFalse();
    }
  }

  @Test
  void manyRowsAreStreamed() throws SQLException {
    long sum = 0;
    try (Statement statement = client.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT range, sha256(range::VARCHAR) FROM range(300000)")) {
      while (rows.next()) {
        sum += rows.getLong(1);
      }
    }
    assertThat(sum).isEqualTo(299_999L * 300_000 / 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP VIEW layer",
        "DELETE FROM layer",
        "CREATE TABLE mine AS SELECT 1",
        "COPY (SELECT 1) TO '/tmp/varve-must-not-be'",
        "SELECT * FROM read_csv('/etc/hostname')",
        "FROM '/etc/hostname'",
        "ATTACH '/tmp/varve-must-not-be' AS other",
        "SET memory_limit = '1MB'",
        "SELECT 1; DROP VIEW layer",
        "SELECT * FROM nothing"
      })
  void whatDoesMoreThanReadIsRefused(String sql) throws SQLException {
    assertThatThrownBy(() -> Served.rows(client, sql)).isInstanceOf(SQLException.class);
    assertThat(Path.of("/tmp/varve-must-not-be")).doesNotExist();
    assertThat(Served.rows(client, "SELECT 1")).isEqualTo(List.of(List.of(1)));
  }

  @ParameterizedTest
  @CsvSource({"token=wrong", "user=me&password=wrong", "''"})
  void whoShowsNoTokenReadsNothing(String shown) {
    assertThatThrownBy(
            () -> {
              try (Connection other = Served.connect(served.plainUrl() + "&" + shown)) {
                Served.rows(other, "SELECT 1");
              }
            })
        .isInstanceOf(SQLException.class);
  }

  @Test
  void theTokenIsThePasswordOfAnyUser() throws SQLException {
    String url = served.plainUrl() + "&user=anybody&password=" + Served.TOKEN;
    try (Connection other = Served.connect(url)) {
      assertThat(Served.rows(other, "SELECT 2")).isEqualTo(List.of(List.of(2)));
    }
  }

  /** Within DuckDB, too: otherwise the closing of the server would wait for it. */
  @Test
  void aStatementThatIsCancelledEnds() throws Exception {
    try (Connection other = served.connect();
        Statement endless = other.createStatement()) {
      CompletableFuture<Void> asked =
          CompletableFuture.runAsync(
              () -> assertThatThrownBy(() -> endless.executeQuery(ENDLESS).next()).isNotNull());
      while (served.running() == 0) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      assertThat(Served.rows(client, "SELECT 3")).isEqualTo(List.of(List.of(3)));
      endless.cancel();
      asked.get(1, TimeUnit.MINUTES);
      served.awaitIdle();
    }
  }

  @Test
  void aStatementThatTakesTooLongEnds() throws Exception {
    try (Served quick = new Served(SmallWorld.packed(), "serve.statement-seconds=1");
        Connection other = quick.connect()) {
      assertThatThrownBy(() -> Served.rows(other, ENDLESS))
          .hasStackTraceContaining("serve.statement-seconds");
      quick.awaitIdle();
    }
  }

  /** DuckDB runs the source of a pivot to plan it, and a comment behind the end of a statement. */
  @ParameterizedTest
  @ValueSource(strings = {"PIVOT (%s) ON n USING count(*)", "%s; -- note", "SELECT 'PIVOT', (%s)"})
  void whatRunsWhileItIsPlannedEndsTooAndNobodyWaitsForIt(String around) throws Exception {
    String sql = around.formatted(ENDLESS.replace("count(*)", "count(*) AS n"));
    try (Served quick = new Served(SmallWorld.packed(), "serve.statement-seconds=1");
        Connection one = quick.connect();
        Connection other = quick.connect()) {
      CompletableFuture<Void> asked =
          CompletableFuture.runAsync(
              () ->
                  assertThatThrownBy(() -> Served.rows(one, sql))
                      .hasStackTraceContaining("serve.statement-seconds"));
      while (quick.begun() == 0) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      assertThat(Served.rows(other, "SELECT 3")).isEqualTo(List.of(List.of(3)));
      asked.get(1, TimeUnit.MINUTES);
      quick.awaitIdle();
    }
  }

  @Test
  void statementsBeyondTheLimitAreRefused() throws Exception {
    try (Served small = new Served(SmallWorld.packed(), "serve.statements=1");
        Connection one = small.connect();
        Connection other = small.connect();
        Statement endless = one.createStatement()) {
      CompletableFuture<Void> asked =
          CompletableFuture.runAsync(
              () -> assertThatThrownBy(() -> endless.executeQuery(ENDLESS).next()).isNotNull());
      while (small.running() == 0) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      assertThatThrownBy(() -> Served.rows(other, "SELECT 1"))
          .hasStackTraceContaining("serve.statements");
      endless.cancel();
      asked.get(1, TimeUnit.MINUTES);
    }
  }

  @Test
  void whatIsPublishedBetweenTwoStatementsIsSeen() throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    String counted = "SELECT count(*) FROM file_sharing";
    try (Served changing = new Served(warehouse);
        Connection other = changing.connect()) {
      assertThat(Served.rows(other, counted)).isEqualTo(List.of(List.of(0L)));
      varve("derive --warehouse %s", warehouse).done();
      long distinct =
          row(
                  warehouse,
                  "SELECT count(DISTINCT fingerprint) AS n FROM layer_recipe WHERE kind = 'FILE'")
              .count("n");
      assertThat(distinct).isPositive();
      assertThat(Served.rows(other, counted)).isEqualTo(List.of(List.of(distinct)));
    }
  }

  @Test
  void rowsAreEncryptedWhereThereAreCertificates() throws Exception {
    Path store = folder.resolve("keys.p12");
    Served.run(
        "keytool -genkeypair -alias a -keyalg EC -dname CN=localhost -ext san=ip:127.0.0.1"
            + " -storetype PKCS12 -storepass secret -keystore "
            + store);
    Path certificate = folder.resolve("cert.pem");
    Path key = folder.resolve("key.pem");
    Served.writePem(store, certificate, key);
    try (Served secure =
            new Served(
                SmallWorld.packed(),
                "serve.certificate-file=" + certificate,
                "serve.key-file=" + key);
        Connection other =
            Served.connect(
                secure.url() + "&useSystemTrustStore=false&tlsRootCerts=" + certificate)) {
      assertThat(Served.rows(other, "SELECT 4")).isEqualTo(List.of(List.of(4)));
      try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), secure.port())) {
        plain.setSoTimeout(10_000);
        plain.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        plain.shutdownOutput();
        assertThat(plain.getInputStream().readAllBytes()).hasSizeLessThan(200);
      }
    }
    assertThat(Files.readString(certificate)).startsWith("-----BEGIN CERTIFICATE-----");
  }

  @ParameterizedTest
  @CsvSource({
    "serve.key-file=/key, serve.token=a, belong together",
    "serve.certificate-file=/cert, serve.token=a, belong together",
    "serve.key-file=/key, serve.certificate-file=/cert, cannot be used"
  })
  void aCertificateThatCannotBeUsedIsWrongUse(String one, String other, String told) {
    assertThatThrownBy(() -> new Served(SmallWorld.packed(), one, other))
        .hasMessageContaining(told)
        .hasMessageContaining("serve.certificate-file");
  }

  @Test
  void aPortThatIsTakenIsWrongUse() {
    assertThatThrownBy(() -> new Served(SmallWorld.packed(), "serve.port=" + served.port()))
        .hasMessageContaining("another program may listen there");
  }
}
