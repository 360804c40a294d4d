package dev.varve.jobs.serve;

import static dev.varve.jobs.engine.run.Terminal.row;
import static dev.varve.jobs.engine.run.Terminal.varve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.engine.run.SmallWorld;
import dev.varve.jobs.engine.run.TestEngine;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server has to stand, by Hive's driver. */
@Tag("thorough")
class ServeLongTest {
  private static final String ENDLESS = "SELECT count(*) FROM range(1000000000000000)";

  @TempDir private Path folder;

  @Test
  void everyTypeIsWhatItIs() throws Exception {
    try (Served served = new Served(SmallWorld.ingested());
        Connection client = served.connect(";auth=noSasl");
        Statement statement = client.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT true, tinyint(-128), smallint(32767), 2147483647, 9223372036854775807,"
                    + " float(0.1), 0.1D, 12345678901234567890.123456789012345678BD,"
                    + " 'Grün\\n\\u202e', X'00ff80', DATE'0001-01-01',"
                    + " TIMESTAMP'2024-02-29 23:59:59.000001', array(1, NULL), map('a', 1),"
                    + " named_struct('x', 1), NULL, CAST(NULL AS INT), INTERVAL '1' DAY,"
                    + " TIMESTAMP_NTZ'2024-02-29 00:00:00'")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBoolean(1)).isTrue();
      assertThat(rows.getByte(2)).isEqualTo((byte) -128);
      assertThat(rows.getShort(3)).isEqualTo((short) 32767);
      assertThat(rows.getInt(4)).isEqualTo(2147483647);
      assertThat(rows.getLong(5)).isEqualTo(9223372036854775807L);
      assertThat(rows.getDouble(6)).isEqualTo(0.1);
      assertThat(rows.getDouble(7)).isEqualTo(0.1);
      assertThat(rows.getBigDecimal(8))
          .isEqualTo(new BigDecimal("12345678901234567890.123456789012345678"));
      assertThat(rows.getMetaData().getScale(8)).isEqualTo(18);
      assertThat(rows.getString(9)).isEqualTo("Grün\n\u202e");
      try (InputStream bytes = rows.getBinaryStream(10)) {
        assertThat(bytes.readAllBytes()).containsExactly(0x00, 0xff, 0x80);
      }
      assertThat(rows.getDate(11)).isEqualTo(Date.valueOf("0001-01-01"));
      assertThat(rows.getTimestamp(12)).isEqualTo(Timestamp.valueOf("2024-02-29 23:59:59.000001"));
      assertThat(rows.getString(13)).isEqualTo("[1,null]");
      assertThat(rows.getString(14)).isEqualTo("{\"a\":1}");
      assertThat(rows.getString(15)).isEqualTo("{\"x\":1}");
      assertThat(rows.getObject(16)).isNull();
      assertThat(rows.getInt(17)).isZero();
      assertThat(rows.wasNull()).isTrue();
      assertThat(rows.getString(18)).isEqualTo("PT24H");
      assertThat(rows.getTimestamp(19)).isEqualTo(Timestamp.valueOf("2024-02-29 00:00:00"));
      assertThat(rows.next()).isFalse();
    }
  }

  /** 128 MB of texts in eight parts: what is held is one of them, and a message. */
  @Test
  void aMillionRowsAreStreamed() throws Exception {
    try (Served served = new Served(SmallWorld.ingested());
        Connection client = served.connect();
        Statement statement = client.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT id, sha2(string(id), 512) FROM range(0, 1000000, 1, 8)")) {
      long before = heap();
      long most = 0;
      long sum = 0;
      int count = 0;
      while (rows.next()) {
        sum += rows.getLong(1);
        count++;
        if (count % 200_000 == 100_000) {
          most = Math.max(most, heap());
        }
      }
      assertThat(count).isEqualTo(1_000_000);
      assertThat(sum).isEqualTo(999_999L * 1_000_000 / 2);
      assertThat(most - before).isLessThan(60L << 20);
    }
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void aStatementIsCancelledAndOthersGoOn() throws Exception {
    try (Served served = new Served(SmallWorld.ingested());
        Connection one = served.connect();
        Connection other = served.connect();
        Statement endless = one.createStatement()) {
      CompletableFuture<Object> asked =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return endless.executeQuery(ENDLESS);
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      while (jobs() == 0) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(Served.rows(other, "SELECT 2")).isEqualTo(List.of(List.of(2)));
      assertThat(asked).isNotDone();
      endless.cancel();
      assertThatThrownBy(() -> asked.get(1, TimeUnit.MINUTES))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("cancelled");
      assertIdle();
      assertThat(Served.rows(one, "SELECT 3")).isEqualTo(List.of(List.of(3)));
    }
  }

  @Test
  void whatTakesTooLongOrIsLeftIsEnded() throws Exception {
    try (Served served = new Served(SmallWorld.ingested(), "serve.statement-seconds=2")) {
      try (Connection client = served.connect();
          Statement endless = client.createStatement()) {
        assertThatThrownBy(() -> endless.executeQuery(ENDLESS)).isInstanceOf(SQLException.class);
        assertIdle();
      }
    }
    try (Served served = new Served(SmallWorld.ingested())) {
      Connection left = served.connect();
      Statement endless = left.createStatement();
      CompletableFuture<Void> asked =
          CompletableFuture.runAsync(
              () -> assertThatThrownBy(() -> endless.executeQuery(ENDLESS)).isNotNull());
      while (jobs() == 0) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      left.close();
      asked.get(1, TimeUnit.MINUTES);
      assertIdle();
    }
  }

  private static int jobs() {
    return TestEngine.session().sparkContext().statusTracker().getActiveJobIds().length;
  }

  private static void assertIdle() throws InterruptedException {
    for (int tries = 0; jobs() > 0 && tries < 500; tries++) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(jobs()).isZero();
  }

  @Test
  void whatIsPublishedBetweenTwoStatementsIsSeen() throws Exception {
    Path warehouse = SmallWorld.copy(SmallWorld.ingested(), folder.resolve("w"));
    String counted = "SELECT count(*) FROM file_sharing";
    try (Served served = new Served(warehouse);
        Connection client = served.connect()) {
      assertThat(Served.rows(client, counted)).isEqualTo(List.of(List.of(0L)));
      varve("derive --warehouse %s", warehouse).done();
      long distinct =
          row(
                  warehouse,
                  "SELECT count(DISTINCT fingerprint) AS n FROM layer_recipe WHERE kind = 'FILE'")
              .count("n");
      assertThat(distinct).isPositive();
      assertThat(Served.rows(client, counted)).isEqualTo(List.of(List.of(distinct)));
    }
  }

  /** Values are what they are; what is said to people steers no terminal. */
  @Test
  void namesThatWouldSteerATerminalAreValuesLikeOthers() throws Exception {
    String name = "red\u001b[31m\u202eeman;\n\"quoted\" <b>";
    Path disk = Files.createDirectories(folder.resolve("disks/" + name)).resolve("a.raw");
    Files.write(disk, new byte[100_000]);
    Path warehouse = folder.resolve("w");
    varve("ingest snapshots %s --warehouse %s", folder.resolve("disks"), warehouse).done();
    try (Served served = new Served(warehouse);
        Connection client = served.connect()) {
      assertThat(Served.rows(client, "SELECT vm FROM snapshot"))
          .isEqualTo(List.of(Arrays.asList(name)));
      assertThatThrownBy(() -> Served.rows(client, "SELECT * FROM `no\u001b[31m\u202e`"))
          .message()
          .contains("\\u{1b}", "\\u{202e}")
          .doesNotContain("\u001b", "\u202e");
    }
  }

  @Test
  void sessionsAreFewAndEndWhenNobodyUsesThem() throws Exception {
    try (Served served =
        new Served(SmallWorld.ingested(), "serve.sessions=2", "serve.idle-seconds=1")) {
      Connection first = served.connect();
      Connection second = served.connect();
      assertThatThrownBy(served::connect).hasStackTraceContaining("2 sessions are open");
      second.close();
      TimeUnit.SECONDS.sleep(4);
      assertThatThrownBy(() -> Served.rows(first, "SELECT 1")).isInstanceOf(SQLException.class);
      try (Connection third = served.connect();
          Connection fourth = served.connect()) {
        assertThat(Served.rows(third, "SELECT 1")).hasSize(1);
        assertThat(Served.rows(fourth, "SELECT 1")).hasSize(1);
      }
    }
  }

  @Test
  void whoSpeaksAnotherProtocolIsHungUpOn() throws Exception {
    List<byte[]> openings =
        List.of(
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            new byte[] {0x16, 3, 1, 0, 5},
            new byte[] {1, 0, 0, 0, 6, 'G', 'S', 'S', 'A', 'P', 'I'},
            new byte[] {1, 0x7f, -1, -1, -1},
            new byte[] {1, -1, -1, -1, -1},
            new byte[] {(byte) 0x80, 1, 0, 1, 0x7f, -1, -1, -1});
    try (Served served = new Served(SmallWorld.ingested())) {
      for (byte[] opening : openings) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
          socket.setSoTimeout(10_000);
          socket.getOutputStream().write(opening);
          socket.shutdownOutput();
          assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(200);
        }
      }
      try (Connection client = served.connect()) {
        assertThat(Served.rows(client, "SELECT 1")).hasSize(1);
      }
    }
  }
}
