/**
 * Sources of images: OCI image layouts, {@code docker save} archives and Distribution storage
 * trees, read through a {@link dev.varve.model.ByteStore}. Reads manifests, not layers.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.source;
