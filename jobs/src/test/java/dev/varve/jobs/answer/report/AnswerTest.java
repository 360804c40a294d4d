package dev.varve.jobs.answer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnswerTest {
  @Test
  void firstRowsAreNoMoreThanThereAre() {
    Answer troubles = Printed.troubles();
    assertThat(troubles.count()).isEqualTo(6);
    assertThat(troubles.first(2).rows()).containsExactly(Printed.row("plain", 2048L), nothing());
    assertThat(troubles.first(100).count()).isEqualTo(6);
    assertThat(Printed.empty("none").first(3).count()).isZero();
  }

  @Test
  void someColumnsStandInTheOrderInWhichTheyAreNamed() {
    Answer some = Printed.troubles().only(List.of("bytes", "name")).first(1);
    assertThat(some.columns()).extracting(Answer.Column::name).containsExactly("bytes", "name");
    assertThat(some.rows()).containsExactly(Printed.row(2048L, "plain"));
  }

  private static List<@Nullable Object> nothing() {
    return Printed.row(null, null);
  }

  @Test
  void aMeasureIsLookedForByItsColumnWhereverThatStands() {
    Answer.Column max = new Answer.Column("max", ColumnUnit.NUMBER, "what");
    Answer answer =
        Printed.answer("", List.of(), List.of(max, Printed.column("what", ColumnUnit.TEXT)));
    assertThat(answer.unitOf(max, Printed.row(1.0, "read_seconds"))).isEqualTo(ColumnUnit.SECONDS);
    assertThat(answer.unitOf(max, Printed.row(1.0, null))).isEqualTo(ColumnUnit.NUMBER);
  }
}
