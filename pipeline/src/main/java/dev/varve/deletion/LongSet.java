package dev.varve.deletion;

/** A growing set of longs without boxes: open addressing, at most two thirds full. */
final class LongSet {
  private static final int FIRST_SLOTS = 16;

  private long[] slots = new long[FIRST_SLOTS];
  private int filled;
  private boolean zero; // 0 marks an empty slot, so it lives here

  void add(long value) {
    if (value == 0) {
      zero = true;
      return;
    }
    int slot = slot(slots, value);
    if (slots[slot] == 0) {
      slots[slot] = value;
      if (++filled > slots.length / 3 * 2) {
        grow();
      }
    }
  }

  boolean contains(long value) {
    return value == 0 ? zero : slots[slot(slots, value)] == value;
  }

  int size() {
    return filled + (zero ? 1 : 0);
  }

  long bytes() {
    return slots.length * 8L;
  }

  private void grow() {
    long[] larger = new long[Math.multiplyExact(slots.length, 2)];
    for (long value : slots) {
      if (value != 0) {
        larger[slot(larger, value)] = value;
      }
    }
    slots = larger;
  }

  private static int slot(long[] slots, long value) {
    int slot = (int) SummaryVector.mix(value) & (slots.length - 1);
    while (slots[slot] != 0 && slots[slot] != value) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }
}
