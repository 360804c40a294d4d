package dev.varve.jobs.answer.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.jobs.conf.SettingReader;
import dev.varve.jobs.warehouse.schema.SqlFiles;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricesTest {
  private static final String SQL =
      """
      -- What?
      --
      -- first: name bytes
      SELECT name, bytes
        /* prices: storage of t.bytes as month_cost, egress of bytes as pull_cost */
      FROM t
      """;

  private static final String MONTH =
      ", CAST('0.023' AS DOUBLE) * CAST(t.bytes AS DOUBLE) / 1E9 AS month_cost";
  private static final String PULL =
      ", CAST('90' AS DOUBLE) * CAST(bytes AS DOUBLE) / 1E9 AS pull_cost";

  @Test
  void theColumnsOfThePricesThatAreSetTakeThePlaceOfTheComment() {
    assertThat(new Prices(0.023, 90, "EUR").addTo(SQL))
        .isEqualTo(
            """
            -- What?
            --
            -- first: name month_cost pull_cost bytes
            SELECT name, bytes
              %s%s, 'EUR' AS currency
            FROM t
            """
                .formatted(MONTH, PULL));
    assertThat(new Prices(0.023, 0, "$").addTo(SQL))
        .contains("first: name month_cost bytes", MONTH + ", '$' AS currency\n")
        .doesNotContain("pull_cost");
  }

  @Test
  void withoutPricesEveryReportIsAsItStands() {
    assertThat(Prices.NONE.addTo(SQL)).isSameAs(SQL);
    SqlFiles.folder("reports")
        .forEach((name, sql) -> assertThat(Prices.NONE.addTo(sql)).as(name).isSameAs(sql));
  }

  /** A place that is not understood would stay a comment, and no money be shown. */
  @Test
  void everyPlaceOfAReportIsUnderstood() {
    Prices both = new Prices(1, 1, "EUR");
    List<String> priced =
        SqlFiles.folder("reports").entrySet().stream()
            .filter(report -> report.getValue().contains("/* prices"))
            .map(
                report -> {
                  assertThat(both.addTo(report.getValue()))
                      .as(report.getKey())
                      .contains("'EUR' AS currency")
                      .doesNotContain("/* prices");
                  return report.getKey();
                })
            .toList();
    assertThat(priced).contains("decomposition", "exclusive-bytes", "lazy-pull", "retention-frees");
  }

  @Test
  void thePriceOfAMonthIsForGigabytesOfTenToTheNinth() {
    assertThat(new Prices(0.5, 0, "EUR").monthlyCost(3e9)).isEqualTo(1.5);
    assertThat(new Prices(0.50, 0, "EUR").storagePrice()).isEqualTo("0.5 EUR a GB and month");
  }

  @Test
  void aPriceNeedsItsCurrency() {
    for (String price : List.of("prices.storage-gb-month=1", "prices.egress-gb=1")) {
      SettingReader alone = SettingReader.of(null, null, List.of(price));
      Prices.read(alone);
      assertThatThrownBy(alone::finish)
          .hasMessageContaining("prices.currency: a price is set; name its currency");
      SettingReader both = SettingReader.of(null, null, List.of(price, "prices.currency=CHF"));
      assertThat(Prices.read(both).currency()).isEqualTo("CHF");
      assertThat(both.isFaultless()).isTrue();
    }
    SettingReader none = SettingReader.of(null, null, List.of());
    assertThat(Prices.read(none)).isEqualTo(Prices.NONE);
    assertThat(none.isFaultless()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "storage-gb-month=-1, must be a number from 0 to 1000000000",
    "storage-gb-month=NaN, must be a number from 0 to 1000000000",
    "egress-gb=Infinity, must be a number from 0 to 1000000000",
    "egress-gb=1e10, must be a number from 0 to 1000000000",
    "currency=E\"R, 'give one to eight letters or symbols, such as EUR or $'",
    "currency=EUROPOUNDS, 'give one to eight letters or symbols, such as EUR or $'"
  })
  void aPriceThatIsNoneIsRefused(String setting, String fault) {
    assertRefused(setting, fault);
  }

  @Test
  void aCurrencyCannotEndItsQuotesNorItsLine() {
    for (String text : List.of("E'R", "E\nR", "E R", "E\\", "1", "a--b")) {
      assertRefused("currency=" + text, "give one to eight letters");
    }
  }

  private static void assertRefused(String setting, String fault) {
    SettingReader reader = SettingReader.of(null, null, List.of("prices." + setting));
    Prices read = reader.bind("prices", Prices.class);
    assertThat(read).isEqualTo(Prices.NONE);
    assertThatThrownBy(reader::finish)
        .hasMessageContaining("prices." + setting.substring(0, setting.indexOf('=')))
        .hasMessageContaining(fault);
  }
}
