/** {@code derive}: sharing degrees of files and of chunks, and dedup of file contents. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.derive.sharing;
