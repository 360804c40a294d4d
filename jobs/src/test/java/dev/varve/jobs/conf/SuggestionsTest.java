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
    assertThat(Suggestions.editDistance(one, other)).isEqualTo(slips);
    assertThat(Suggestions.editDistance(other, one)).isEqualTo(slips);
  }

  @Test
  void nearNamesAreSuggestedAndFarOnesAreNot() {
    List<String> known = List.of("pull-costs", "pull-codecs", "history", "a");
    assertThat(Suggestions.didYouMean("histry", known)).isEqualTo("did you mean history?");
    assertThat(Suggestions.didYouMean("pull-codes", known))
        .isEqualTo("did you mean pull-codecs or pull-costs?");
    assertThat(Suggestions.didYouMean("savings", known)).isEmpty();
    assertThat(Suggestions.didYouMean("x".repeat(10_000_000), known)).as("not compared").isEmpty();
    assertThat(Suggestions.didYouMean("b", known)).as("of one letter all are near").isEmpty();
  }
}
