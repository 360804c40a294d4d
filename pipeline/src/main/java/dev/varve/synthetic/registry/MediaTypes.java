package dev.varve.synthetic.registry;

/** Media types in addition to those of an {@link MediaTypeFamily}. */
final class MediaTypes {
  static final String INDEX = "application/vnd.oci.image.index.v1+json";
  static final String IN_TOTO = "application/vnd.in-toto+json";
  static final String HELM_CONFIG = "application/vnd.cncf.helm.config.v1+json";
  static final String HELM_CHART = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";

  private MediaTypes() {}
}
