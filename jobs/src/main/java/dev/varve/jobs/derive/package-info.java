/**
 * Tables derived from recipes: how often files and chunks are shared (package {@code sharing}), and
 * layers that differ only in their archive (package {@code twin}). Most are texts of {@code
 * schemas/derived}; where order matters, of {@code schemas/sharing} and {@code schemas/twin} with a
 * fold.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.derive;
