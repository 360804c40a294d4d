package dev.varve.content.format;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A way in which an image format compresses an archive, or the contents of files in it. Sizes are
 * measured with zlib, libzstd and LZ4. Where a format's own tool uses another compressor, the level
 * is the one that comes closest to its sizes.
 */
@SuppressWarnings("ImmutableEnumChecker") // what measures has no state
public enum Coding {
  /** The archive as one gzip stream of level 6, as most build tools write it. */
  GZIP_6((span, compressor) -> compressor.gzipStream(6, span)),
  /** A layer as one stream. */
  ZSTD_3((span, compressor) -> compressor.zstdStream(3, span)),
  /**
   * A layer as one stream. It takes so long that few spans are measured, each by {@link #ZSTD_3}
   * too.
   */
  ZSTD_19((span, compressor) -> compressor.zstdStream(19, span), ZSTD_3),
  /**
   * A gzip member begins at each content, and after each 4 MiB of it. The tool's level 9 of Go's
   * compressor comes closest to level 5 of zlib.
   */
  ESTARGZ(
      (span, compressor) ->
          Units.members(span, 4 << 20)
              .sum(unit -> compressor.gzip(5, span.bytes(), unit.from(), unit.length()))),
  /**
   * A zstd frame begins at each content, at its end, and within it where a rolling checksum says
   * so.
   */
  ZSTD_CHUNKED(
      (span, compressor) ->
          Units.chunked(span)
              .sum(unit -> compressor.zstd(11, true, span.bytes(), unit.from(), unit.length()))),
  /** Contents of files alone, in chunks of 1 MiB. */
  FILES(
      (span, compressor) ->
          Units.contents(span, 1 << 20)
              .sum(
                  unit ->
                      Math.min(
                          unit.length(),
                          compressor.zstd(3, false, span.bytes(), unit.from(), unit.length())))),
  /** Contents in blocks of 4 KiB, each filled with as much as LZ4 fits into it. */
  EROFS_LZ4((span, compressor) -> FilledBlocks.bytes(span, compressor::lz4)),
  /** Contents in blocks of 4 KiB by zstd, at the level that mkfs.erofs uses when none is given. */
  EROFS_ZSTD(
      (span, compressor) ->
          FilledBlocks.bytes(
              span,
              (bytes, from, length) ->
                  compressor.zstdWithin(FilledBlocks.BLOCK_BYTES, -1, bytes, from, length))),
  /**
   * Each 4 KiB of a content compressed by LZ4, or stored as it is where that is shorter. Checksums
   * and places of blocks count with the index.
   */
  OVERLAYBD(
      (span, compressor) ->
          Units.contents(span, FilledBlocks.BLOCK_BYTES)
              .sum(
                  unit ->
                      Math.min(
                          FilledBlocks.BLOCK_BYTES,
                          compressor.lz4(span.bytes(), unit.from(), unit.length()))));

  private final Measure measure;
  private final @Nullable Coding baseCoding;

  Coding(Measure measure) {
    this(measure, null);
  }

  Coding(Measure measure, @Nullable Coding base) {
    this.measure = measure;
    this.baseCoding = base;
  }

  /** A rule for the bytes of a span. */
  private interface Measure {
    long bytes(ArchiveSpan span, UnitCompressor compressor);
  }

  /** The name in table {@code format_sample}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The coding that is measured on more spans, from whose bytes those of this coding are estimated;
   * null where the blob's bytes serve for that.
   */
  public @Nullable Coding baseCoding() {
    return baseCoding;
  }

  /** Bytes of a span in this coding. */
  long bytes(ArchiveSpan span, UnitCompressor compressor) {
    return measure.bytes(span, compressor);
  }
}
