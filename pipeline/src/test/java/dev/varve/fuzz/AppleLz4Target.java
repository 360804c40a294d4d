package dev.varve.fuzz;

import dev.varve.content.packed.HandLz4;
import dev.varve.model.MalformedBlobException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks of a piece of tart: whole and short reads agree, and with another decoder. */
final class AppleLz4Target implements FuzzTarget {
  private static final int WHOLE = 1 << 16;
  private static final int SHORT = 999;

  @Override
  public boolean accepts(byte[] data) throws IOException {
    byte @Nullable [] plain = read(data, WHOLE);
    Checks.holds(Arrays.equals(plain, read(data, SHORT)), "short reads give the same");
    Checks.holds(Arrays.equals(plain, HandLz4.plain(data)), "another decoder gives the same");
    return plain != null;
  }

  private static byte @Nullable [] read(byte[] data, int step) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[step];
    try (InputStream in = HandLz4.reader(data)) {
      for (int got = in.read(some, 0, step); got >= 0; got = in.read(some, 0, step)) {
        Checks.holds(got > 0, "a read gives something");
        all.write(some, 0, got);
      }
      return all.toByteArray();
    } catch (MalformedBlobException e) {
      Checks.holds(!e.explanation().isBlank(), "a fault has words");
      return null;
    }
  }

  @Override
  public List<byte[]> seeds() {
    String stored = "6276342d 08000000 6162636465666768";
    String copying = "62763431 0d000000 0b000000 02 0800 70 696a6b6c6d6e6f";
    String repeating = "62763431 1f010000 06000000 1f 61 0100 ff0b";
    String end = "62763424";
    return List.of(
        hex(stored + copying + end), hex(repeating + copying + end), hex(stored + stored + end));
  }

  static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }
}
