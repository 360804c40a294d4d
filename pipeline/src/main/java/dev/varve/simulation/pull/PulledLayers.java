package dev.varve.simulation.pull;

import dev.varve.simulation.slice.Slice;
import dev.varve.simulation.slice.SlicedLayer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.shorts.ShortArrayList;
import java.io.Serializable;

/**
 * The layers of a registry and their slices on its servers, in flat arrays. Memory: 32 bytes a
 * layer and 18 a slice, up to half as much again while the arrays grow. Layers are added in the
 * order of their numbers.
 */
public final class PulledLayers implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int servers;
  private final LongArrayList storedBytes = new LongArrayList();
  private final LongArrayList restoredBytes = new LongArrayList();
  private final LongArrayList otherEntries = new LongArrayList();
  private final ShortArrayList homes = new ShortArrayList();
  private final ShortArrayList masters = new ShortArrayList();
  private final IntArrayList firstSlices = new IntArrayList(new int[] {0});
  private final ShortArrayList sliceServers = new ShortArrayList();
  private final LongArrayList sliceFiles = new LongArrayList();
  private final LongArrayList sliceBytes = new LongArrayList();

  /** An empty list of layers for a given number of servers. */
  public PulledLayers(int servers) {
    this.servers = servers;
  }

  /**
   * Adds the next layer.
   *
   * @param sliced the layer; its number must be the count of layers added before
   * @param stored bytes of its blob as pushed
   * @param restored bytes that a client fetches of the restored layer
   * @param others number of entries of its archive that are in no slice, such as folders
   */
  public void add(SlicedLayer sliced, long stored, long restored, long others) {
    if (sliced.layer() != count()) {
      throw new IllegalArgumentException("layer " + sliced.layer() + " after " + count());
    }
    storedBytes.add(stored);
    restoredBytes.add(restored);
    otherEntries.add(others);
    homes.add((short) sliced.home());
    masters.add((short) sliced.master());
    for (Slice slice : sliced.slices()) {
      sliceServers.add((short) slice.server());
      sliceFiles.add(slice.files());
      sliceBytes.add(slice.bytes());
    }
    firstSlices.add(sliceServers.size());
  }

  /** Number of layers. */
  public int count() {
    return masters.size();
  }

  /** Number of servers that store the layers. */
  public int servers() {
    return servers;
  }

  /** Bytes of each restored layer, by its number. */
  public long[] restoredBytes() {
    return restoredBytes.toLongArray();
  }

  long storedBytes(int layer) {
    return storedBytes.getLong(layer);
  }

  long restoredBytes(int layer) {
    return restoredBytes.getLong(layer);
  }

  /**
   * The home server of a layer: it receives the layer when it is pushed, and stores it where layers
   * stay whole.
   */
  int home(int layer) {
    return homes.getShort(layer);
  }

  int master(int layer) {
    return masters.getShort(layer);
  }

  /**
   * Number of servers that build the layer: at least 1, as the master builds the entries without
   * contents.
   */
  int builders(int layer) {
    return Math.max(1, slices(layer));
  }

  int server(int layer, int slice) {
    return slices(layer) == 0
        ? master(layer)
        : sliceServers.getShort(firstSlices.getInt(layer) + slice);
  }

  /**
   * Number of entries that a builder archives: its files, and on the master also all entries
   * without contents.
   */
  long entries(int layer, int slice) {
    long others = server(layer, slice) == master(layer) ? otherEntries.getLong(layer) : 0;
    return slices(layer) == 0
        ? others
        : others + sliceFiles.getLong(firstSlices.getInt(layer) + slice);
  }

  /** Bytes of contents that a builder archives. */
  long contentBytes(int layer, int slice) {
    return slices(layer) == 0 ? 0 : sliceBytes.getLong(firstSlices.getInt(layer) + slice);
  }

  private int slices(int layer) {
    return firstSlices.getInt(layer + 1) - firstSlices.getInt(layer);
  }
}
