package dev.varve.fuzz;

import dev.varve.input.codec.GzipStream;
import dev.varve.input.codec.InflateEngine;
import dev.varve.input.codec.OneByteSteps;
import dev.varve.input.codec.Packing;
import dev.varve.model.MalformedBlobException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * gzip streams, as they come and as a deflate stream between a header and the trailer that fits;
 * both engines must agree, and what is accepted must be what the JDK's reader makes of it.
 */
final class GzipTarget implements FuzzTarget {
  private static final int MOST_BYTES = 1 << 16;
  private static final byte[] PLAIN = new byte[MOST_BYTES];
  private static final int SHORT = 2000;

  /** What zlib says of sets of codes that leave some unused: ISA-L takes some of them. */
  private static final String BAD_CODES = " set";

  @Override
  public boolean accepts(byte[] data) throws IOException {
    byte[] member = member(data);
    boolean whole = member != null && read(member);
    return read(data) || whole;
  }

  private static boolean read(byte[] stored) throws IOException {
    Inflated own = inflate(new ByteArrayInputStream(stored), InflateEngine.JDK);
    Inflated fast = inflate(new ByteArrayInputStream(stored), InflateEngine.fastest());
    if (!own.fault.contains(BAD_CODES)) {
      Checks.holds(
          Checks.same(own.bytes, fast.bytes, MOST_BYTES), "engines: " + own + " and " + fast);
    }
    if (stored.length < SHORT && Checks.oneIn(4, stored)) {
      Inflated slow = inflate(new OneByteSteps(stored), InflateEngine.fastest());
      Checks.holds(Checks.same(fast.bytes, slow.bytes, MOST_BYTES), "short reads change nothing");
    }
    if (own.bytes != null) {
      byte[] foreign = new GZIPInputStream(new ByteArrayInputStream(stored)).readNBytes(MOST_BYTES);
      Checks.holds(Arrays.equals(own.bytes, foreign), "the JDK's reader says the same");
    }
    return own.bytes != null;
  }

  private record Inflated(byte @Nullable [] bytes, String fault) {}

  /** The first bytes that come out, or why the stream is refused before. */
  private static Inflated inflate(InputStream in, InflateEngine engine) throws IOException {
    try (GzipStream plain = new GzipStream(in, engine, (archive, blob) -> {})) {
      return new Inflated(plain.readNBytes(MOST_BYTES), "");
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return new Inflated(null, e.explanation());
    }
  }

  /** A member of this deflate stream and what follows it; null when it is none. */
  private static byte @Nullable [] member(byte[] deflated) {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(deflated);
      int bytes = inflater.inflate(PLAIN);
      if (!inflater.finished()) {
        return null;
      }
      CRC32 crc = new CRC32();
      crc.update(PLAIN, 0, bytes);
      int used = (int) inflater.getBytesRead();
      return ByteBuffer.allocate(10 + deflated.length + 8)
          .order(ByteOrder.LITTLE_ENDIAN)
          .put(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3})
          .put(deflated, 0, used)
          .putInt((int) crc.getValue())
          .putInt(bytes)
          .put(deflated, used, deflated.length - used)
          .array();
    } catch (DataFormatException e) {
      return null;
    } finally {
      inflater.end();
    }
  }

  @Override
  public List<byte[]> seeds() {
    byte[] words =
        "varve and layer and varve "
            .repeat(20)
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    byte[] one = Packing.GZIP.pack(words);
    byte[] named = one.clone();
    named[3] = 8;
    ByteArrayOutputStream two = new ByteArrayOutputStream();
    two.writeBytes(one);
    two.writeBytes(Packing.GZIP.pack(new byte[70_000]));
    two.writeBytes(new byte[20]);
    List<byte[]> seeds = new ArrayList<>(List.of(one, two.toByteArray(), named));
    seeds.add(Arrays.copyOfRange(one, 10, one.length - 8));
    seeds.add(new byte[] {1, 3, 0, (byte) 0xfc, (byte) 0xff, 'a', 'b', 'c'});
    return seeds;
  }
}
