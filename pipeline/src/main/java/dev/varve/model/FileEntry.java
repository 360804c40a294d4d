package dev.varve.model;

import org.jspecify.annotations.Nullable;

/**
 * One entry of a layer's archive: a row of {@code layer_recipe} without its layer.
 *
 * @param position index in the archive, from 0
 * @param path escaped path, see {@code PathText}
 * @param kind what it is
 * @param bytes bytes of content with holes filled; 0 where the kind has none
 * @param fingerprint fingerprint of the content; null unless the kind is FILE
 * @param contentType coarse type of the content, see {@code ContentType}; null unless the kind is
 *     FILE
 * @param archiveOffset offset in the uncompressed archive at which its content starts
 * @param mode permission bits
 * @param uid owner
 * @param gid group
 * @param modifiedAtMicros microseconds since the epoch
 * @param linkTarget escaped target of a link, else null
 * @param storedBytes bytes of the blob that its header, content and padding take; null when not
 *     known
 */
public record FileEntry(
    int position,
    String path,
    EntryKind kind,
    long bytes,
    @Nullable Fingerprint fingerprint,
    @Nullable String contentType,
    long archiveOffset,
    int mode,
    long uid,
    long gid,
    long modifiedAtMicros,
    @Nullable String linkTarget,
    @Nullable Long storedBytes) {
  /** This entry with another share of the blob. */
  public FileEntry withStoredBytes(long bytes) {
    return new FileEntry(
        position,
        path,
        kind,
        this.bytes,
        fingerprint,
        contentType,
        archiveOffset,
        mode,
        uid,
        gid,
        modifiedAtMicros,
        linkTarget,
        bytes);
  }
}
