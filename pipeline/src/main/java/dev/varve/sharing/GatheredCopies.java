package dev.varve.sharing;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Copies of contents, gathered by content as far as a bounded memory goes: of a registry, where a
 * content has many copies, far fewer things are left to sort than there are copies. Memory is 200
 * bytes a content and up to 8 bytes a copy, some 40 MB when it is full; half of that again while it
 * is given away.
 *
 * @param <K> what identifies a content
 */
public final class GatheredCopies<K> {
  private static final int MOST_CONTENTS = 1 << 17;
  private static final int MOST_COPIES = 1 << 21;

  private final int mostContents;
  private final int mostCopies;
  private final Map<K, Copies> contents = new HashMap<>();
  private int copies;

  /** Where gathered copies go. */
  public interface Output<K> {
    /**
     * Takes copies of a content.
     *
     * @param bytes its length, the least that was told
     * @param layers of the copies, in the order of adding, as {@link #layers} reads them
     */
    void accept(K content, long bytes, byte[] layers);
  }

  private static final class Copies {
    private long bytes = Long.MAX_VALUE;
    private int[] layers = new int[2];
    private int count;

    void add(long ofBytes, int layer) {
      bytes = Math.min(bytes, ofBytes);
      if (count == layers.length) {
        layers = Arrays.copyOf(layers, 2 * count);
      }
      layers[count++] = layer;
    }

    byte[] packed() {
      ByteBuffer packed = ByteBuffer.allocate(Integer.BYTES * count);
      packed.asIntBuffer().put(layers, 0, count);
      return packed.array();
    }
  }

  /** No copies yet. */
  public GatheredCopies() {
    this(MOST_CONTENTS, MOST_COPIES);
  }

  GatheredCopies(int mostContents, int mostCopies) {
    this.mostContents = mostContents;
    this.mostCopies = mostCopies;
  }

  /** A copy of a content in a layer. */
  public void add(K content, long bytes, int layer) {
    contents.computeIfAbsent(content, of -> new Copies()).add(bytes, layer);
    copies++;
  }

  /** Whether memory is used up: {@link #drain} comes next. */
  public boolean isFull() {
    return contents.size() >= mostContents || copies >= mostCopies;
  }

  /** Gives everything away, in no order, and starts again. */
  public void drain(Output<K> output) {
    contents.forEach((content, of) -> output.accept(content, of.bytes, of.packed()));
    contents.clear();
    copies = 0;
  }

  /** The layers of copies that were given away. */
  public static IntBuffer layers(byte[] packed) {
    return ByteBuffer.wrap(packed).asIntBuffer();
  }
}
