/**
 * Squashed images: which entry is left at each path once all layers are unpacked, where links lead,
 * and which content hard links have. Uses the model.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/layer.md">OCI image
 *     specification: layers</a>
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.squash;
