package dev.varve.content.sharing;

import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Images that list a layer, and repositories that contain such an image. Layers are numbered from
 * 0, images and repositories together likewise. Memory: 8 bytes a layer and 4 bytes a pair of layer
 * and owner.
 */
public final class LayerOwners implements Serializable {
  private static final long serialVersionUID = 1;

  // The owners of layer l stand from starts[l] to starts[l + 1], images up to repositories[l].
  private final int[] starts;
  private final int[] repositories;
  private final int[] owners;
  private final BitSet unstated;
  private final int count;

  private LayerOwners(Builder from) {
    this.starts = from.starts;
    this.repositories = from.repositories;
    this.owners = Arrays.copyOf(from.owners, from.pairs);
    this.unstated = from.unstated;
    this.count = from.count;
  }

  int layers() {
    return repositories.length;
  }

  /** Number of owners. */
  int count() {
    return count;
  }

  int images(int layer) {
    return repositories[layer] - starts[layer];
  }

  int repositories(int layer) {
    return starts[layer + 1] - repositories[layer];
  }

  int image(int layer, int index) {
    return owners[starts[layer] + index];
  }

  int repository(int layer, int index) {
    return owners[repositories[layer] + index];
  }

  /** Whether each image that lists the layer is in repositories that are known, if in any. */
  boolean areRepositoriesKnown(int layer) {
    return !unstated.get(layer);
  }

  /** Takes every pair of a layer and an owner once: by layer, images before repositories. */
  public static final class Builder {
    private final int[] starts;
    private final int[] repositories;
    private int[] owners = new int[1024];
    private final BitSet unstated = new BitSet();
    private int pairs;
    private int count;
    private int layer;

    /** A builder for {@code layers} layers, of which some may have no owner. */
    public Builder(int layers) {
      this.starts = new int[layers + 1];
      this.repositories = new int[layers];
    }

    /** An image lists the layer. */
    public void image(int ofLayer, int image) {
      closeLayersBefore(ofLayer);
      if (repositories[ofLayer] != pairs) {
        throw new IllegalArgumentException("an image after the repositories of layer " + ofLayer);
      }
      add(image);
      repositories[ofLayer] = pairs;
    }

    /** A repository contains such an image. */
    public void repository(int ofLayer, int repository) {
      closeLayersBefore(ofLayer);
      add(repository);
    }

    /** An image that lists the layer is in a repository that nobody stated. */
    public void unstatedRepository(int ofLayer) {
      unstated.set(ofLayer);
    }

    private void add(int owner) {
      if (pairs == owners.length) {
        owners = Arrays.copyOf(owners, Math.addExact(pairs, pairs >> 1));
      }
      owners[pairs++] = owner;
      count = Math.max(count, owner + 1);
    }

    private void closeLayersBefore(int next) {
      if (next < layer) {
        throw new IllegalArgumentException("layer " + next + " after layer " + layer);
      }
      while (layer < next) {
        starts[++layer] = pairs;
        if (layer < repositories.length) {
          repositories[layer] = pairs;
        }
      }
    }

    /** All pairs have come. */
    public LayerOwners build() {
      closeLayersBefore(repositories.length);
      return new LayerOwners(this);
    }
  }
}
