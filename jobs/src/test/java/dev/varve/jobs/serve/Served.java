package dev.varve.jobs.serve;

import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.AllowedSql;
import dev.varve.jobs.engine.run.TestEngine;
import dev.varve.jobs.engine.spark.SparkRuntime;
import dev.varve.jobs.serve.catalog.Catalog;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A warehouse that is served on a free port, and Hive's own driver to connect with. */
final class Served implements AutoCloseable {
  private static final Driver DRIVER = driver();

  private final HiveServer server;
  private final SparkRuntime engine;
  private final AutoCloseable answering;

  /** Serves a warehouse under settings besides those of the tests. */
  Served(Path warehouse, String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("serve.port=0");
    SettingReader reader = TestEngine.settings(all.toArray(String[]::new));
    server = HiveServer.on(reader.bind("serve", ServeSettings.class));
    engine = SparkRuntime.open("test", reader.finish());
    Catalog catalog = new Catalog(engine, warehouse.toString(), AllowedSql.READING, Prices.NONE);
    answering = server.answer(catalog);
  }

  /** The driver brings a Hadoop of its own, which nothing else here may see. */
  private static Driver driver() {
    try {
      URL jar = Path.of("target/hive-jdbc/hive-jdbc.jar").toUri().toURL();
      ClassLoader own = new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
      return Class.forName("org.apache.hive.jdbc.HiveDriver", true, own)
          .asSubclass(Driver.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  int port() {
    return server.port();
  }

  Connection connect() throws SQLException {
    return connect("");
  }

  /**
   * Connects.
   *
   * @param options of the driver, {@code ;KEY=VALUE} each
   */
  Connection connect(String options) throws SQLException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(DRIVER.getClass().getClassLoader());
    try {
      return DRIVER.connect(server.url() + options, new Properties());
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** All rows of a statement, each value as the driver has it. */
  static List<List<@Nullable Object>> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows(rows);
    }
  }

  static List<List<@Nullable Object>> rows(ResultSet rows) throws SQLException {
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

  @Override
  public void close() throws Exception {
    answering.close();
    server.close();
    engine.close();
  }
}
