package dev.varve.benchmarks;

import dev.varve.input.digest.Digests;
import dev.varve.model.Seed;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Fingerprints over one mebibyte; the score is MiB a second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DigestBenchmark {
  private static final int PIECES = 16;

  /** The digest's name. */
  @Param({"sha256", "sha1", "md5", "blake3"})
  public String algorithm;

  private byte[] content;
  private MessageDigest digest;

  /** Random bytes: no digest is faster on others. */
  @Setup
  public void fill() {
    content = new byte[(1 << 20) / PIECES];
    new Seed(1).at("digest").random().nextBytes(content);
    digest = Digests.named(algorithm);
  }

  /** One digest over a mebibyte, in pieces of 64 KiB. */
  @Benchmark
  public byte[] digest() {
    for (int i = 0; i < PIECES; i++) {
      digest.update(content, 0, content.length);
    }
    return digest.digest();
  }
}
