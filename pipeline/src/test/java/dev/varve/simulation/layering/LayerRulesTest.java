package dev.varve.simulation.layering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerRulesTest {
  private static final LayerRules RULES =
      new LayerRules(
          List.of(
              new LayerRule("/", 0),
              new LayerRule("usr/lib/", 1),
              new LayerRule("usr/lib/libc.so.#", 2),
              new LayerRule("usr/lib/foo-#/", 3)),
          List.of("rest", "libraries", "libc", "foo"));

  @ParameterizedTest
  @CsvSource({
    "usr/lib/libc.so.6, 2",
    "usr/lib/libc.so.7.1, 2",
    "usr/lib/foo-1.3/bin/never-seen, 3",
    "usr/lib/foo-1.4/, 3",
    "usr/lib/never-seen/at/all, 1",
    "usr/lib/, 1",
    "usr/, 0",
    "never-seen, 0",
    "usr/library, 0"
  })
  void thePathItselfCountsOrTheNearestDirectory(String path, int layer) {
    assertThat(RULES.layer(path)).isEqualTo(layer);
  }

  @Test
  void rulesThatTheirSurroundingsStateAreLeftOut() {
    LayerRules rules =
        LayerRules.of(
            Map.of("/", 0, "a/", 0, "a/b/", 1, "a/b/c", 1, "a/b/d", 0), List.of("one", "two"));
    assertThat(rules.rules())
        .containsExactly(
            new LayerRule("/", 0), new LayerRule("a/b/", 1), new LayerRule("a/b/d", 0));
  }

  @Test
  void faultyRulesAreRefused() {
    assertThatThrownBy(() -> new LayerRules(List.of(), List.of("one")))
        .hasMessage("no rule for the root");
    LayerRule root = new LayerRule("/", 0);
    assertThatThrownBy(() -> new LayerRules(List.of(root, root), List.of("one")))
        .hasMessage("two rules for /");
    assertThatThrownBy(() -> new LayerRules(List.of(root), List.of()))
        .hasMessageEndingWith("but 0 layers");
  }
}
