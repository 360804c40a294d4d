/**
 * Tables derived from recipes: how often files and chunks are shared (package {@code sharing}), and
 * layers that differ only in their archive (package {@code twin}). Most are defined by SQL in
 * {@code schemas/derived}. Tables that depend on the order of rows are computed by folds over
 * queries of {@code schemas/sharing} and {@code schemas/twin}.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.derive;
