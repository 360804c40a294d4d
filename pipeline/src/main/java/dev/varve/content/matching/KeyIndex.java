package dev.varve.content.matching;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Finds the number of a key in an array of distinct keys of its owner. It is a hash table with open
 * addressing: 4 bytes a slot, and two to four slots for each key of its planned size.
 *
 * <p>Its purpose is to save memory. Fastutil's map of long to int stores the keys again: a popular
 * chunk would take 28 to 44 bytes, where {@link PopularData} takes 20 to 28. It is no slower than
 * that map. This was measured at equal load on a backup simulation's two busiest tables, look-ups
 * in the parent's segments and counts of chunks.
 */
public final class KeyIndex implements Serializable {
  /** The result for a key that is not in the index. */
  public static final int NONE = -1;

  private static final long serialVersionUID = 1L;

  // Number + 1 of the key in the slot; 0 in an empty slot.
  private final int[] slots;

  /**
   * An empty index.
   *
   * @param entries the most keys that it has to take, up to 2^29
   */
  public KeyIndex(int entries) {
    if (entries > 1 << 29) {
      throw new IllegalArgumentException(entries + " entries; a table has at most 2^29");
    }
    slots = new int[Integer.highestOneBit(Math.max(2, entries) * 2 - 1) << 1];
  }

  /** The number of this key in {@code keys}, or {@link #NONE}. */
  public int find(long[] keys, long key) {
    return slots[slot(keys, key)] - 1;
  }

  /**
   * Adds {@code keys[number]}, unless an equal key is in the index already.
   *
   * @return the number of the equal key, or {@code number} where there was none
   */
  public int add(long[] keys, int number) {
    int slot = slot(keys, keys[number]);
    if (slots[slot] == 0) {
      slots[slot] = number + 1;
    }
    return slots[slot] - 1;
  }

  /** Removes all keys. */
  public void clear() {
    Arrays.fill(slots, 0);
  }

  private int slot(long[] keys, long key) {
    int mask = slots.length - 1;
    int slot = (int) ChunkKey.spread(key) & mask;
    while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
