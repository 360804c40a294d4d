/**
 * Bytes cut into chunks, and segments and files into recipes. A cut is a pure function of bytes in
 * memory. Uses the model and the codec's digests; knows nothing of disks or snapshots.
 */
@org.jspecify.annotations.NullMarked
package dev.varve.content.chunking;
