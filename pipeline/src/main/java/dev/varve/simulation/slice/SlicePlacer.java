package dev.varve.simulation.slice;

import dev.varve.content.matching.KeyIndex;
import dev.varve.simulation.placement.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Deduplicates layers in the order of their arrival onto servers. A content that is stored already
 * joins the slice of the server that stores it. New contents go to the layer's home server when
 * {@link SliceRules} keep them together. Otherwise they are placed largest first, each on the
 * server whose slice of this layer is smallest. Of equally small slices the first one counts, in
 * the order of servers from the home server on.
 *
 * <p>Memory: 18 to 26 bytes for each content that several layers contain, and some 50 for each new
 * content of the layer that is placed. Contents are known by 64 bits of their fingerprints: of a
 * hundred million that several layers contain, two are taken for one with a probability of 0.0003.
 */
public final class SlicePlacer {
  /** The most servers. */
  public static final int MOST_SERVERS = 1 << 15;

  private final SliceRules rules;
  private final Placement homes;
  private final KeyIndex index;
  private final long[] keys;
  private final short[] serverOf;
  private int stored;

  private final long[] files;
  private final long[] bytes;
  private final long[] newFiles;
  private final long[] newBytes;
  private final List<Content> newContents = new ArrayList<>();
  private long layerFiles;
  private long layerBytes;

  private record Content(long key, long bytes, long copies, boolean shared) {}

  /**
   * An empty store.
   *
   * @param servers from 1 to {@link #MOST_SERVERS}
   * @param homes leads from a layer's digest to its home server: one shard on as many machines
   * @param sharedContents the most contents that {@link #add} receives as contained in several
   *     layers
   */
  public SlicePlacer(int servers, SliceRules rules, Placement homes, int sharedContents) {
    if (servers < 1 || servers > MOST_SERVERS) {
      throw new IllegalArgumentException(
          servers + " servers; 1 to " + MOST_SERVERS + " are allowed");
    }
    this.rules = rules;
    this.homes = homes;
    index = new KeyIndex(sharedContents);
    keys = new long[sharedContents + 1];
    serverOf = new short[sharedContents + 1];
    files = new long[servers];
    bytes = new long[servers];
    newFiles = new long[servers];
    newBytes = new long[servers];
  }

  /**
   * Adds a content of the layer that is being placed, largest content first.
   *
   * @param key 64 bits of its fingerprint
   * @param size bytes of one copy, at least 1
   * @param copies how many paths of the layer have this content, at least 1
   * @param shared whether another layer contains it too; only then it is remembered
   */
  public void add(long key, long size, long copies, boolean shared) {
    layerFiles += copies;
    layerBytes += size * copies;
    if (shared) {
      keys[stored] = key;
      int known = index.find(keys, key);
      if (known != KeyIndex.NONE) {
        addToSlice(serverOf[known], size, copies);
        return;
      }
    }
    if (!newContents.isEmpty() && newContents.get(newContents.size() - 1).bytes < size) {
      throw new IllegalArgumentException("contents must come largest first");
    }
    newContents.add(new Content(key, size, copies, shared));
  }

  /**
   * Places the contents added since the layer before.
   *
   * @param layer its number
   * @param digest 64 bits of its digest
   */
  public SlicedLayer place(int layer, long digest) {
    int[] homeOut = new int[1];
    homes.place(digest, homeOut, 0);
    int home = homeOut[0];
    long newBytesOfLayer = newContents.stream().mapToLong(content -> content.bytes).sum();
    boolean keepTogether =
        rules.keepsTogether(layerFiles, layerBytes, newContents.size(), newBytesOfLayer);
    for (Content content : newContents) {
      store(content, keepTogether ? home : smallest(home));
    }
    SlicedLayer placed = SlicedLayer.of(layer, home, slices());
    newContents.clear();
    layerFiles = 0;
    layerBytes = 0;
    for (long[] tally : List.of(files, bytes, newFiles, newBytes)) {
      Arrays.fill(tally, 0);
    }
    return placed;
  }

  private void store(Content content, int server) {
    addToSlice(server, content.bytes, content.copies);
    newFiles[server]++;
    newBytes[server] += content.bytes;
    if (content.shared) {
      if (stored == keys.length - 1) {
        throw new IllegalStateException("more contents are shared than " + stored);
      }
      keys[stored] = content.key;
      serverOf[stored] = (short) server;
      index.add(keys, stored++);
    }
  }

  private void addToSlice(int server, long size, long copies) {
    files[server] += copies;
    bytes[server] += size * copies;
  }

  private int smallest(int home) {
    int smallest = home;
    for (int step = 1; step < bytes.length; step++) {
      int server = (home + step) % bytes.length;
      if (bytes[server] < bytes[smallest]) {
        smallest = server;
      }
    }
    return smallest;
  }

  private List<Slice> slices() {
    List<Slice> slices = new ArrayList<>();
    for (int server = 0; server < bytes.length; server++) {
      if (files[server] > 0) {
        slices.add(
            new Slice(server, files[server], bytes[server], newFiles[server], newBytes[server]));
      }
    }
    return List.copyOf(slices);
  }
}
