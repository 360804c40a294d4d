package dev.varve.model;

import org.jspecify.annotations.Nullable;

/**
 * A layer blob that was read whole and verified: a row of table {@code layer}. The columns are the
 * components in this order; a nested record stands for its own components.
 *
 * @param layerDigest digest of the blob as stored
 * @param diffId digest of the archive inside
 * @param mediaType as declared
 * @param stored how the archive is stored
 * @param contents counts of the contents of its archive
 */
public record Layer(
    String layerDigest,
    String diffId,
    @Nullable String mediaType,
    StoredArchive stored,
    LayerContents contents) {}
