package dev.varve.input.codec;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** The compressions of layers, written by other people's encoders. */
public enum Packing {
  NONE,
  GZIP,
  ZSTD,
  BZIP2,
  XZ;

  /** One member, frame or stream. */
  public byte[] pack(byte[] content) {
    if (this == ZSTD) {
      return Zstd.compress(content);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream packed = over(out)) {
      packed.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** As the table has it. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  private OutputStream over(OutputStream out) throws IOException {
    return switch (this) {
      case NONE, ZSTD -> out;
      case GZIP -> new GZIPOutputStream(out);
      case BZIP2 -> new BZip2CompressorOutputStream(out, 1);
      case XZ -> new XZOutputStream(out, new LZMA2Options(1));
    };
  }
}
