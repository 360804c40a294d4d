package dev.varve.jobs.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScreenTest {
  @Test
  void theVariableGoesBeforeTheTerminalAndAHundredIsUsual() {
    assertThat(Screen.of(null, null)).isEqualTo(new Screen(100, false));
    assertThat(Screen.of(null, "80")).isEqualTo(new Screen(80, true));
    assertThat(Screen.of("160", "80")).isEqualTo(new Screen(160, true));
    assertThat(Screen.of("160", null)).isEqualTo(new Screen(160, false));
  }

  @Test
  void whatIsNoWidthIsNotBelieved() {
    assertThat(Screen.of("", "")).isEqualTo(new Screen(100, true));
    assertThat(Screen.of("wide", "0")).isEqualTo(new Screen(100, true));
    assertThat(Screen.of("99999999999", null).width()).isEqualTo(100);
  }
}
