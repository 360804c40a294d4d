package dev.varve.content.format;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Compression by a format of an archive, or of the contents of files in it. A format's own
 * compressor may be another than those of zlib and libzstd; the level is then that which comes
 * nearest to it.
 */
@SuppressWarnings("ImmutableEnumChecker") // what measures has no state
public enum Coding {
  /** A layer as one stream, as most tools that build images write it. */
  GZIP_6((span, compressor) -> compressor.gzipStream(6, span)),
  /** A layer as one stream. */
  ZSTD_3((span, compressor) -> compressor.zstdStream(3, span)),
  /**
   * A layer as one stream. It takes so long that few spans are measured, each by {@link #ZSTD_3}
   * too.
   */
  ZSTD_19((span, compressor) -> compressor.zstdStream(19, span), ZSTD_3),
  /** A member begins at each content, and each 4 MiB of it; Go's level 9 is about zlib's 5. */
  ESTARGZ(
      (span, compressor) ->
          Units.members(span, 4 << 20)
              .sum(unit -> compressor.gzip(5, span.bytes(), unit.from(), unit.length()))),
  /** Frames begin at each content, at its end and by a rolling sum within it. */
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
  /** Contents in blocks of 4 KiB by zstd, at the level -1 of an mkfs.erofs that is given none. */
  EROFS_ZSTD(
      (span, compressor) ->
          FilledBlocks.bytes(
              span,
              (bytes, from, length) ->
                  compressor.zstdWithin(FilledBlocks.BLOCK, -1, bytes, from, length))),
  /** Each 4 KiB of a content by LZ4, or as it is; its checksum and place are of the index. */
  OVERLAYBD(
      (span, compressor) ->
          Units.contents(span, FilledBlocks.BLOCK)
              .sum(
                  unit ->
                      Math.min(
                          FilledBlocks.BLOCK,
                          compressor.lz4(span.bytes(), unit.from(), unit.length()))));

  private final Measure measure;
  private final @Nullable Coding base;

  Coding(Measure measure) {
    this(measure, null);
  }

  Coding(Measure measure, @Nullable Coding base) {
    this.measure = measure;
    this.base = base;
  }

  /** A rule for the bytes of a span. */
  private interface Measure {
    long bytes(ArchiveSpan span, UnitCompressor compressor);
  }

  /** The name in table {@code format_sample}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The coding of layers whose bytes tell its own; null where those of the blob do. */
  public @Nullable Coding base() {
    return base;
  }

  /** Bytes of a span in this coding. */
  long bytes(ArchiveSpan span, UnitCompressor compressor) {
    return measure.bytes(span, compressor);
  }
}
