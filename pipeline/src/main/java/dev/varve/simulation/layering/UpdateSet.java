package dev.varve.simulation.layering;

import java.util.BitSet;

/** Updates in which something changed: ordinals of the later images. Never changes. */
public final class UpdateSet {
  private final BitSet images;

  /** Copies the ordinals. */
  UpdateSet(BitSet images) {
    this.images = (BitSet) images.clone();
  }

  /** Whether something changed from the image before to this. */
  public boolean contains(int image) {
    return images.get(image);
  }

  /** Number of updates. */
  public int size() {
    return images.cardinality();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UpdateSet that && images.equals(that.images);
  }

  @Override
  public int hashCode() {
    return images.hashCode();
  }

  @Override
  public String toString() {
    return images.toString();
  }
}
