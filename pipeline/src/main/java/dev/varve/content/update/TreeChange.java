package dev.varve.content.update;

/**
 * Files at which the trees of two images differ.
 *
 * @param changedFiles of the later tree, at whose paths the earlier one has no file or another
 *     content
 * @param changedBytes of these, uncompressed, path by path
 * @param removedFiles of the earlier tree, at whose paths the later one has no file
 * @param removedBytes of these, uncompressed, path by path
 */
public record TreeChange(
    long changedFiles, long changedBytes, long removedFiles, long removedBytes) {}
