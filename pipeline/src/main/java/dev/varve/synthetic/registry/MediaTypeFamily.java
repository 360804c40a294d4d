package dev.varve.synthetic.registry;

/** The two families of media types in use. */
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
  private final String archive;
  private final String separator;

  MediaTypeFamily(String manifest, String config, String archive, String separator) {
    this.manifest = manifest;
    this.config = config;
    this.archive = archive;
    this.separator = separator;
  }

  String manifest() {
    return manifest;
  }

  String config() {
    return config;
  }

  String layer(LayerPacking compression) {
    return compression.suffix().isEmpty() ? archive : archive + separator + compression.suffix();
  }
}
