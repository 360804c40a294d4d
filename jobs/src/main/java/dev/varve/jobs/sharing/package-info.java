/** {@code derive}: sharing degrees of files and of chunks. */
@org.jspecify.annotations.NullMarked
package dev.varve.jobs.sharing;
