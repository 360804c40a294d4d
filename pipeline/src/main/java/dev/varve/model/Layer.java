package dev.varve.model;

import org.jspecify.annotations.Nullable;

/**
 * A layer blob that was read whole and verified: a row of table {@code layer}, whose columns are
 * the components in this order, those of nested records in their place.
 *
 * @param layerDigest digest of the blob as stored
 * @param diffId digest of the archive inside
 * @param mediaType as declared
 * @param stored how the archive is stored
 * @param contents of its archive
 */
public record Layer(
    String layerDigest,
    String diffId,
    @Nullable String mediaType,
    StoredArchive stored,
    LayerContents contents) {}
