package dev.varve.benchmarks.population;

import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.nio.ByteBuffer;

/** 32 bytes that look like a digest, from a seed. */
final class Digest {
  static final int BYTES = 32;

  private Digest() {}

  static Fingerprint of(Seed seed) {
    return Fingerprint.of(put(ByteBuffer.allocate(BYTES), seed.value()).array());
  }

  /** Writes the digest of a number. */
  static ByteBuffer put(ByteBuffer buffer, long number) {
    long word = number;
    for (int at = 0; at < BYTES / Long.BYTES; at++) {
      word = Seed.mix(word + 0x9e3779b97f4a7c15L);
      buffer.putLong(word);
    }
    return buffer;
  }

  /** As registries write it. */
  static String text(Fingerprint fingerprint) {
    return "sha256:" + fingerprint.hex();
  }

  /** The digest of the n-th of so many things in the order of their digests. */
  static String text(Seed seed, long number, long of) {
    long step = Long.divideUnsigned(-1L, of);
    byte[] digest = of(seed.at(number)).bytes();
    ByteBuffer buffer = ByteBuffer.wrap(digest);
    buffer.putLong(0, number * step + Long.remainderUnsigned(buffer.getLong(0), step));
    return text(Fingerprint.of(digest));
  }
}
