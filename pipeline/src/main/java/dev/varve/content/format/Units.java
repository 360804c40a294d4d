package dev.varve.content.format;

import dev.varve.content.chunking.Chunker;
import dev.varve.content.chunking.RollSum;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The units into which a format cuts a span of an archive, to compress each by itself. */
record Units(List<Unit> units) {
  private static final Chunker CHUNKS = new RollSum(64 << 10);

  /** Shortest run of zeros that zstd:chunked makes a chunk of its own. */
  private static final int LEAST_ZEROS = 1 << 10;

  /**
   * Bytes of a span.
   *
   * @param from first byte, from the start of the span
   * @param length in bytes
   */
  record Unit(int from, int length) {}

  /** Sum of the compressed bytes of all units, each measured by itself. */
  long sum(ToLongFunction<Unit> bytes) {
    return units.stream().mapToLong(bytes).sum();
  }

  /**
   * Units for gzip members: one begins with each content, and within a content after every {@code
   * most} bytes. An entry's header is in the unit of the content before it.
   */
  static Units members(ArchiveSpan span, int most) {
    Cutter cutter = new Cutter(span.from());
    for (ArchiveSpan.Content content : span.contents()) {
      for (int at = content.from(); at < content.to(); at += most) {
        cutter.cut(at);
      }
    }
    return cutter.units(span.to());
  }

  /**
   * Units for zstd:chunked: one begins at each content, at its end, and within it by a rolling
   * checksum, on average after 64 KiB. A run of zeros is a unit of its own.
   */
  static Units chunked(ArchiveSpan span) {
    Cutter cutter = new Cutter(span.from());
    for (ArchiveSpan.Content content : span.contents()) {
      cutter.cut(content.from());
      for (int at = content.from(); at < content.to(); ) {
        int zeros = zerosStart(span.bytes(), at, content.to());
        while (at < zeros) {
          at = CHUNKS.cut(span.bytes(), at, zeros);
          cutter.cut(at);
        }
        at = zerosEnd(span.bytes(), zeros, content.to());
        cutter.cut(at);
      }
    }
    return cutter.units(span.to());
  }

  /** Offset at which the next run of zeros begins, or else the end. */
  private static int zerosStart(byte[] bytes, int from, int to) {
    int run = 0;
    for (int at = from; at < to; at++) {
      run = bytes[at] == 0 ? run + 1 : 0;
      if (run == LEAST_ZEROS) {
        return at + 1 - run;
      }
    }
    return to;
  }

  private static int zerosEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] == 0) {
      at++;
    }
    return at;
  }

  /** Units of the contents alone, each content cut after every {@code most} bytes. */
  static Units contents(ArchiveSpan span, int most) {
    List<Unit> units = new ArrayList<>();
    for (ArchiveSpan.Content content : span.contents()) {
      for (int at = content.from(); at < content.to(); at += most) {
        units.add(new Unit(at, Math.min(most, content.to() - at)));
      }
    }
    return new Units(units);
  }

  /** Builder that cuts the bytes of a span into successive units, without gaps or overlaps. */
  private static final class Cutter {
    private final List<Unit> units = new ArrayList<>();
    private int begin;

    Cutter(int begin) {
      this.begin = begin;
    }

    void cut(int at) {
      if (at > begin) {
        units.add(new Unit(begin, at - begin));
        begin = at;
      }
    }

    Units units(int end) {
      cut(end);
      return new Units(units);
    }
  }
}
