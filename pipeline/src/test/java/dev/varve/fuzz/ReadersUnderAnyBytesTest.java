package dev.varve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.model.Seed;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every target over its seeds and over changes of them, always the same ones. */
class ReadersUnderAnyBytesTest {
  private static final int ROUNDS = 1500;

  static Set<String> targets() {
    return FuzzTargets.ALL.keySet();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void nothingBreaksHangsOrFillsTheMemory(String name) throws Exception {
    FuzzTarget target = FuzzTargets.named(name);
    List<byte[]> seeds = target.seeds();
    int accepted = 0;
    for (byte[] seed : seeds) {
      accepted += read(target, seed) ? 1 : 0;
    }
    assertThat(accepted).as("seeds that are accepted").isGreaterThanOrEqualTo(seeds.size() / 2);
    int changed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      RandomGenerator random = new Seed(29).at(name).at(round).random();
      changed += read(target, changed(seeds, random)) ? 1 : 0;
    }
    assertThat(changed).as("changes that are accepted").isBetween(ROUNDS / 100, ROUNDS - 10);
  }

  private static boolean read(FuzzTarget target, byte[] data) {
    try {
      return Bounds.accepts(target, data);
    } catch (Throwable e) {
      throw new AssertionError("on " + HexFormat.of().formatHex(data), e);
    }
  }

  /** A seed with a few octets changed, pieces moved, doubled or cut, or a piece of another one. */
  private static byte[] changed(List<byte[]> seeds, RandomGenerator random) {
    byte[] bytes = seeds.get(random.nextInt(seeds.size())).clone();
    for (int change = 1 + random.nextInt(4); change > 0 && bytes.length > 0; change--) {
      int at = random.nextInt(random.nextBoolean() ? Math.min(200, bytes.length) : bytes.length);
      int most = bytes.length - at;
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt();
        case 2 -> bytes[at] = (byte) ('0' + random.nextInt(10));
        case 3 -> {
          byte[] other = seeds.get(random.nextInt(seeds.size()));
          int from = random.nextInt(other.length + 1);
          int length = Math.min(Math.min(most, other.length - from), 1 + random.nextInt(600));
          System.arraycopy(other, from, bytes, at, length);
        }
        case 4 -> {
          int length = Math.min(most, 1 + random.nextInt(40));
          byte[] longer = Arrays.copyOf(bytes, bytes.length + length);
          System.arraycopy(bytes, at, longer, at + length, most);
          bytes = longer;
        }
        default -> bytes = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, at) : bytes;
      }
    }
    return bytes;
  }
}
