package dev.varve.jobs.answer.selection;

import dev.varve.jobs.conf.Range;
import dev.varve.jobs.conf.SettingReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prices by which reports compute costs. A report may have a comment behind its last column, such
 * as {@code prices: storage of freed_bytes as freed_month_cost, egress of pull_bytes as pull_cost}.
 * The comment is replaced by SQL for these cost columns and the currency. A column whose price is
 * not set is left out; without any price the comment stays, and the report has no costs.
 *
 * @param storageGbMonth price of storing 10^9 bytes for a month; 0 if not set
 * @param egressGb price of sending 10^9 bytes; 0 if not set
 * @param currency name or symbol of the currency; empty where no price is set
 */
public record Prices(
    @Range(low = 0, high = 1e9) double storageGbMonth,
    @Range(low = 0, high = 1e9) double egressGb,
    String currency) {
  /** No prices. */
  public static final Prices NONE = new Prices(0, 0, "");

  private static final double GB = 1e9;
  private static final Pattern PLACEHOLDER = Pattern.compile("/\\* prices: ([^*]+) \\*/");
  private static final Pattern COLUMN = Pattern.compile("(storage|egress) of ([\\w.]+) as (\\w+)");
  private static final Pattern FIRST_COLUMNS =
      Pattern.compile("^-- first: \\S+", Pattern.MULTILINE);
  private static final Pattern CURRENCY = Pattern.compile("[\\p{L}\\p{Sc}]{0,8}");

  /** Reads section prices of the configuration; a price without its currency is a fault. */
  public static Prices read(SettingReader settings) {
    Prices prices = settings.bind("prices", Prices.class);
    if (prices.currency.isEmpty() && (prices.storageGbMonth > 0 || prices.egressGb > 0)) {
      settings.fault("prices.currency: a price is set; name its currency, such as EUR or $");
    }
    return prices;
  }

  static String currency(String text) {
    if (!CURRENCY.matcher(text).matches()) {
      throw new IllegalArgumentException("give one to eight letters or symbols, such as EUR or $");
    }
    return text;
  }

  /**
   * The SQL of a report with the cost columns, which are also added to its most important columns.
   */
  public String addTo(String sql) {
    Matcher placeholder = PLACEHOLDER.matcher(sql);
    if (!placeholder.find()) {
      return sql;
    }
    List<String> names = new ArrayList<>();
    StringBuilder columns = new StringBuilder();
    COLUMN
        .matcher(placeholder.group(1))
        .results()
        .filter(column -> price(column) > 0)
        .forEach(
            column -> {
              names.add(column.group(3));
              columns.append(
                  ", CAST('%s' AS DOUBLE) * CAST(%s AS DOUBLE) / 1E9 AS %s"
                      .formatted(decimal(price(column)), column.group(2), column.group(3)));
            });
    if (names.isEmpty()) {
      return sql;
    }
    String priced = sql.replace(placeholder.group(), columns + ", '" + currency + "' AS currency");
    return FIRST_COLUMNS.matcher(priced).replaceFirst("$0 " + String.join(" ", names));
  }

  private double price(MatchResult column) {
    return column.group(1).equals("storage") ? storageGbMonth : egressGb;
  }

  /** Whether the price of storage is set. */
  public boolean isStoragePriced() {
    return storageGbMonth > 0;
  }

  /** The price of storing bytes for a month. */
  public double monthlyCost(double bytes) {
    return storageGbMonth * bytes / GB;
  }

  /** The price of storage, in words. */
  public String storagePrice() {
    return "%s %s a GB and month".formatted(decimal(storageGbMonth), currency);
  }

  private static String decimal(double price) {
    return new BigDecimal(String.valueOf(price)).stripTrailingZeros().toPlainString();
  }
}
