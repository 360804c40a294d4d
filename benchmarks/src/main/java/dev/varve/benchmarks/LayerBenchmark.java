package dev.varve.benchmarks;

import dev.varve.content.recipe.LayerReader;
import dev.varve.content.recipe.LayerReading;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.digest.DigestEngine;
import dev.varve.input.tar.ArchiveLimits;
import dev.varve.model.FileEntry;
import dev.varve.model.LayerBlob;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
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

/**
 * A layer from stored bytes to recipe rows, without the engine; the score is MiB of content a
 * second. With files of 512 bytes it measures mainly the walk over the archive's headers.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LayerBenchmark {
  private static final int MEBIBYTES = 32;

  /** What is inside. */
  @Param({"random", "text", "zeros", "mixed"})
  public String content;

  /** How it is stored. */
  @Param({"gzip", "zstd", "none"})
  public String codec;

  /** What computes SHA-256. */
  @Param({"NATIVE", "JDK"})
  public String digest;

  /** Size of each file. */
  @Param({"512", "32768", "4194304"})
  public int fileBytes;

  private byte[] blob;
  private LayerBlob expected;
  private LayerReading reading;

  /** Archives and compresses once. */
  @Setup
  public void pack() throws Exception {
    blob = Layers.packed(codec, Layers.tar(Layers.content(content, MEBIBYTES << 20), fileBytes));
    String hex = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(blob));
    expected =
        new LayerBlob("sha256:" + hex, LayerBlob.DigestOf.BLOB, blob.length, List.of(), null);
    ArchiveLimits limits = new ArchiveLimits(1L << 40, 100_000_000, 1 << 16, 1 << 20, 1_000_000);
    reading =
        new LayerReading(
            "sha256",
            limits,
            InflateEngine.fastest(),
            DigestEngine.valueOf(digest),
            LayerReading.DiffIds.VERIFY);
  }

  /** Reads to the end; returns the sum of sizes so that the work cannot be optimised away. */
  @Benchmark
  @OperationsPerInvocation(MEBIBYTES)
  public long read() throws IOException {
    long bytes = 0;
    try (LayerReader reader = new LayerReader(expected, new ByteArrayInputStream(blob), reading)) {
      for (FileEntry entry = reader.next(); entry != null; entry = reader.next()) {
        bytes += entry.bytes();
      }
    }
    return bytes;
  }
}
