package dev.varve.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The targets as the fuzzer takes them: {@code benchmarks/fuzz/fuzz.sh} runs one. In a normal run
 * {@link ReadersUnderAnyBytesTest} reads the same seeds, without the agent that would instrument
 * the tests after it, too.
 */
@EnabledIfEnvironmentVariable(named = "JAZZER_FUZZ", matches = ".+")
class ReadersFuzzTest {
  @MethodSource("tarSeeds")
  @FuzzTest(maxDuration = "")
  void tar(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("tar"), data);
  }

  static Stream<byte[]> tarSeeds() throws Exception {
    return FuzzTargets.named("tar").seeds().stream();
  }

  @MethodSource("paxSeeds")
  @FuzzTest(maxDuration = "")
  void pax(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("pax"), data);
  }

  static Stream<byte[]> paxSeeds() throws Exception {
    return FuzzTargets.named("pax").seeds().stream();
  }

  @MethodSource("gzipSeeds")
  @FuzzTest(maxDuration = "")
  void gzip(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("gzip"), data);
  }

  static Stream<byte[]> gzipSeeds() throws Exception {
    return FuzzTargets.named("gzip").seeds().stream();
  }

  @MethodSource("zstdSeeds")
  @FuzzTest(maxDuration = "")
  void zstd(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("zstd"), data);
  }

  static Stream<byte[]> zstdSeeds() throws Exception {
    return FuzzTargets.named("zstd").seeds().stream();
  }

  @MethodSource("imagesSeeds")
  @FuzzTest(maxDuration = "")
  void images(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("images"), data);
  }

  static Stream<byte[]> imagesSeeds() throws Exception {
    return FuzzTargets.named("images").seeds().stream();
  }

  @MethodSource("savedSeeds")
  @FuzzTest(maxDuration = "")
  void saved(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("saved"), data);
  }

  static Stream<byte[]> savedSeeds() throws Exception {
    return FuzzTargets.named("saved").seeds().stream();
  }

  @MethodSource("packedSeeds")
  @FuzzTest(maxDuration = "")
  void packed(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("packed"), data);
  }

  static Stream<byte[]> packedSeeds() throws Exception {
    return FuzzTargets.named("packed").seeds().stream();
  }

  @MethodSource("applelz4Seeds")
  @FuzzTest(maxDuration = "")
  void applelz4(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("applelz4"), data);
  }

  static Stream<byte[]> applelz4Seeds() throws Exception {
    return FuzzTargets.named("applelz4").seeds().stream();
  }

  @MethodSource("qcow2Seeds")
  @FuzzTest(maxDuration = "")
  void qcow2(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("qcow2"), data);
  }

  static Stream<byte[]> qcow2Seeds() throws Exception {
    return FuzzTargets.named("qcow2").seeds().stream();
  }

  @MethodSource("vhdSeeds")
  @FuzzTest(maxDuration = "")
  void vhd(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("vhd"), data);
  }

  static Stream<byte[]> vhdSeeds() throws Exception {
    return FuzzTargets.named("vhd").seeds().stream();
  }

  @MethodSource("vhdxSeeds")
  @FuzzTest(maxDuration = "")
  void vhdx(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("vhdx"), data);
  }

  static Stream<byte[]> vhdxSeeds() throws Exception {
    return FuzzTargets.named("vhdx").seeds().stream();
  }

  @MethodSource("vmdkSeeds")
  @FuzzTest(maxDuration = "")
  void vmdk(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("vmdk"), data);
  }

  static Stream<byte[]> vmdkSeeds() throws Exception {
    return FuzzTargets.named("vmdk").seeds().stream();
  }

  @MethodSource("vdiSeeds")
  @FuzzTest(maxDuration = "")
  void vdi(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("vdi"), data);
  }

  static Stream<byte[]> vdiSeeds() throws Exception {
    return FuzzTargets.named("vdi").seeds().stream();
  }

  @MethodSource("ovaSeeds")
  @FuzzTest(maxDuration = "")
  void ova(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("ova"), data);
  }

  static Stream<byte[]> ovaSeeds() throws Exception {
    return FuzzTargets.named("ova").seeds().stream();
  }

  @MethodSource("trace36Seeds")
  @FuzzTest(maxDuration = "")
  void trace36(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("trace36"), data);
  }

  static Stream<byte[]> trace36Seeds() throws Exception {
    return FuzzTargets.named("trace36").seeds().stream();
  }

  @MethodSource("destorSeeds")
  @FuzzTest(maxDuration = "")
  void destor(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("destor"), data);
  }

  static Stream<byte[]> destorSeeds() throws Exception {
    return FuzzTargets.named("destor").seeds().stream();
  }

  @MethodSource("fidxSeeds")
  @FuzzTest(maxDuration = "")
  void fidx(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("fidx"), data);
  }

  static Stream<byte[]> fidxSeeds() throws Exception {
    return FuzzTargets.named("fidx").seeds().stream();
  }

  @MethodSource("didxSeeds")
  @FuzzTest(maxDuration = "")
  void didx(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("didx"), data);
  }

  static Stream<byte[]> didxSeeds() throws Exception {
    return FuzzTargets.named("didx").seeds().stream();
  }

  @MethodSource("caibxSeeds")
  @FuzzTest(maxDuration = "")
  void caibx(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("caibx"), data);
  }

  static Stream<byte[]> caibxSeeds() throws Exception {
    return FuzzTargets.named("caibx").seeds().stream();
  }

  @MethodSource("csvSeeds")
  @FuzzTest(maxDuration = "")
  void csv(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("csv"), data);
  }

  static Stream<byte[]> csvSeeds() throws Exception {
    return FuzzTargets.named("csv").seeds().stream();
  }

  @MethodSource("accessesSeeds")
  @FuzzTest(maxDuration = "")
  void accesses(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("accesses"), data);
  }

  static Stream<byte[]> accessesSeeds() throws Exception {
    return FuzzTargets.named("accesses").seeds().stream();
  }

  @MethodSource("straceSeeds")
  @FuzzTest(maxDuration = "")
  void strace(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("strace"), data);
  }

  static Stream<byte[]> straceSeeds() throws Exception {
    return FuzzTargets.named("strace").seeds().stream();
  }

  @MethodSource("readsSeeds")
  @FuzzTest(maxDuration = "")
  void reads(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("reads"), data);
  }

  static Stream<byte[]> readsSeeds() throws Exception {
    return FuzzTargets.named("reads").seeds().stream();
  }

  @MethodSource("requestsSeeds")
  @FuzzTest(maxDuration = "")
  void requests(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("requests"), data);
  }

  static Stream<byte[]> requestsSeeds() throws Exception {
    return FuzzTargets.named("requests").seeds().stream();
  }

  @MethodSource("boltSeeds")
  @FuzzTest(maxDuration = "")
  void bolt(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("bolt"), data);
  }

  static Stream<byte[]> boltSeeds() throws Exception {
    return FuzzTargets.named("bolt").seeds().stream();
  }

  @MethodSource("splitSeeds")
  @FuzzTest(maxDuration = "")
  void split(byte[] data) throws Exception {
    Bounds.accepts(FuzzTargets.named("split"), data);
  }

  static Stream<byte[]> splitSeeds() throws Exception {
    return FuzzTargets.named("split").seeds().stream();
  }
}
