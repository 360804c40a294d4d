package dev.varve.jobs.serve;

import dev.varve.jobs.answer.query.BothEngines;
import dev.varve.jobs.conf.SettingReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A warehouse that is served on a free port. */
final class Served implements AutoCloseable {
  static final String TOKEN = "of-the-tests";

  private final NewestWarehouse newest;
  private final SqlServer server;

  /** Serves a warehouse under settings besides those of the tests. */
  Served(Path warehouse, String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of("serve.port=0", "serve.token=" + TOKEN));
    all.addAll(List.of(settings));
    SettingReader reader = SettingReader.of(null, null, all);
    ServeSettings serve = reader.bind("serve", ServeSettings.class);
    newest = new NewestWarehouse(serve.statementSeconds(), () -> BothEngines.opened(warehouse));
    server = SqlServer.start(serve, newest);
  }

  String url() {
    return server.url();
  }

  /** The URL without the token. */
  String plainUrl() {
    return url().replaceFirst("&token=.*", "");
  }

  int port() {
    return server.port();
  }

  /** Statements that run. */
  int running() {
    return server.running();
  }

  /** Statements that are planned or run. */
  int begun() {
    return server.begun();
  }

  void awaitIdle() throws InterruptedException {
    for (int tries = 0; begun() > 0 && tries < 1000; tries++) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    if (begun() > 0) {
      throw new AssertionError("a statement goes on");
    }
  }

  Connection connect() throws SQLException {
    return connect(url());
  }

  static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url);
  }

  /** All rows of a statement, each value as the driver has it. */
  static List<List<@Nullable Object>> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<List<@Nullable Object>> all = new ArrayList<>();
      while (rows.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int at = 1; at <= rows.getMetaData().getColumnCount(); at++) {
          row.add(rows.getObject(at));
        }
        all.add(row);
      }
      return all;
    }
  }

  static void run(String line) throws Exception {
    Process process = new ProcessBuilder(line.split(" ")).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
  }

  /** Writes the one entry of a store, whose password is {@code secret}, as two PEM files. */
  static void writePem(Path store, Path certificate, Path key) throws Exception {
    char[] secret = "secret".toCharArray();
    KeyStore keys = KeyStore.getInstance(store.toFile(), secret);
    Files.writeString(certificate, pem("CERTIFICATE", keys.getCertificate("a").getEncoded()));
    Files.writeString(key, pem("PRIVATE KEY", keys.getKey("a", secret).getEncoded()));
  }

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, text);
  }

  @Override
  public void close() throws Exception {
    server.close();
    newest.close();
  }
}
