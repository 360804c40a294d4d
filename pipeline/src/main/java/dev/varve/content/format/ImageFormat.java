package dev.varve.content.format;

import dev.varve.content.chunking.RollSum;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A format of container images, described by what a registry stores and what a client fetches. Each
 * format is one constant here; the size of its index is computed by a {@link LayerIndex}.
 */
@SuppressWarnings("ImmutableEnumChecker") // traits are not changed once a format has them
public enum ImageFormat {
  AS_STORED(Traits.ofLayers(Payload.STORED)),
  GZIP_6(Traits.ofLayers(Coding.GZIP_6)),
  ZSTD_3(Traits.ofLayers(Coding.ZSTD_3)),
  ZSTD_19(Traits.ofLayers(Coding.ZSTD_19)),
  ESTARGZ(Traits.ofLayers(Coding.ESTARGZ).index(EstargzIndex::new).startsByFiles(4 << 20)),
  ZSTD_CHUNKED(
      Traits.ofLayers(Coding.ZSTD_CHUNKED)
          .index(ZstdChunkedIndex::new)
          .updates(Update.CONTENTS)
          .cutBy(new RollSum(64 << 10).name())),
  SOCI(Traits.ofLayers(Payload.STORED).index(SociIndex::new).startsBySpans(SociIndex.SPAN_BYTES)),
  NYDUS(
      Traits.ofContents(Coding.FILES)
          .joined()
          .index(NydusIndex::new)
          .updates(Update.IMAGE_INDEX)
          .startsByFiles(1 << 20)),
  COMPOSEFS(
      Traits.ofContents(Payload.PLAIN).index(ComposefsIndex::new).updates(Update.IMAGE_INDEX)),
  EROFS(Traits.ofLayers(Payload.PLAIN).index(ErofsIndex::plain).mounted()),
  EROFS_LZ4(Traits.ofLayers(Coding.EROFS_LZ4).index(ErofsIndex::compressed).mounted()),
  EROFS_ZSTD(Traits.ofLayers(Coding.EROFS_ZSTD).index(ErofsIndex::compressed).mounted()),
  OVERLAYBD(
      Traits.ofLayers(Coding.OVERLAYBD)
          .index(OverlayBdIndex::new)
          .startsByFiles(64 << 10)
          .unverified()),
  FILES(Traits.ofContents(Coding.FILES).index(RecipeIndex::ofFiles).unpublished()),
  CHUNKS(Traits.ofChunks().index(RecipeIndex::ofChunks).unpublished());

  private final Traits traits;

  ImageFormat(Traits traits) {
    this.traits = traits;
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

  /**
   * The bytes that a client fetches for an image when it has the previous image of its repository.
   */
  public enum Update {
    /** The new layers, whole. */
    LAYERS,
    /** The indexes of the new layers, and the contents that the previous image does not have. */
    CONTENTS,
    /** The index of the whole image, and the contents that the previous image does not have. */
    IMAGE_INDEX
  }

  /** The bytes that a client fetches before a container starts. */
  public enum Start {
    /** All bytes, which the client decompresses and writes as files. */
    UNPACKED,
    /** All bytes, which are mounted, or are files already. */
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
    return traits.unit;
  }

  public Payload payload() {
    return traits.payload;
  }

  /**
   * Compression of the format's payload; null where the payload is not compressed, or not measured
   * by spans.
   */
  public @Nullable Coding coding() {
    return traits.coding;
  }

  /** The index of a layer that has no entry yet; null where it has no index. */
  public @Nullable LayerIndex index() {
    return traits.index == null ? null : traits.index.get();
  }

  /** Whether the contents of a layer that are stored once are one object, and not one each. */
  public boolean isJoined() {
    return traits.isJoined;
  }

  public Update update() {
    return traits.update;
  }

  /** The chunker by whose chunks an update fetches contents; null where it fetches them whole. */
  public @Nullable String chunker() {
    return traits.chunker;
  }

  public Start start() {
    return traits.start;
  }

  /**
   * Bytes of a file, or of the archive, that are fetched together; 0 where everything is fetched.
   */
  public long blockBytes() {
    return traits.blockBytes;
  }

  /** Whether there is a public tool that makes images of this format. */
  public boolean isPublished() {
    return traits.isPublished;
  }

  /** Whether the computed sizes were compared with images that the format's own tool made. */
  public boolean isVerified() {
    return traits.isVerified;
  }

  /** Traits of a format; without more it is fetched whole, published and verified. */
  private static final class Traits {
    private final Unit unit;
    private final Payload payload;
    private final @Nullable Coding coding;
    private @Nullable Supplier<LayerIndex> index;
    private boolean isJoined;
    private Update update;
    private @Nullable String chunker;
    private Start start;
    private long blockBytes;
    private boolean isPublished = true;
    private boolean isVerified = true;

    private Traits(Unit unit, Payload payload, @Nullable Coding coding) {
      this.unit = unit;
      this.payload = payload;
      this.coding = coding;
      this.update = unit == Unit.LAYER ? Update.LAYERS : Update.CONTENTS;
      this.start = unit == Unit.LAYER ? Start.UNPACKED : Start.WHOLE;
    }

    static Traits ofLayers(Payload payload) {
      return new Traits(Unit.LAYER, payload, null);
    }

    static Traits ofLayers(Coding coding) {
      return new Traits(Unit.LAYER, Payload.CODED, coding);
    }

    static Traits ofContents(Payload payload) {
      return new Traits(Unit.CONTENT, payload, null);
    }

    static Traits ofContents(Coding coding) {
      return new Traits(Unit.CONTENT, Payload.CODED, coding);
    }

    static Traits ofChunks() {
      return new Traits(Unit.CHUNK, Payload.CODED, null);
    }

    Traits index(Supplier<LayerIndex> ofLayer) {
      index = ofLayer;
      return this;
    }

    Traits joined() {
      isJoined = true;
      return this;
    }

    Traits updates(Update fetched) {
      update = fetched;
      return this;
    }

    Traits cutBy(String name) {
      chunker = name;
      return this;
    }

    Traits mounted() {
      start = Start.WHOLE;
      return this;
    }

    Traits startsByFiles(long bytes) {
      start = Start.FILES;
      blockBytes = bytes;
      return this;
    }

    Traits startsBySpans(long bytes) {
      start = Start.SPANS;
      blockBytes = bytes;
      return this;
    }

    Traits unverified() {
      isVerified = false;
      return this;
    }

    Traits unpublished() {
      isPublished = false;
      isVerified = false;
      return this;
    }
  }
}
