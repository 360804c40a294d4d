package dev.varve.sharing;

import java.util.Arrays;

/**
 * Sharing degrees of one file content after another: its copies, and the distinct layers, images
 * and repositories that hold one. Copies come in any order.
 *
 * <p>A layer and an owner are counted once for a content: counting one sets its mark to the
 * content's number. So a content costs one step for each owner of its layers. Most contents are in
 * a single layer and take that layer's counts without any step. Memory is 4 bytes a layer, an image
 * and a repository, however many copies a content has.
 */
public final class FileDegrees {
  private static final int NONE = -1;

  private final LayerOwners owners;
  private final int[] layerMarks;
  private final int[] marks;
  private int content;
  private long copies;
  private long layers;
  private int layer = NONE;
  private int images;
  private int repositories;

  /** No content yet; {@link #start} comes first. */
  public FileDegrees(LayerOwners owners) {
    this.owners = owners;
    this.layerMarks = new int[owners.layers()];
    this.marks = new int[owners.count()];
  }

  /** The copies that follow are of another content. */
  public void start() {
    if (++content < 0) {
      Arrays.fill(layerMarks, 0);
      Arrays.fill(marks, 0);
      content = 1;
    }
    copies = 0;
    layers = 0;
    layer = NONE;
    images = 0;
    repositories = 0;
  }

  /** A copy in a layer. */
  public void add(int in) {
    copies++;
    if (layerMarks[in] == content) {
      return;
    }
    layerMarks[in] = content;
    layers++;
    if (layers == 2) {
      count(layer);
    }
    if (layers >= 2) {
      count(in);
    }
    layer = in;
  }

  /** Copies, repeats within a layer counted. */
  public long copies() {
    return copies;
  }

  /** Distinct layers. */
  public long layers() {
    return layers;
  }

  /** Distinct images that list such a layer. */
  public long images() {
    return layers == 1 ? owners.images(layer) : images;
  }

  /** Distinct repositories that hold such an image. */
  public long repositories() {
    return layers == 1 ? owners.repositories(layer) : repositories;
  }

  private void count(int of) {
    for (int index = 0; index < owners.images(of); index++) {
      images += mark(owners.image(of, index));
    }
    for (int index = 0; index < owners.repositories(of); index++) {
      repositories += mark(owners.repository(of, index));
    }
  }

  /** 1 when the owner is met for the first time for this content. */
  private int mark(int owner) {
    if (marks[owner] == content) {
      return 0;
    }
    marks[owner] = content;
    return 1;
  }
}
