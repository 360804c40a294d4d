package dev.varve.simulation.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpanTest {
  @Test
  void unitsAddUp() {
    assertThat(Span.parse("1y5m7d2h")).isEqualTo(new Span(1, 5, 0, 7, 2));
    assertThat(Span.parse("4W")).isEqualTo(new Span(0, 0, 4, 0, 0));
    assertThat(Span.parse("4w").fixed()).isEqualTo(Duration.ofDays(28));
    assertThat(Span.parse("1y1m").fixed()).isEqualTo(Duration.ofDays(365 + 31));
    assertThat(Span.parse("1y5m7d2h").label()).isEqualTo("1y5m7d2h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "d", "7x", "7d7d", "-1d", "1d ago", "9999999d"})
  void whatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> Span.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
