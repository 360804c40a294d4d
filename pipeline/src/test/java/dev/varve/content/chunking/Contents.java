package dev.varve.content.chunking;

import dev.varve.model.Seed;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;

/** Bytes to cut. */
final class Contents {
  private static final String LETTERS = "etaoin shrdlu.cmfwyp,vbgkqjxz\n01";

  private Contents() {}

  static byte[] random(int bytes, Seed seed) {
    byte[] content = new byte[bytes];
    seed.random().nextBytes(content);
    return content;
  }

  /** Every kind, each of the same length, by name. */
  static Map<String, byte[]> kinds(int bytes) {
    Seed seed = new Seed(7).at("contents");
    RandomGenerator random = seed.random();
    byte[] period = random(1000, seed.at("period"));
    Map<String, byte[]> kinds = new TreeMap<>();
    kinds.put("random", random(bytes, seed.at("random")));
    kinds.put("text", filled(bytes, i -> LETTERS.charAt(random.nextInt(LETTERS.length()))));
    kinds.put("zeros", new byte[bytes]);
    kinds.put("ones", filled(bytes, i -> 0xff));
    kinds.put("repeated", filled(bytes, i -> period[i % period.length]));
    kinds.put("rising", filled(bytes, i -> i));
    kinds.put("falling", filled(bytes, i -> -i));
    kinds.put("sawtooth", filled(bytes, i -> i % 5));
    kinds.put("zeros and a little", filled(bytes, i -> i % 9973 == 0 ? i / 9973 + 1 : 0));
    return kinds;
  }

  /** What the command `reference input` writes. */
  static byte[] golden() {
    long[] state = {1};
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    content.writeBytes(filled(1 << 20, i -> splitMix(state)));
    content.writeBytes(filled(1 << 20, i -> LETTERS.charAt((splitMix(state) & 0xff) % 32)));
    content.writeBytes(new byte[256 << 10]);
    byte[] period = filled(1000, i -> splitMix(state));
    content.writeBytes(filled(256 << 10, i -> period[i % 1000]));
    content.writeBytes(filled(1_000_001, i -> splitMix(state)));
    return content.toByteArray();
  }

  static byte[] filled(int bytes, IntUnaryOperator value) {
    byte[] content = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      content[i] = (byte) value.applyAsInt(i);
    }
    return content;
  }

  /** Where the chunks of an input in memory end. */
  static int[] ends(Chunker chunker, byte[] content) {
    int[] ends = new int[content.length / chunker.minBytes() + 1];
    int chunks = 0;
    for (int from = 0; from < content.length; from = ends[chunks++]) {
      ends[chunks] = chunker.cut(content, from, content.length);
    }
    return Arrays.copyOf(ends, chunks);
  }

  private static int splitMix(long[] state) {
    state[0] += 0x9e3779b97f4a7c15L;
    long z = state[0];
    z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return (int) (z ^ z >>> 31);
  }
}
