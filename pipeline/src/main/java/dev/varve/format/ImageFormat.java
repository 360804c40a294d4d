package dev.varve.format;

import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A format of container images, by what it stores and fetches. */
@SuppressWarnings("ImmutableEnumChecker") // indexes are made anew for each layer
public enum ImageFormat {
  AS_STORED(Unit.LAYER, Payload.STORED, null, null, Update.LAYERS, Start.UNPACKED, true),
  GZIP_6(Unit.LAYER, Payload.CODED, Coding.GZIP_6, null, Update.LAYERS, Start.UNPACKED, true),
  ZSTD_3(Unit.LAYER, Payload.CODED, Coding.ZSTD_3, null, Update.LAYERS, Start.UNPACKED, true),
  ZSTD_19(Unit.LAYER, Payload.CODED, Coding.ZSTD_19, null, Update.LAYERS, Start.UNPACKED, true),
  ESTARGZ(
      Unit.LAYER,
      Payload.CODED,
      Coding.ESTARGZ,
      EstargzIndex::new,
      Update.LAYERS,
      Start.FILES,
      4 << 20,
      true),
  ZSTD_CHUNKED(
      Unit.LAYER,
      Payload.CODED,
      Coding.ZSTD_CHUNKED,
      ZstdChunkedIndex::new,
      Update.CONTENTS,
      Start.UNPACKED,
      true),
  SOCI(
      Unit.LAYER,
      Payload.STORED,
      null,
      SociIndex::new,
      Update.LAYERS,
      Start.SPANS,
      SociIndex.SPAN_BYTES,
      true),
  NYDUS(
      Unit.CONTENT,
      Payload.CODED,
      Coding.FILES,
      NydusIndex::new,
      Update.IMAGE_INDEX,
      Start.FILES,
      1 << 20,
      true),
  COMPOSEFS(
      Unit.CONTENT,
      Payload.PLAIN,
      null,
      ComposefsIndex::new,
      Update.IMAGE_INDEX,
      Start.WHOLE,
      true),
  EROFS(Unit.LAYER, Payload.PLAIN, null, ErofsIndex::plain, Update.LAYERS, Start.WHOLE, true),
  EROFS_LZ4(
      Unit.LAYER,
      Payload.CODED,
      Coding.EROFS_LZ4,
      ErofsIndex::compressed,
      Update.LAYERS,
      Start.WHOLE,
      true),
  EROFS_ZSTD(
      Unit.LAYER,
      Payload.CODED,
      Coding.EROFS_ZSTD,
      ErofsIndex::compressed,
      Update.LAYERS,
      Start.WHOLE,
      true),
  OVERLAYBD(
      Unit.LAYER,
      Payload.CODED,
      Coding.OVERLAYBD,
      OverlayBdIndex::new,
      Update.LAYERS,
      Start.FILES,
      64 << 10,
      false),
  FILES(
      Unit.CONTENT,
      Payload.CODED,
      Coding.FILES,
      RecipeIndex::ofFiles,
      Update.CONTENTS,
      Start.WHOLE,
      false),
  CHUNKS(
      Unit.CHUNK, Payload.CODED, null, RecipeIndex::ofChunks, Update.CONTENTS, Start.WHOLE, false);

  private final Unit unit;
  private final Payload payload;
  private final @Nullable Coding coding;
  private final @Nullable Supplier<LayerIndex> index;
  private final Update update;
  private final Start start;
  private final long blockBytes;
  private final boolean isVerified;

  ImageFormat(
      Unit unit,
      Payload payload,
      @Nullable Coding coding,
      @Nullable Supplier<LayerIndex> index,
      Update update,
      Start start,
      boolean isVerified) {
    this(unit, payload, coding, index, update, start, 0, isVerified);
  }

  ImageFormat(
      Unit unit,
      Payload payload,
      @Nullable Coding coding,
      @Nullable Supplier<LayerIndex> index,
      Update update,
      Start start,
      long blockBytes,
      boolean isVerified) {
    this.unit = unit;
    this.payload = payload;
    this.coding = coding;
    this.index = index;
    this.update = update;
    this.start = start;
    this.blockBytes = blockBytes;
    this.isVerified = isVerified;
  }

  /** The unit that is stored once, however often it is used. */
  public enum Unit {
    LAYER,
    CONTENT,
    CHUNK
  }

  /** The form in which units are stored. */
  public enum Payload {
    /** The layer's blob as it is stored now. */
    STORED,
    /** Contents of files, not compressed. */
    PLAIN,
    /** Compressed by the format's coding. */
    CODED
  }

  /** The bytes that a client fetches that has the image before. */
  public enum Update {
    /** The new layers, whole. */
    LAYERS,
    /** The indexes of the new layers, and the contents that the image before does not have. */
    CONTENTS,
    /** The index of the whole image, and the contents that the image before does not have. */
    IMAGE_INDEX
  }

  /** The bytes that a client fetches before a container starts. */
  public enum Start {
    /** All, which it decompresses and writes as files. */
    UNPACKED,
    /** All, which is mounted, or is files already. */
    WHOLE,
    /** The index, and blocks of the files that are read. */
    FILES,
    /** The index, and spans of the archive with the files that are read. */
    SPANS
  }

  /** The name in tables and reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public Unit unit() {
    return unit;
  }

  public Payload payload() {
    return payload;
  }

  /** How its payload is compressed; null where it is not, or is not measured by spans. */
  public @Nullable Coding coding() {
    return coding;
  }

  /** The index of a layer that has no entry yet; null where it has no index. */
  public @Nullable LayerIndex index() {
    return index == null ? null : index.get();
  }

  public Update update() {
    return update;
  }

  public Start start() {
    return start;
  }

  /** Bytes of a file, or of the archive, that are fetched together; 0 where all is. */
  public long blockBytes() {
    return blockBytes;
  }

  /** Whether its figures were compared with what its own tool makes. */
  public boolean isVerified() {
    return isVerified;
  }
}
