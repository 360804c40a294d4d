/**
 * Tables derived from recipes: how often files and chunks are shared (room {@code sharing}), and
 * layers that differ only in their archive (room {@code twin}). How each is computed stands in
 * {@code schemas/derived}.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.derive;
