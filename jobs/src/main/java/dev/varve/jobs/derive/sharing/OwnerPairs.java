package dev.varve.jobs.derive.sharing;

import dev.varve.sharing.LayerOwners;

/** Collects the owners of layers from the rows of {@code schemas/sharing/layer_owner.sql}. */
final class OwnerPairs {
  private final LayerOwners.Builder owners;

  OwnerPairs(long layers) {
    this.owners = new LayerOwners.Builder(Math.toIntExact(layers));
  }

  /** A row. */
  record LayerOwner(int layer, boolean isRepository, int owner) {}

  void add(LayerOwner pair) {
    if (pair.owner() < 0) {
      owners.unstatedRepository(pair.layer());
    } else if (pair.isRepository()) {
      owners.repository(pair.layer(), pair.owner());
    } else {
      owners.image(pair.layer(), pair.owner());
    }
  }

  LayerOwners build() {
    return owners.build();
  }
}
