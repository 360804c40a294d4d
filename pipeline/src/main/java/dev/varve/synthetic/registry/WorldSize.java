package dev.varve.synthetic.registry;

/**
 * Size of a {@link RegistryWorld}.
 *
 * @param bases base images; every third is the next release of an earlier one
 * @param packages packages that the package layers and the vendored trees choose from
 * @param filesPerPackage median of the files in a package; some have many times more
 * @param applications repositories with an application
 * @param versions images of each application, and revisions of its tree
 * @param filesPerBase files of a base image, apart from the packages in it
 * @param filesPerApplication own files of an application's tree, apart from the vendored packages
 */
public record WorldSize(
    int bases,
    int packages,
    int filesPerPackage,
    int applications,
    int versions,
    int filesPerBase,
    int filesPerApplication) {

  /**
   * @throws IllegalArgumentException when one of the sizes is below 1
   */
  public WorldSize {
    if (bases < 1
        || packages < 1
        || filesPerPackage < 1
        || applications < 1
        || versions < 1
        || filesPerBase < 1
        || filesPerApplication < 1) {
      throw new IllegalArgumentException("every size of a world must be at least 1");
    }
  }

  /** 39 images, 99 layers, about 240 MB of archives, 115 MB as stored; made in seconds. */
  public static WorldSize demo() {
    return new WorldSize(6, 40, 16, 10, 3, 200, 120);
  }

  /** For tests: every kind of image, layer and compression, in a few megabytes. */
  public static WorldSize small() {
    return new WorldSize(2, 6, 2, 6, 2, 12, 8);
  }
}
