package dev.varve.jobs.answer.headline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChecksTest {
  @Test
  void namesOfTheSentenceAreThoseThatFail() {
    assertThat(new Checks(30, List.of("a", "b"), 3).sentence())
        .isEqualTo("2 of 30 fail: a, b; 3 not run.");
    assertThat(new Checks(30, List.of(), 3).sentence()).isEqualTo("All 30 pass; 3 not run.");
  }
}
