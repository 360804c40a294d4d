package dev.varve.benchmarks;

import dev.varve.content.chunking.Chunker;
import dev.varve.content.chunking.Chunkers;
import dev.varve.content.chunking.SegmentChunker;
import dev.varve.model.Seed;
import dev.varve.model.Segment;
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

/** Segments cut, and segments cut and fingerprinted; the score is MiB a second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChunkBenchmark {
  private static final int SEGMENTS = 32;
  private static final int SEGMENT_MEBIBYTES = Segment.BYTES >> 20;

  /** The chunker's name. */
  @Param({
    "fixed-4k",
    "fixed-64k",
    "fastcdc-v1-1k",
    "fastcdc-v1-4k",
    "fastcdc-v1-8k",
    "fastcdc-v1-64k",
    "tttd-v1-4k",
    "tttd-v1-8k",
    "rollsum-v1-8k",
    "rollsum-v1-64k",
    "seqcdc-v1-4k",
    "seqcdc-v1-8k"
  })
  public String chunker;

  /** What is cut: random bytes, or what {@link DiskContent} makes. */
  @Param({"random", "disk"})
  public String content;

  private final byte[][] segments = new byte[SEGMENTS][];
  private Chunker cuts;
  private SegmentChunker fold;
  private int next;

  /** 64 MiB, more than caches hold. */
  @Setup
  public void fill() {
    Seed seed = new Seed(1).at("chunks");
    for (int position = 0; position < SEGMENTS; position++) {
      if (content.equals("disk")) {
        segments[position] = DiskContent.segment(seed, position);
      } else {
        segments[position] = new byte[Segment.BYTES];
        seed.at(position).random().nextBytes(segments[position]);
      }
    }
    cuts = Chunkers.named(chunker);
    fold = new SegmentChunker(cuts, "sha1");
  }

  /** The cuts of a segment alone. */
  @Benchmark
  @OperationsPerInvocation(SEGMENT_MEBIBYTES)
  public int cut() {
    byte[] segment = segment();
    int chunks = 0;
    for (int from = 0; from < segment.length; chunks++) {
      from = cuts.cut(segment, from, segment.length);
    }
    return chunks;
  }

  /** A segment with SHA-1 of its chunks, zeros found and min-hash taken. */
  @Benchmark
  @OperationsPerInvocation(SEGMENT_MEBIBYTES)
  public Segment fingerprint() {
    return fold.segment(0, segment(), Segment.BYTES);
  }

  private byte[] segment() {
    next = (next + 1) % SEGMENTS;
    return segments[next];
  }
}
