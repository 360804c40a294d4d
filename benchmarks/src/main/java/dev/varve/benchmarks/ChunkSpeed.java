package dev.varve.benchmarks;

import dev.varve.content.chunking.Chunker;
import dev.varve.content.chunking.Chunkers;
import dev.varve.content.chunking.SegmentChunker;
import dev.varve.input.digest.Digests;
import dev.varve.model.Segment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A chunker over a file in memory, segment by segment, on one thread, once warm: the lines that
 * {@code reference speed} prints of FastCDC 4 KB, and one more. {@code cut} finds the chunks;
 * {@code cut+sha1} hashes each as well, zeros too; {@code segments} is what an ingest does, which
 * hashes no zeros but takes min-hashes and makes recipes. A line has the name, MB/s, the chunks,
 * and a digest over lengths and fingerprints where it is comparable.
 */
public final class ChunkSpeed {
  private static final double MEGABYTES_A_SECOND = 1e3;
  private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");

  private final Chunker chunker;
  private final MessageDigest digest = Digests.named("sha1");
  private final SegmentChunker fold;
  private final List<byte[]> segments;

  private ChunkSpeed(Chunker chunker, List<byte[]> segments) {
    this.chunker = chunker;
    this.segments = segments;
    fold = new SegmentChunker(chunker, "sha1");
  }

  /** Runs once: the file, how many passes warm up, and the chunker if not {@code fastcdc-v1-4k}. */
  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    Chunker chunker = Chunkers.named(arguments.length > 2 ? arguments[2] : "fastcdc-v1-4k");
    List<byte[]> segments = new ArrayList<>();
    try (InputStream in = Files.newInputStream(Path.of(arguments[0]))) {
      for (byte[] segment = in.readNBytes(Segment.BYTES);
          segment.length > 0;
          segment = in.readNBytes(Segment.BYTES)) {
        segments.add(segment);
      }
    }
    ChunkSpeed speed = new ChunkSpeed(chunker, segments);
    int warmUps = Integer.parseInt(arguments[1]);
    for (int pass = 0; pass <= warmUps; pass++) {
      String cut = speed.cut();
      String hashed = speed.hashed();
      String folded = speed.folded();
      if (pass == warmUps) {
        System.out.println(cut);
        System.out.println(hashed);
        System.out.println(folded);
      }
    }
  }

  private String cut() throws IOException {
    long started = processorNanos();
    long chunks = 0;
    for (byte[] segment : segments) {
      for (int from = 0; from < segment.length; chunks++) {
        from = chunker.cut(segment, from, segment.length);
      }
    }
    return line("cut", started, chunks, "-");
  }

  private String hashed() throws IOException, GeneralSecurityException {
    long started = processorNanos();
    long chunks = 0;
    MessageDigest all = Digests.named("sha1");
    ByteBuffer row =
        ByteBuffer.allocate(4 + digest.getDigestLength()).order(ByteOrder.LITTLE_ENDIAN);
    for (byte[] segment : segments) {
      for (int from = 0; from < segment.length; chunks++) {
        int end = chunker.cut(segment, from, segment.length);
        digest.update(segment, from, end - from);
        digest.digest(row.array(), 4, digest.getDigestLength());
        all.update(row.putInt(0, end - from).array());
        from = end;
      }
    }
    return line("cut+sha1", started, chunks, HexFormat.of().formatHex(all.digest()));
  }

  private String folded() throws IOException {
    long started = processorNanos();
    long chunks = 0;
    for (byte[] segment : segments) {
      chunks += fold.segment(0, segment, segment.length).recipe().chunks();
    }
    return line("segments", started, chunks, "-");
  }

  private String line(String name, long started, long chunks, String digests) throws IOException {
    double nanos = processorNanos() - started;
    double bytes = segments.stream().mapToLong(segment -> segment.length).sum();
    return String.format(
        "%s %.0f %d %s", name, bytes * MEGABYTES_A_SECOND / nanos, chunks, digests);
  }

  /** Time that this thread has had a core, as Linux counts it. */
  private static long processorNanos() throws IOException {
    return Long.parseLong(Files.readString(SCHEDULED).split(" ")[0]);
  }
}
