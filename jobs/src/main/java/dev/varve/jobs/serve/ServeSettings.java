package dev.varve.jobs.serve;

import dev.varve.jobs.conf.SettingReader;
import java.time.Duration;

/**
 * Where and how much is served.
 *
 * @param host the address that is listened on
 * @param port 0 for any that is free
 * @param sessions most open at a time
 * @param statements most that run at a time; others wait
 * @param results most that a session keeps open
 * @param fetchRows most rows of a message
 * @param fetchBytes about the most bytes of a message
 * @param idle a session, or a connection, that nobody used for so long is closed
 * @param statement how long a statement may run
 */
public record ServeSettings(
    String host,
    int port,
    int sessions,
    int statements,
    int results,
    int fetchRows,
    long fetchBytes,
    Duration idle,
    Duration statement) {
  private static final int MOST = 10_000;
  private static final int DAYS_30 = 30 * 24 * 3600;

  /** Reads section serve. */
  public static ServeSettings read(SettingReader settings) {
    return new ServeSettings(
        settings.text("serve.host"),
        settings.count("serve.port", 0, 65_535),
        settings.count("serve.sessions", 1, MOST),
        settings.count("serve.statements", 1, MOST),
        settings.count("serve.results", 1, MOST),
        settings.count("serve.fetch-rows", 1, 1_000_000),
        settings.bytes("serve.fetch-bytes"),
        Duration.ofSeconds(settings.count("serve.idle-seconds", 1, DAYS_30)),
        Duration.ofSeconds(settings.count("serve.statement-seconds", 1, DAYS_30)));
  }
}
