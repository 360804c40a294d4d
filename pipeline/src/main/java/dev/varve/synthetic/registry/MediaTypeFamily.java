package dev.varve.synthetic.registry;

/** The media types of the images that a synthetic registry writes: Docker's or OCI's. */
enum MediaTypeFamily {
  DOCKER(
      "application/vnd.docker.distribution.manifest.v2+json",
      "application/vnd.docker.container.image.v1+json",
      "application/vnd.docker.image.rootfs.diff.tar",
      "."),
  OCI(
      "application/vnd.oci.image.manifest.v1+json",
      "application/vnd.oci.image.config.v1+json",
      "application/vnd.oci.image.layer.v1.tar",
      "+");

  private final String manifest;
  private final String config;
  private final String plainLayer;
  private final String separator;

  MediaTypeFamily(String manifest, String config, String plainLayer, String separator) {
    this.manifest = manifest;
    this.config = config;
    this.plainLayer = plainLayer;
    this.separator = separator;
  }

  String manifest() {
    return manifest;
  }

  String config() {
    return config;
  }

  String layer(LayerPacking compression) {
    return compression.suffix().isEmpty()
        ? plainLayer
        : plainLayer + separator + compression.suffix();
  }
}
