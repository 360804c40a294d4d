/**
 * Published chunk traces: which chunks of which digests a disk had, without its bytes. Their
 * formats stand in {@link dev.varve.trace.TraceFormat}; {@link dev.varve.trace.ChunkTrace} makes
 * segments of them. Uses the model and the codecs' digests.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.trace;
