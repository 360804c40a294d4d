package dev.varve.input.codec;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * Codec by which a registry that stores files instead of layers compresses a layer when it is
 * pulled.
 *
 * @param kind format of the compression
 * @param level compression level, from 1 to the highest of {@code kind}
 */
public record PullCodec(Kind kind, int level) implements Serializable {

  /** The forms of names, such as {@code gzip-1 to gzip-9}. */
  public static final List<String> FORMS = Arrays.stream(Kind.values()).map(Kind::form).toList();

  /** The kinds of compression, a line each: the highest level, and what compresses. */
  @SuppressWarnings("ImmutableEnumChecker") // compressors have no state
  public enum Kind {
    GZIP(9, PullCodec::gzip),
    ZSTD(19, ZstdOutputStreamNoFinalizer::new);

    private final int highestLevel;
    private final Compressor compressor;

    Kind(int highest, Compressor compressor) {
      this.highestLevel = highest;
      this.compressor = compressor;
    }

    private String name(int level) {
      return name().toLowerCase(Locale.ROOT) + "-" + level;
    }

    private String form() {
      return name(1) + " to " + name(highestLevel);
    }
  }

  private interface Compressor {
    OutputStream compressTo(OutputStream out, int level) throws IOException;
  }

  /**
   * Reads a name such as {@code gzip-6}.
   *
   * @throws IllegalArgumentException for any other
   */
  public static PullCodec named(String name) {
    for (Kind kind : Kind.values()) {
      for (int level = 1; level <= kind.highestLevel; level++) {
        if (kind.name(level).equals(name)) {
          return new PullCodec(kind, level);
        }
      }
    }
    throw new IllegalArgumentException(
        "no codec is called " + name + "; write " + String.join(" or ", FORMS));
  }

  /** The name that {@link #named} reads. */
  public String name() {
    return kind.name(level);
  }

  /** A compressor in front of a stream. */
  public OutputStream compressTo(OutputStream out) throws IOException {
    return kind.compressor.compressTo(out, level);
  }

  private static OutputStream gzip(OutputStream out, int level) throws IOException {
    GzipParameters parameters = new GzipParameters();
    parameters.setCompressionLevel(level);
    parameters.setBufferSize(64 << 10);
    return new GzipCompressorOutputStream(out, parameters);
  }
}
