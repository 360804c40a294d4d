package dev.varve.simulation.retention;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThinnedChainTest {
  /** 0 - 1 - 2 - 3, and 4 branches off 1; 1 and 2 go, so 3 and 4 follow 0. */
  @Test
  void aSnapshotFollowsItsNearestAncestor() {
    ThinnedChain chain =
        ThinnedChain.of(new int[] {-1, 0, 1, 2, 1}, new boolean[] {true, false, false, true, true});
    assertThat(chain.parents()).containsExactly(-1, -2, -2, 0, 0);
    assertThat(chain.lastChildren()).containsExactly(4, -1, -1, -1, -1);
    assertThat(chain.unchanged()).containsExactly(true, false, false, false, false);
    assertThat(chain.keeps(3)).isTrue();
    assertThat(chain.keeps(2)).isFalse();
  }

  @Test
  void withoutItsFirstAChainBeginsLater() {
    ThinnedChain chain = ThinnedChain.of(new int[] {-1, 0, 1}, new boolean[] {false, true, true});
    assertThat(chain.parents()).containsExactly(-2, -1, 1);
    assertThat(chain.unchanged()).containsExactly(false, false, true);
  }
}
