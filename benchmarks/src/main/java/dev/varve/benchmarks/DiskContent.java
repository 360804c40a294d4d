package dev.varve.benchmarks;

import dev.varve.model.Seed;
import dev.varve.model.Segment;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Content such as disks have: extents of whole 4 KiB blocks, from one to 64 of them, a third
 * compressed data (random), a third text, a sixth records (counters and zeros), a sixth holes; and
 * one segment of eight with nothing in it. Any segment is made alone from the seed.
 */
public final class DiskContent {
  private static final int BLOCK_BYTES = 4096;
  private static final int EXTENT_BLOCKS = 64;
  private static final int EMPTY_SEGMENTS = 8;
  private static final int RECORD_BYTES = 32;
  private static final byte[] LETTERS =
      "etaoin shrdlu.cmfwyp,vbgkqjxz\n01".getBytes(StandardCharsets.US_ASCII);

  private DiskContent() {}

  /** A segment's bytes. */
  public static byte[] segment(Seed seed, long position) {
    byte[] bytes = new byte[Segment.BYTES];
    if (position % EMPTY_SEGMENTS == EMPTY_SEGMENTS - 1) {
      return bytes;
    }
    RandomGenerator random = seed.at(position).random();
    for (int from = 0; from < bytes.length; ) {
      int to = Math.min(from + (1 + random.nextInt(EXTENT_BLOCKS)) * BLOCK_BYTES, bytes.length);
      extent(bytes, from, to, random);
      from = to;
    }
    return bytes;
  }

  /** Writes a disk image: the path, its length in MiB. */
  public static void main(String[] arguments) throws IOException {
    long segments = Long.parseLong(arguments[1]) * (1 << 20) / Segment.BYTES;
    try (OutputStream out = Files.newOutputStream(Path.of(arguments[0]))) {
      for (long position = 0; position < segments; position++) {
        out.write(segment(new Seed(1), position));
      }
    }
  }

  private static void extent(byte[] bytes, int from, int to, RandomGenerator random) {
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        byte[] content = new byte[to - from];
        random.nextBytes(content);
        System.arraycopy(content, 0, bytes, from, content.length);
      }
      case 2, 3 -> {
        for (int i = from; i < to; i++) {
          bytes[i] = LETTERS[random.nextInt(LETTERS.length)];
        }
      }
      case 4 -> {
        int start = random.nextInt(1 << 16);
        for (int i = from; i < to; i += RECORD_BYTES) {
          bytes[i] = (byte) (start + i / RECORD_BYTES);
          bytes[i + 1] = (byte) ((start + i / RECORD_BYTES) >> 8);
          bytes[i + 8] = (byte) random.nextInt(16);
        }
      }
      default -> Arrays.fill(bytes, from, to, (byte) 0);
    }
  }
}
