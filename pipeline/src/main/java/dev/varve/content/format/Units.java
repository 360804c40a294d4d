package dev.varve.content.format;

import dev.varve.content.chunking.Chunker;
import dev.varve.content.chunking.RollSum;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The units that a format compresses one by one, of a span of an archive. */
record Units(List<Unit> list) {
  private static final Chunker CHUNKS = new RollSum(64 << 10);

  /** From so many zeros on zstd:chunked has a chunk of zeros. */
  private static final int LEAST_ZEROS = 1 << 10;

  /** Bytes of a span. */
  record Unit(int from, int length) {}

  /** Bytes of all units, measured one by one. */
  long sum(ToLongFunction<Unit> bytes) {
    return list.stream().mapToLong(bytes).sum();
  }

  /**
   * Members that begin with each content, and within it every so many bytes. A header is in the
   * member of the content before it.
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
   * Frames that begin at each content, at its end, and within it by a rolling checksum: every 64
   * KiB in the mean. A run of zeros is a frame of its own.
   */
  static Units chunked(ArchiveSpan span) {
    Cutter cutter = new Cutter(span.from());
    for (ArchiveSpan.Content content : span.contents()) {
      cutter.cut(content.from());
      for (int at = content.from(); at < content.to(); ) {
        int zeros = zeros(span.bytes(), at, content.to());
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
  private static int zeros(byte[] bytes, int from, int to) {
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

  /** Contents alone, every so many bytes of each. */
  static Units contents(ArchiveSpan span, int most) {
    List<Unit> units = new ArrayList<>();
    for (ArchiveSpan.Content content : span.contents()) {
      for (int at = content.from(); at < content.to(); at += most) {
        units.add(new Unit(at, Math.min(most, content.to() - at)));
      }
    }
    return new Units(units);
  }

  /** Cuts all bytes of a span, none twice. */
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
