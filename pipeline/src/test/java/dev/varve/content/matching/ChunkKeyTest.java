package dev.varve.content.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ChunkKeyTest {
  @Test
  void theFirstEightBytesOfEachDigest() {
    byte[] digests =
        Fingerprint.parse(
                "0102030405060708aaaaaaaaaaaaaaaaaaaaaaaa"
                    + "ff00000000000001bbbbbbbbbbbbbbbbbbbbbbbb")
            .bytes();
    assertThat(ChunkKey.all(digests, 2)).containsExactly(0x0102030405060708L, 0xff00000000000001L);
    assertThat(ChunkKey.all(new byte[0], 0)).isEmpty();
  }

  @Test
  void keysAreOrderedAsTheirDigestsAre() {
    RandomGenerator random = new Seed(5).random();
    byte[] one = new byte[20];
    byte[] other = new byte[20];
    for (int i = 0; i < 1000; i++) {
      random.nextBytes(one);
      random.nextBytes(other);
      assertThat(Integer.signum(Long.compareUnsigned(ChunkKey.of(one, 0), ChunkKey.of(other, 0))))
          .isEqualTo(Integer.signum(Fingerprint.of(one).compareTo(Fingerprint.of(other))));
    }
  }

  @Test
  void digestsTooShortOrOfUnevenWidthAreRefused() {
    assertThatThrownBy(() -> ChunkKey.all(new byte[14], 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChunkKey.all(new byte[41], 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChunkKey.all(new byte[20], 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
