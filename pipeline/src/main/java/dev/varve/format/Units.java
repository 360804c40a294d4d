package dev.varve.format;

import dev.varve.chunking.Chunker;
import dev.varve.chunking.RollSum;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The units that a format compresses one by one, of a span of an archive. */
record Units(List<Unit> list) {
  private static final Chunker CHUNKS = new RollSum(64 << 10);

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
   * KiB in the mean. zstd:chunked also begins frames at 1 KiB of zeros or more.
   */
  static Units chunked(ArchiveSpan span) {
    Cutter cutter = new Cutter(span.from());
    for (ArchiveSpan.Content content : span.contents()) {
      cutter.cut(content.from());
      for (int at = content.from(); at < content.to(); ) {
        at = CHUNKS.cut(span.bytes(), at, content.to());
        cutter.cut(at);
      }
      cutter.cut(content.to());
    }
    return cutter.units(span.to());
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
