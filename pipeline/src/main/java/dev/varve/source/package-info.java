/**
 * Where images lie: OCI image layouts, {@code docker save} archives and Distribution storage trees,
 * read through a {@link dev.varve.model.ByteStore}. Knows manifests, opens no layer.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.source;
