package dev.varve.jobs.answer.query;

import dev.varve.jobs.answer.selection.Prices;
import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.engine.AllowedSql;
import dev.varve.jobs.engine.run.EngineChoice;

/**
 * Settings of the answers to questions.
 *
 * @param choice of the engine; tables of any size are left to the local one
 * @param allowed what free queries may do
 * @param smallBytes size of a warehouse below which the headline runs the checks too, and questions
 *     are answered in parallel
 * @param prices that reports count money by
 */
public record QuerySettings(
    EngineChoice choice, AllowedSql allowed, long smallBytes, Prices prices) {
  private record Keys(long smallBytes) {}

  /** Reads sections engine, sql and prices, and tuning.answer. */
  public static QuerySettings read(SettingReader settings) {
    return new QuerySettings(
        EngineChoice.read(settings).ofAnySize(),
        settings.bind("sql", AllowedSql.class),
        settings.bind("answer", Keys.class).smallBytes,
        settings.bind("prices", Prices.class));
  }
}
