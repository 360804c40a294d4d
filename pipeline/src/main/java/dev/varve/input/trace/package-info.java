/**
 * Published chunk traces and the indexes of backups: sizes and digests of a disk's chunks, without
 * its bytes. Their formats are listed in {@link dev.varve.input.trace.TraceFormat}; {@link
 * dev.varve.input.trace.ChunkTrace} makes segments of them. Uses the model and the codecs' digests.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.input.trace;
