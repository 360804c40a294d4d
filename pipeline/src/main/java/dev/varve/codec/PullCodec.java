package dev.varve.codec;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * How a registry that stores files compresses a layer when it is pulled.
 *
 * @param kind gzip or zstd
 * @param level 1 to 9, for zstd 1 to 19
 */
public record PullCodec(String kind, int level) implements Serializable {

  /**
   * Reads a name such as {@code gzip-6}.
   *
   * @throws IllegalArgumentException for any other
   */
  public static PullCodec named(String name) {
    if (!name.matches("gzip-[1-9]|zstd-([1-9]|1[0-9])")) {
      throw new IllegalArgumentException(
          "no codec is called " + name + "; write gzip-1 to gzip-9 or zstd-1 to zstd-19");
    }
    int dash = name.indexOf('-');
    return new PullCodec(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
  }

  /** The name that {@link #named} reads. */
  public String name() {
    return kind + "-" + level;
  }

  /** A compressor in front of a stream. */
  OutputStream over(OutputStream out) throws IOException {
    if (kind.equals("zstd")) {
      return new ZstdOutputStreamNoFinalizer(out, level);
    }
    GzipParameters parameters = new GzipParameters();
    parameters.setCompressionLevel(level);
    parameters.setBufferSize(64 << 10);
    return new GzipCompressorOutputStream(out, parameters);
  }
}
