package dev.varve.jobs.engine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ParametersTest {
  @Test
  void aValueWithALineEndStaysAText() {
    String sql = "-- Things of :name.\nSELECT ':00' || :name AS value";
    assertThat(Parameters.filled(sql, Map.of("name", "a'\nUNION SELECT secret --")))
        .isEqualTo("SELECT ':00' || 'a''\nUNION SELECT secret --' AS value");
  }
}
