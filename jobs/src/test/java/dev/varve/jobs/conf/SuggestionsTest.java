package dev.varve.jobs.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
  @ParameterizedTest
  @CsvSource({
    "history, history, 0",
    "histroy, history, 1",
    "hstory, history, 1",
    "historyy, history, 1",
    "histary, history, 1",
    "hisotyr, history, 2",
    "ca, abc, 3",
    "'', abc, 3",
    "kitten, sitting, 3"
  })
  void slipsAreCounted(String one, String other, int slips) {
    assertThat(Suggestions.slips(one, other)).isEqualTo(slips);
    assertThat(Suggestions.slips(other, one)).isEqualTo(slips);
  }

  @Test
  void nearNamesAreSuggestedAndFarOnesAreNot() {
    List<String> known = List.of("pull-costs", "pull-codecs", "history", "a");
    assertThat(Suggestions.meant("histry", known)).isEqualTo("did you mean history?");
    assertThat(Suggestions.meant("pull-codes", known))
        .isEqualTo("did you mean pull-codecs or pull-costs?");
    assertThat(Suggestions.meant("savings", known)).isEmpty();
    assertThat(Suggestions.meant("x".repeat(10_000_000), known)).as("not compared").isEmpty();
    assertThat(Suggestions.meant("b", known)).as("of one letter all are near").isEmpty();
  }
}
