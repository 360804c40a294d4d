package dev.varve.jobs.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a pivot's values are added, after DuckDB's grammar of the statement. */
class PivotValuesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "PIVOT t ON kind; PIVOT t ON kind IN (0)",
        "PIVOT t ON kind USING sum(n); PIVOT t ON kind IN (0) USING sum(n)",
        "pivot (SELECT a, b FROM t) on a, f(b, 1) group by c;"
            + " pivot (SELECT a, b FROM t) on a IN (0), f(b, 1) IN (0) group by c",
        "WITH p AS (PIVOT t ON a) SELECT * FROM p; WITH p AS (PIVOT t ON a IN (0)) SELECT * FROM p",
        "PIVOT t ON a IN ('x', 'y'), b; PIVOT t ON a IN ('x', 'y'), b IN (0)",
        "PIVOT t ON 'IN' || a /* IN */ USING max(b); PIVOT t ON 'IN' || a IN (0) /* IN */ USING max(b)"
      })
  void everyColumnListsAValue(String statement, String listed) {
    assertThat(PivotValues.listed(statement)).isEqualTo(listed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM t JOIN u ON t.a = u.a ORDER BY a",
        "SELECT 'PIVOT t ON a'",
        "-- PIVOT t ON a\nSELECT 1",
        "PIVOT t ON a IN ('x') USING sum(n)",
      })
  void elseNothingIsAdded(String statement) {
    assertThat(PivotValues.listed(statement)).isEqualTo(statement);
  }

  @Test
  void unevenParenthesesAreNoFault() {
    assertThat(PivotValues.listed(")) PIVOT t ON a (")).isEqualTo(")) PIVOT t ON a (");
  }
}
