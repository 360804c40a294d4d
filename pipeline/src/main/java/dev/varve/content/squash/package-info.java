/**
 * Images as they are unpacked: what is left at each path of an image's layers, where links lead,
 * and whose content hard links have. Uses the model.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/layer.md">OCI image
 *     specification: layers</a>
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.squash;
