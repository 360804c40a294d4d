package dev.varve.content.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A case worked by hand. */
class ChunkDegreesTest {
  @Test
  void countsDistinctOwners() {
    ChunkDegrees degrees = new ChunkDegrees();
    degrees.start();
    degrees.add(0, 0, 0);
    degrees.add(0, 0, 0);
    degrees.add(0, 0, 4);
    degrees.add(0, 1, 4);
    degrees.add(2, 5, 4);
    assertThat(degrees.copies()).isEqualTo(5);
    assertThat(degrees.segments()).isEqualTo(4);
    assertThat(degrees.snapshots()).isEqualTo(3);
    assertThat(degrees.vms()).isEqualTo(2);
    degrees.start();
    degrees.add(0, 0, 0);
    assertThat(degrees.segments()).isOne();
    assertThat(degrees.vms()).isOne();
  }

  @Test
  void refusesCopiesOutOfOrder() {
    ChunkDegrees degrees = new ChunkDegrees();
    degrees.start();
    degrees.add(1, 3, 2);
    assertThatThrownBy(() -> degrees.add(1, 3, 1)).hasMessage("segment 1 after 2");
    assertThatThrownBy(() -> degrees.add(1, 2, 7)).hasMessage("snapshot 2 after 3");
  }
}
