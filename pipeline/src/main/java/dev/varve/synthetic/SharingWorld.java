package dev.varve.synthetic;

import dev.varve.model.Fingerprint;
import dev.varve.model.Seed;
import java.io.Serializable;
import java.nio.ByteBuffer;

/**
 * Recipes of any size without real layers, to measure set operations: every layer has the same
 * number of files. In a random order of all files, the first {@code contents} files each have a new
 * content; the others repeat one, popular ones much more often. Every row is computed from its
 * number alone: nothing is held in memory.
 *
 * @param seed of everything
 * @param layers how many
 * @param filesOfLayer files of each
 * @param contents different contents, at most layers times files
 */
public record SharingWorld(Seed seed, int layers, int filesOfLayer, long contents)
    implements Serializable {
  /** How unevenly contents repeat: the share of the most popular x is x^(1/SKEW). */
  private static final double SKEW = 3;

  /** A prime larger than any number of rows here, so that multiplying permutes them. */
  private static final long STRIDE = 2_654_435_761L;

  /** Rows in all. */
  public long rows() {
    return (long) layers * filesOfLayer;
  }

  /** Which content a file has: a number from 0. */
  public long content(int layer, int position) {
    long row = (long) layer * filesOfLayer + position;
    long place = Math.floorMod(row * STRIDE, rows());
    if (place < contents) {
      return place;
    }
    double unit = (seed.at("content").at(row).value() >>> 11) * 0x1p-53;
    return (long) (contents * Math.pow(unit, SKEW));
  }

  /** The digest of a content: 32 bytes. */
  public Fingerprint fingerprint(long content) {
    Seed one = seed.at("fingerprint").at(content);
    ByteBuffer bytes = ByteBuffer.allocate(32);
    for (int word = 0; word < 4; word++) {
      bytes.putLong(one.at(word).value());
    }
    return Fingerprint.of(bytes.array());
  }

  /** Its size: most are small. */
  public long bytes(long content) {
    double unit = (seed.at("bytes").at(content).value() >>> 11) * 0x1p-53;
    return (long) (100 * Math.exp(unit * 9));
  }

  /** The digest of a layer, as text. */
  public String layerDigest(int layer) {
    return "sha256:" + fingerprint(-1L - layer).hex();
  }

  /** An image's layers: a base that many share, then its own. */
  public int[] layersOfImage(int image) {
    int own = 4;
    int bases = Math.max(1, layers / 100);
    int[] all = new int[own + 1];
    all[0] = Math.floorMod(seed.at("base").at(image).value(), bases);
    for (int depth = 1; depth <= own; depth++) {
      all[depth] = bases + Math.floorMod(image * own + depth - 1, layers - bases);
    }
    return all;
  }

  /** Images: so many that every layer is in one. */
  public int images() {
    return (layers - Math.max(1, layers / 100) + 3) / 4;
  }
}
