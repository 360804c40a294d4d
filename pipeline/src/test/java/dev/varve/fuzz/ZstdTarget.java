package dev.varve.fuzz;

import dev.varve.input.codec.BlobStream;
import dev.varve.input.codec.Decompressor;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.codec.OneByteSteps;
import dev.varve.input.codec.Packing;
import dev.varve.input.digest.Digests;
import dev.varve.model.MalformedBlobException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Blobs of any compression by their magic: zstd above all, bzip2 and xz. */
final class ZstdTarget implements FuzzTarget {
  private static final int MOST_BYTES = 1 << 20;
  private static final int SHORT = 1000;

  @Override
  public boolean accepts(byte[] data) throws IOException {
    byte[] plain = inflate(new ByteArrayInputStream(data));
    if (data.length < SHORT && Checks.oneIn(4, data)) {
      byte[] slow = inflate(new OneByteSteps(data));
      Checks.holds(Checks.same(plain, slow, MOST_BYTES), "short reads change nothing");
    }
    return plain != null;
  }

  private static byte @Nullable [] inflate(InputStream in) throws IOException {
    BlobStream blob = new BlobStream(in, Digests.named("md5"));
    try (Decompressor plain = new Decompressor(blob, InflateEngine.JDK)) {
      return plain.readNBytes(MOST_BYTES);
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return null;
    }
  }

  @Override
  public List<byte[]> seeds() {
    byte[] words =
        "varve and layer and varve "
            .repeat(20)
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    List<byte[]> seeds = new ArrayList<>();
    for (Packing packing : Packing.values()) {
      seeds.add(packing.pack(words));
    }
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    frames.writeBytes(Packing.ZSTD.pack(words));
    frames.writeBytes(new byte[] {0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3});
    frames.writeBytes(Packing.ZSTD.pack(new byte[200_000]));
    seeds.add(frames.toByteArray());
    return seeds;
  }
}
