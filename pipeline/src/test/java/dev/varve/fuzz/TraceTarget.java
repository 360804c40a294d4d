package dev.varve.fuzz;

import dev.varve.input.codec.OneByteSteps;
import dev.varve.input.digest.ZeroDigests;
import dev.varve.input.trace.ChunkTrace;
import dev.varve.input.trace.HandIndex;
import dev.varve.input.trace.TraceFormat;
import dev.varve.model.MalformedBlobException;
import dev.varve.model.Segment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Chunk traces of one format; of indexes with a checksum mostly a right one. */
record TraceTarget(TraceFormat format) implements FuzzTarget {
  private static final int SHORT = 1500;
  private static final Map<String, ZeroDigests> ZEROS = new HashMap<>();

  @Override
  public boolean accepts(byte[] input) throws IOException {
    boolean isSealed = format == TraceFormat.FIDX || format == TraceFormat.DIDX;
    byte[] data = isSealed && !Checks.oneIn(8, input) ? HandIndex.sealed(input) : input;
    List<String> segments = new ArrayList<>();
    boolean accepted = read(new ByteArrayInputStream(data), segments);
    if (data.length < SHORT && Checks.oneIn(4, data)) {
      List<String> slow = new ArrayList<>();
      Checks.holds(read(new OneByteSteps(data), slow) == accepted, "short reads end alike");
      Checks.holds(slow.equals(segments), "short reads change nothing");
    }
    return accepted;
  }

  private boolean read(InputStream in, List<String> segments) throws IOException {
    try (ChunkTrace trace = new ChunkTrace(in, format, TraceTarget::zeros)) {
      long last = -1;
      for (Segment segment = trace.next(); segment != null; segment = trace.next()) {
        Checks.holds(segment.position() > last, "segments ascend");
        last = segment.position();
        int chunks = segment.recipe().chunks();
        Checks.holds(
            segment.bytes() > 0
                && segment.zeroBytes() >= 0
                && segment.zeroBytes() <= segment.bytes(),
            "a segment has bytes");
        Checks.holds(
            chunks == 0
                ? segment.zeroBytes() == segment.bytes()
                : segment.recipe().ends()[chunks - 1] == segment.bytes(),
            "chunks fill their segment");
        segments.add(segment.position() + " " + segment.bytes() + " " + segment.fingerprint());
      }
      Checks.holds(last < 0 || trace.virtualBytes() > last * Segment.BYTES, "a disk has a length");
      return true;
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return false;
    }
  }

  /** Made once: to digest zeros anew takes ten times as long as all the rest. */
  private static ZeroDigests zeros(String algorithm) {
    return ZEROS.computeIfAbsent(algorithm, ZeroDigests::new);
  }

  @Override
  public List<byte[]> seeds() {
    return switch (format) {
      case TRACE36 -> List.of(records(), new byte[36]);
      case FIDX ->
          List.of(
              HandIndex.fixed(13L << 20, 4L << 20, "11", HandIndex.ZEROS_4M, "33", "44"),
              HandIndex.fixed(4096, 65_536, "11"));
      case DIDX ->
          List.of(
              HandIndex.dynamic(5000, "11", 4_200_000, "22"),
              HandIndex.dynamic(4L << 20, HandIndex.ZEROS_4M, 5L << 20, "22"));
      case CAIBX -> List.of(HandIndex.casync());
      case DESTOR -> {
        String line = "0123456789abcdef0123456789abcdef,";
        yield Stream.of(
                line + "4096\n" + line + "2097152\r\n\n" + line + "1",
                "ab".repeat(20) + ",8192\n",
                "cd".repeat(32) + ",65536\n")
            .map(text -> text.getBytes(StandardCharsets.US_ASCII))
            .toList();
      }
    };
  }

  private static byte[] records() {
    ByteBuffer records = ByteBuffer.allocate(36 * 5).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < 5; at++) {
      records.position(36 * at + 20);
      records.putInt(at / 3).putInt(4096).putLong((at % 3) * 1_500_000L);
    }
    return records.array();
  }
}
