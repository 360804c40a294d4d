package dev.varve.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One target, by its name, as the fuzzer takes it: {@code benchmarks/fuzz/fuzz.sh} runs it. In a
 * normal run {@link ReadersUnderAnyBytesTest} reads the same seeds of all targets, without the
 * agent that would instrument the tests after it, too.
 */
@EnabledIfEnvironmentVariable(named = "JAZZER_FUZZ", matches = ".+")
class ReadersFuzzTest {
  private static FuzzTarget target() {
    return FuzzTargets.named(System.getenv("VARVE_FUZZ_TARGET"));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "")
  void bytes(byte[] data) throws Exception {
    Bounds.accepts(target(), data);
  }

  static Stream<byte[]> seeds() throws Exception {
    return target().seeds().stream();
  }
}
