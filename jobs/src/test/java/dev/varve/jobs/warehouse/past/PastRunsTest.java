package dev.varve.jobs.warehouse.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.varve.jobs.warehouse.past.PastRuns.PastRun;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PastRunsTest {
  private static final PastRuns RUNS =
      new PastRuns(
          List.of(
              run("20240101T000000000Z-0a", "ingest registry", "2024-01-01T00:00:00Z"),
              run("20240101T120000000Z-0b", "derive", "2024-01-01T12:00:00Z"),
              run("20240102T000000000Z-0c", "ingest snapshots", "2024-01-02T00:00:00.000001Z"),
              run("20240103T000000000Z-0d", "simulate backup", "2024-01-03T00:00:00Z")));

  private static PastRun run(String id, String verb, String at) {
    return new PastRun(id, verb, Instant.parse(at));
  }

  @ParameterizedTest
  @CsvSource({
    "last, 2024-01-02 00:00:00.000001",
    "last~0, 2024-01-02 00:00:00.000001",
    // An ingest with the derive that followed it.
    "last~1, 2024-01-01 12:00:00.000000",
    "20240101T00, 2024-01-01 12:00:00.000000",
    "20240101T120000000Z-0b, 2024-01-01 12:00:00.000000",
    "20240103T, 2024-01-03 00:00:00.000000",
    "2024-01-02, 2024-01-02 00:00:00.000000",
    "' 2024-01-02 10:30 ', 2024-01-02 10:30:00.000000",
    "2024-01-02 10:30:07, 2024-01-02 10:30:07.999999",
    "2024-01-02T10:30:01.5Z, 2024-01-02 10:30:01.500000",
    "last~2, 1970-01-01 00:00:00.000000",
    "1999-12-31, 1999-12-31 00:00:00.000000"
  })
  void aRunIsNamedAsPeopleDo(String text, String time) {
    assertThat(RUNS.moment(text).sql()).isEqualTo("TIMESTAMP '" + time + "'");
  }

  @Test
  void daysAgoAreCountedFromNow() {
    assertThat(RUNS.moment("7d").at())
        .isCloseTo(Instant.now().minus(7, ChronoUnit.DAYS), within(1, ChronoUnit.MINUTES));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "last~3 | 2 ingests were run on this warehouse; before the first is last~2",
        "last~99999999 | is no run",
        "last~ | is no run",
        "20240101T | begins the names of several runs",
        "2024010 | is no run",
        "2024-02-30 | no time that there is",
        "2024-01-01T25:00 | no time that there is",
        "yesterday | is no run",
        "2024-01-01'; DROP | is no run"
      })
  void whatNamesNoRunIsSaid(String text, String message) {
    assertThatThrownBy(() -> RUNS.moment(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aMomentBeforeTheFirstRunHasNone() {
    assertThat(RUNS.isAnyUntil(RUNS.moment("2023-12-31"))).isFalse();
    assertThat(RUNS.isAnyUntil(RUNS.moment("2024-01-01"))).isTrue();
  }
}
