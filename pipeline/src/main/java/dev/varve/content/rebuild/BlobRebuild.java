package dev.varve.content.rebuild;

/**
 * Whether a blob comes back from its archive, and by what.
 *
 * @param producer what most likely made the blob, by its headers and marks
 * @param encoder what gives it again, or empty
 * @param level of the encoder, or -1
 * @param exact whether every byte was equal; nothing less is a rebuild
 * @param tried encoders that were tried, each as its name and level
 * @param keptBytes what must be kept in addition to the archive: headers and padding of an exact
 *     one, else the blob
 * @param searchNanos time of all that was tried, searching for marks included
 * @param rebuildNanos time of the attempt that gave it: decompressing the stored blob, compressing
 *     it again, comparing; 0 where none did
 * @param reason why it does not come back, or empty
 */
public record BlobRebuild(
    String producer,
    String encoder,
    int level,
    boolean exact,
    int tried,
    long keptBytes,
    long searchNanos,
    long rebuildNanos,
    String reason) {}
