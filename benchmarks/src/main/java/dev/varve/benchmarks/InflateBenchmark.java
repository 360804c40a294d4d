package dev.varve.benchmarks;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.Digests;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Decompression into a buffer of 128 KiB; the score is MiB of plain data a second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class InflateBenchmark {
  private static final int MEBIBYTES = 32;

  /** What is inside. */
  @Param({"random", "text", "zeros", "mixed"})
  public String content;

  /** The decoder: gzip by ISA-L, gzip by the JDK, zstd. */
  @Param({"gzip-native", "gzip-jdk", "zstd"})
  public String decoder;

  private byte[] packed;
  private InflateEngine engine;
  private final byte[] buffer = new byte[128 << 10];

  /** Compresses once. */
  @Setup
  public void pack() {
    engine = decoder.equals("gzip-jdk") ? InflateEngine.JDK : InflateEngine.NATIVE;
    packed = Layers.packed(decoder.substring(0, 4), Layers.content(content, MEBIBYTES << 20));
  }

  /** Reads to the end. */
  @Benchmark
  @OperationsPerInvocation(MEBIBYTES)
  public long inflate() throws IOException {
    long bytes = 0;
    // The digest of the stored bytes comes with the stream.
    try (Decompressor in =
        new Decompressor(
            new BlobStream(new ByteArrayInputStream(packed), Digests.named("sha256")), engine)) {
      for (int got = in.read(buffer, 0, buffer.length); got > 0; ) {
        bytes += got;
        got = in.read(buffer, 0, buffer.length);
      }
    }
    return bytes;
  }
}
