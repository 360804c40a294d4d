package dev.varve.input.trace;

import dev.varve.model.Fingerprint;
import dev.varve.model.Segment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Chunk traces written by hand, and their segments. */
final class HandTrace {
  private HandTrace() {}

  static List<Segment> segments(byte[] bytes, TraceFormat format) throws IOException {
    List<Segment> segments = new ArrayList<>();
    try (ChunkTrace trace = new ChunkTrace(new ByteArrayInputStream(bytes), format)) {
      for (Segment segment = trace.next(); segment != null; segment = trace.next()) {
        segments.add(segment);
      }
    }
    return segments;
  }

  static byte[] record(String octet, int file, int bytes, long offset) {
    return record(digest(octet), file, bytes, offset);
  }

  static byte[] record(Fingerprint digest, int file, int bytes, long offset) {
    return ByteBuffer.allocate(36)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(digest.bytes())
        .putInt(file)
        .putInt(bytes)
        .putLong(offset)
        .array();
  }

  static byte[] records(byte[]... records) {
    ByteBuffer all = ByteBuffer.allocate(Stream.of(records).mapToInt(one -> one.length).sum());
    Stream.of(records).forEach(all::put);
    return all.array();
  }

  static Fingerprint digest(String octet) {
    return digest(octet.length() == 1 ? "0" + octet : octet, 20);
  }

  static Fingerprint digest(String octet, int width) {
    return Fingerprint.parse(octet.repeat(width));
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
