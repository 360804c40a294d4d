package dev.varve.simulation.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** libcachesim's answers, request by request; how they were made stands beside them. */
class ForeignCachesTest {
  private static final class Golden {
    private final Map<String, String> lines = new HashMap<>();
    private final long capacityBytes;
    private final long[] sizes;
    private final int[] requests;

    Golden(String name) throws IOException {
      try (InputStream in = ForeignCachesTest.class.getResourceAsStream(name + ".txt")) {
        new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .forEach(line -> lines.put(line.split(" ")[0], line.substring(line.indexOf(' ') + 1)));
      }
      capacityBytes = Long.parseLong(line("capacity"));
      sizes = Arrays.stream(line("sizes").split(" ")).mapToLong(Long::parseLong).toArray();
      requests = Arrays.stream(line("requests").split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    String line(String name) {
      return Objects.requireNonNull(lines.get(name));
    }

    String ours(BitSet hits) {
      StringBuilder digits = new StringBuilder();
      IntStream.range(0, requests.length).forEach(at -> digits.append(hits.get(at) ? '1' : '0'));
      return digits.toString();
    }

    String ours(CachePolicy policy) {
      return ours(Replay.hits(policy, requests));
    }

    String ours(String policy) {
      return ours(CachePolicies.named(policy, sizes, capacityBytes, id -> {}));
    }

    static double ratio(String hits) {
      return (double) hits.chars().filter(digit -> digit == '1').count() / hits.length();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "equal-small,lru", "equal-small,arc", "equal-small,sieve", "equal-small,s3-fifo",
    "equal,lru", "equal,arc", "equal,sieve", "equal,s3-fifo",
    "equal-large,lru", "equal-large,arc", "equal-large,sieve", "equal-large,s3-fifo",
    "many,lru", "many,sieve", "many,s3-fifo"
  })
  void everyRequestHitsOrMissesAlike(String trace, String policy) throws IOException {
    Golden golden = new Golden(trace);
    assertThat(golden.ours(policy)).isEqualTo(golden.line(policy));
  }

  @ParameterizedTest
  @ValueSource(strings = {"equal-small", "equal", "equal-large", "many"})
  void everyRequestOfBeladyHitsOrMissesAlike(String trace) throws IOException {
    Golden golden = new Golden(trace);
    assertThat(golden.ours(Belady.hits(golden.requests, golden.sizes, golden.capacityBytes)))
        .isEqualTo(golden.line("belady"));
  }

  /** There the target moves by one byte whatever the sizes, and all else is alike. */
  @ParameterizedTest
  @ValueSource(strings = {"equal-small", "equal", "equal-large", "many"})
  void everyRequestOfArcHitsOrMissesAlikeWithTheForeignStep(String trace) throws IOException {
    Golden golden = new Golden(trace);
    assertThat(golden.ours(new Arc(golden.sizes, golden.capacityBytes, id -> {}, id -> 1)))
        .isEqualTo(golden.line("arc"));
  }

  /**
   * There uses are counted at other events, in a sketch, and never halved on so short a trace. Of
   * many sizes nothing can be compared: there what is larger than the window is refused.
   */
  @Test
  void hitRatiosOfWTinyLfuAreNear() throws IOException {
    Golden golden = new Golden("equal-large");
    assertThat(Golden.ratio(golden.ours("w-tinylfu")))
        .isCloseTo(Golden.ratio(golden.line("w-tinylfu")), within(0.02));
  }
}
