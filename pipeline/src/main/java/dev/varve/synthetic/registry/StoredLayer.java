package dev.varve.synthetic.registry;

/**
 * A layer as manifests list it.
 *
 * @param blob of the compressed bytes; its media type is set by each manifest
 * @param diffId digest of the archive inside
 */
record StoredLayer(Descriptor blob, String diffId, LayerPacking compression) {

  Descriptor in(MediaTypeFamily format) {
    return blob.as(format.layer(compression));
  }
}
