package dev.varve.format;

import java.util.Locale;

/**
 * How a format cuts an archive into units, and compresses each by itself. A format's own compressor
 * may be another than those of zlib and libzstd; the level is then that which comes nearest to it.
 */
@SuppressWarnings("ImmutableEnumChecker") // cuts and codecs have no state
public enum Coding {
  /** A layer as one stream, as most tools that build images write it. */
  GZIP_6(Units::whole, gzip(6)),
  /** A layer as one stream. */
  ZSTD_3(Units::whole, zstd(3)),
  /** A layer as one stream. */
  ZSTD_19(Units::whole, zstd(19)),
  /** One begins at each file's content, and each 4 MiB of it; Go's level 9 is about zlib's 5. */
  ESTARGZ(span -> Units.members(span, 4 << 20), gzip(5)),
  /** Cut at each file's content, at its end and by a rolling sum within it. */
  ZSTD_CHUNKED(Units::chunked, zstd(11)),
  /** Contents of files alone, in chunks of 1 MiB. */
  FILES(span -> Units.contents(span, 1 << 20), zstd(3));

  private final Cut cut;
  private final Codec codec;

  Coding(Cut cut, Codec codec) {
    this.cut = cut;
    this.codec = codec;
  }

  /** Finds where the units of a span begin and end. */
  private interface Cut {
    Units of(ArchiveSpan span);
  }

  /** Compresses a unit; its compressed length. */
  private interface Codec {
    long bytes(UnitCompressor compressor, byte[] bytes, int from, int length);
  }

  private static Codec gzip(int level) {
    return (compressor, bytes, from, length) -> compressor.gzip(level, bytes, from, length);
  }

  private static Codec zstd(int level) {
    return (compressor, bytes, from, length) -> compressor.zstd(level, bytes, from, length);
  }

  /** The name in table {@code format_sample}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What the units of a span take, compressed one by one. */
  long bytes(ArchiveSpan span, UnitCompressor compressor) {
    long bytes = 0;
    for (Units.Unit unit : cut.of(span).list()) {
      bytes += codec.bytes(compressor, span.bytes(), unit.from(), unit.length());
    }
    return bytes;
  }
}
