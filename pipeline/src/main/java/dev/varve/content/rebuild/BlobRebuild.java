package dev.varve.content.rebuild;

/**
 * Result of trying to reproduce a compressed blob from its archive.
 *
 * @param producer what most likely made the blob, by its headers and marks
 * @param encoder name of the encoder that reproduces the blob; empty when none does
 * @param level level of this encoder; -1 when there is none
 * @param exact whether every byte was equal; otherwise the blob is not reproduced
 * @param tried encoders that were tried, each as its name and level
 * @param keptBytes bytes that must be stored in addition to the archive: headers and padding when
 *     exact, else the whole blob
 * @param searchNanos time of all attempts, and of the search for flush marks
 * @param rebuildNanos time of the successful attempt: decompressing the stored blob, compressing it
 *     again, comparing; 0 when none succeeded
 * @param reason why the blob is not reproduced; empty when it is
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
