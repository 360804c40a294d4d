package dev.varve.content.rebuild;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Encoder of the body and trailer of a gzip member by the JVM's zlib, with memLevel 8 and the
 * default strategy. Programs in C and Python that use zlib's defaults write equal bytes.
 */
record ZlibEncoder(int level) implements BlobEncoder {
  @Override
  public String name() {
    return "zlib";
  }

  @Override
  public void encode(InputStream plain, Comparison out) throws IOException {
    CheckedInputStream summed = new CheckedInputStream(plain, new CRC32());
    Deflater deflater = new Deflater(level, true);
    try {
      DeflaterOutputStream body = new DeflaterOutputStream(out, deflater, 64 << 10);
      summed.transferTo(body);
      body.finish();
      word(out, summed.getChecksum().getValue());
      word(out, deflater.getBytesRead());
    } finally {
      deflater.end();
    }
  }

  private static void word(Comparison out, long value) throws IOException {
    for (int shift = 0; shift < 32; shift += 8) {
      out.write((int) (value >>> shift));
    }
  }
}
