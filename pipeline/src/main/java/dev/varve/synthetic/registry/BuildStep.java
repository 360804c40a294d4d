package dev.varve.synthetic.registry;

/** One line of an image's history. */
sealed interface BuildStep {
  String createdBy();

  /** A step that changed only the config: {@code empty_layer} in the history. */
  record Setting(String createdBy) implements BuildStep {}

  /** A step that created a layer. */
  record WithLayer(String createdBy, StoredLayer layer) implements BuildStep {}
}
