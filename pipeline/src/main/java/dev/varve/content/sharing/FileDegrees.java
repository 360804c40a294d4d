package dev.varve.content.sharing;

import dev.varve.content.sharing.FileOrigins.Origin;
import java.util.Arrays;

/**
 * Sharing degrees of one file content after another: its copies, and the distinct layers, images
 * and repositories that contain one; and where its duplicates come from. Copies come in any order.
 *
 * <p>A layer and an owner are counted once for a content: counting one sets its mark to the
 * content's number. So a content costs one step for each owner of its layers. Most contents are in
 * a single layer and take that layer's counts without any step. Memory is 8 bytes a layer, and 4 an
 * image and a repository, however many copies a content has.
 */
public final class FileDegrees {
  private final LayerOwners owners;
  private final FileOrigins origins;
  private final int[] layerMarks;
  private final int[] ownerMarks;
  private int[] layerNumbers = new int[16];
  private int content;
  private long copies;
  private int layers;
  private int images;
  private int repositories;

  /**
   * No content yet; {@link #start} comes first.
   *
   * @param origins what the duplicates are added to
   */
  public FileDegrees(LayerOwners owners, FileOrigins origins) {
    this.owners = owners;
    this.origins = origins;
    this.layerMarks = new int[owners.layers()];
    this.ownerMarks = new int[owners.count()];
  }

  /** Begins the next content. */
  public void start() {
    if (++content < 0) {
      Arrays.fill(layerMarks, 0);
      Arrays.fill(ownerMarks, 0);
      content = 1;
    }
    copies = 0;
    layers = 0;
    images = 0;
    repositories = 0;
  }

  /** Adds a copy in a layer. */
  public void add(int layer) {
    copies++;
    if (layerMarks[layer] == content) {
      return;
    }
    layerMarks[layer] = content;
    if (layers == layerNumbers.length) {
      layerNumbers = Arrays.copyOf(layerNumbers, Math.multiplyExact(layers, 2));
    }
    layerNumbers[layers++] = layer;
  }

  /** Adds further copies in layers that were added for this content already. */
  public void addRepeats(long count) {
    copies += count;
  }

  /**
   * Ends the content: counts its owners, and adds its duplicates to the origins.
   *
   * @param bytes its length
   */
  public void end(long bytes) {
    origins.addContent();
    origins.add(Origin.SAME_LAYER, copies - layers, bytes);
    if (layers == 1) {
      images = owners.images(layerNumbers[0]);
      repositories = owners.repositories(layerNumbers[0]);
      return;
    }
    Arrays.sort(layerNumbers, 0, layers);
    boolean areOwnersKnown = true;
    for (int at = 0; at < layers; at++) {
      int layer = layerNumbers[at];
      areOwnersKnown &= owners.areRepositoriesKnown(layer);
      int newImages = countImages(layer);
      int newRepositories = countRepositories(layer);
      if (at > 0) {
        origins.add(origin(layer, newImages, newRepositories, areOwnersKnown), 1, bytes);
      }
      images += newImages;
      repositories += newRepositories;
    }
  }

  /** Copies, repeats within a layer counted. */
  public long copies() {
    return copies;
  }

  /** Distinct layers. */
  public long layers() {
    return layers;
  }

  /** Numbers of the distinct layers, ascending; known after {@link #end}. */
  public int[] layersInOrder() {
    return Arrays.copyOf(layerNumbers, layers);
  }

  /** Distinct images that list such a layer, after {@link #end}. */
  public long images() {
    return images;
  }

  /** Distinct repositories that contain such an image, after {@link #end}. */
  public long repositories() {
    return repositories;
  }

  /**
   * Origin of the first copy in a layer. If some of the layer's owners are not new for this
   * content, they also own an earlier layer with it.
   */
  private Origin origin(int layer, int newImages, int newRepositories, boolean areOwnersKnown) {
    if (newImages < owners.images(layer)) {
      return Origin.SAME_IMAGE;
    }
    if (newRepositories < owners.repositories(layer)) {
      return Origin.SAME_REPOSITORY;
    }
    return areOwnersKnown ? Origin.ELSEWHERE : Origin.UNKNOWN;
  }

  private int countImages(int layer) {
    int newOwners = 0;
    for (int index = 0; index < owners.images(layer); index++) {
      newOwners += mark(owners.image(layer, index));
    }
    return newOwners;
  }

  private int countRepositories(int layer) {
    int newOwners = 0;
    for (int index = 0; index < owners.repositories(layer); index++) {
      newOwners += mark(owners.repository(layer, index));
    }
    return newOwners;
  }

  /** 1 when the owner is seen for the first time for this content. */
  private int mark(int owner) {
    if (ownerMarks[owner] == content) {
      return 0;
    }
    ownerMarks[owner] = content;
    return 1;
  }
}
