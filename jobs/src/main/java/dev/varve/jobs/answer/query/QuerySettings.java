package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.AllowedSql;
import dev.varve.jobs.engine.run.EngineChoice;

/**
 * Settings for reading a warehouse: the engine, the SQL that users may run, and the prices in
 * reports.
 *
 * @param choice the engine to use. Without a request it is the local engine, whatever the size of
 *     the tables
 * @param allowed what SQL from users may do beyond reading the warehouse
 * @param smallBytes size of a warehouse in bytes, below which queries take seconds: the headline
 *     then also runs the checks, and every processor answers a question of its own
 * @param prices prices by which reports compute costs
 */
public record QuerySettings(
    EngineChoice choice, AllowedSql allowed, long smallBytes, Prices prices) {
  private record Keys(long smallBytes) {}

  /** Reads sections engine, sql, prices and tuning.answer of the configuration. */
  public static QuerySettings read(SettingReader settings) {
    return new QuerySettings(
        EngineChoice.read(settings).withoutSizeLimit(),
        settings.bind("sql", AllowedSql.class),
        settings.bind("answer", Keys.class).smallBytes,
        Prices.read(settings));
  }
}
